//! A game at the page's board: what a person can point at there, held at every step against the rules core, which plays
//! along.

use halfboard_app::composer::{Compose, StepOutcome};
use halfboard_app::phrases::steps;
use halfboard_app::play::{Play, Player, Setup};
use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::Start;
use serde_json::json;

use crate::Browser;

/// Something to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// A square, by its index.
    Square(usize),
    /// A button beside the board, by its number and its words.
    Button(usize, String),
}

impl Point {
    /// Where it is on the page.
    pub fn css(&self) -> String {
        match self {
            Point::Square(index) => format!("[data-square=\"{index}\"]"),
            Point::Button(number, _) => format!(".say .choices .choice:nth-of-type({})", number + 1),
        }
    }
}

/// A game as the rules core plays it beside the page.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// The game.
    pub play: Play,
}

impl Mirror {
    /// A game that begins.
    pub fn new(rules: &str, players: &[Player], seed: u64) -> Mirror {
        Mirror::of(game(rules, players, seed))
    }

    /// A game that goes on.
    pub fn of(play: Play) -> Mirror {
        Mirror { play }
    }

    /// The squares that the page should offer, in order.
    pub fn squares(&self) -> Vec<usize> {
        let mut squares: Vec<usize> =
            self.play.view().next.iter().flat_map(|step| step.squares()).map(Square::index).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn offered(&self) -> Vec<Step> {
        self.play.parts().map_or(Vec::new(), |(_, composer)| composer.offers(&self.play.view()))
    }

    /// The words of the buttons that the page should offer, in order.
    pub fn buttons(&self) -> Vec<String> {
        let board = self.play.session().info().board;
        self.offered().into_iter().map(|step| steps::button(step, board)).collect()
    }

    /// Everything that leads on: the buttons where a square was not enough, or else all.
    pub fn points(&self) -> Vec<Point> {
        let buttons = self.buttons().into_iter().enumerate().map(|(number, words)| Point::Button(number, words));
        let squares = self.squares().into_iter().map(Point::Square);
        let asks = self.play.parts().is_some_and(|(_, composer)| !composer.ambiguous_steps().is_empty());
        if asks { buttons.collect() } else { squares.chain(buttons).collect() }
    }

    /// Points at something.
    pub fn point(&mut self, point: &Point) {
        let outcome = match point {
            Point::Square(index) => self.play.tap(Square::new(*index)),
            Point::Button(number, _) => {
                let step = self.offered()[*number];
                self.play.choose(step)
            }
        };
        match outcome {
            StepOutcome::Complete(mv) => self.play.play(&mv, 0.0).expect("a complete turn is legal"),
            StepOutcome::Chosen | StepOutcome::Deselected | StepOutcome::Ambiguous => {}
            StepOutcome::Refused => panic!("{point:?} was offered and refused"),
        }
    }

    /// The way through one turn: what to point at for a move, and nothing when it cannot be reached so.
    pub fn way(&self, mv: &str) -> Vec<Point> {
        let plies = self.play.plies();
        let mut ways = vec![(self.clone(), Vec::new())];
        while let Some((mirror, way)) = ways.pop() {
            for point in mirror.points() {
                let mut next = mirror.clone();
                next.point(&point);
                let mut way = way.clone();
                way.push(point);
                if next.play.plies() == plies {
                    ways.push((next, way));
                } else if next.play.session().history().last().is_some_and(|last| last == mv) {
                    return way;
                }
            }
        }
        Vec::new()
    }

    /// A whole game of chance between people, as what to point at; the first that ends within so many turns. Where such
    /// games are rare, `from` says near which seed there is one.
    pub fn whole_game(rules: &str, turns: std::ops::Range<usize>, from: u64) -> (u64, Vec<Point>) {
        for seed in from..from + 10_000 {
            let mut random = SplitMix64::new(seed);
            let mut mirror = Mirror::new(rules, &[], seed);
            let mut points = Vec::new();
            while !mirror.play.is_over() && mirror.play.plies() < turns.end {
                let mut offered = mirror.points();
                let point = offered.swap_remove(random.below(offered.len() as u64) as usize);
                mirror.point(&point);
                points.push(point);
            }
            if mirror.play.is_over() && turns.contains(&mirror.play.plies()) {
                return (seed, points);
            }
        }
        panic!("no game of {rules} ends within {turns:?} turns");
    }
}

/// A game that begins.
pub fn game(rules: &str, players: &[Player], seed: u64) -> Play {
    let (rules, players) = (rules.to_owned(), players.to_vec());
    let setup = Setup { rules, start: Start::Seed(seed), players, names: Vec::new(), control: None, seed };
    Play::new(&setup, "2026.01.01").expect("valid rules")
}

impl Browser {
    /// Puts a text among the games kept, as if it had been kept before.
    pub async fn put_game(&self, id: u64, text: &str) {
        self.put(&format!("halfboard.game.{id}"), text).await;
    }

    /// Puts a text into the browser's storage.
    pub async fn put(&self, key: &str, text: &str) {
        self.script("localStorage.setItem(arguments[0], arguments[1])", vec![json!(key), json!(text)]).await;
    }

    /// The text kept under a key.
    pub async fn stored(&self, key: &str) -> Option<String> {
        let text = self.script("return localStorage.getItem(arguments[0])", vec![json!(key)]).await;
        text.as_str().map(str::to_owned)
    }

    /// The game kept under a number.
    pub async fn kept_game(&self, id: u64) -> Play {
        let text = self.stored(&format!("halfboard.game.{id}")).await;
        Play::read(&text.unwrap_or_else(|| panic!("game {id} is kept"))).expect("a kept game can be read")
    }

    /// The number of the game that the page shows, once it shows one.
    pub async fn game_id(&self) -> u64 {
        self.until("/^#\\/play\\/\\d+$/.test(location.hash) && document.querySelector('#task')").await;
        let route = self.value("location.hash").await;
        route.as_str().and_then(|route| route.trim_start_matches("#/play/").parse().ok()).expect("a number")
    }

    /// Waits until the board offers exactly what the rules core does: the same squares, the same buttons.
    pub async fn offers(&self, mirror: &Mirror) {
        let offered = "JSON.stringify([[...document.querySelectorAll('.cell.can')].map((cell) => +cell.dataset.square)\
             .sort((one, other) => one - other), \
             [...document.querySelectorAll('.say .choices .choice')].map((button) => button.innerText)])";
        let expected = json!([mirror.squares(), mirror.buttons()]).to_string();
        self.until_equal(offered, &json!(expected)).await;
    }

    /// Points at something on the page and in the mirror.
    pub async fn point(&self, mirror: &mut Mirror, point: &Point) {
        self.hit(&point.css()).await;
        mirror.point(point);
    }

    /// Plays a move by pointing at its squares and choices.
    pub async fn click_move(&self, mirror: &mut Mirror, mv: &str) {
        let way = mirror.way(mv);
        assert!(!way.is_empty(), "{mv} can be pointed at");
        for point in way {
            self.offers(mirror).await;
            self.point(mirror, &point).await;
        }
    }

    /// Waits for the result on the page, and for the record kept to come to the same.
    pub async fn ends_like(&self, id: u64, play: &Play) {
        let sentence = play.result().expect("the game is over");
        self.until_equal("document.querySelector('#task')?.innerText", &json!(sentence)).await;
        let kept = self.kept_game(id).await;
        assert_eq!(kept.session().history(), play.session().history());
        assert_eq!(kept.session().position(), play.session().position());
        assert_eq!(kept.standing(), play.standing());
    }
}
