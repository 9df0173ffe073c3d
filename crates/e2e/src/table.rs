//! Games on the page's board, compared at every step with the same game in the rules core.

use halfboard_app::composer::{Compose, StepOutcome};
use halfboard_app::phrases::game::outcome;
use halfboard_app::phrases::steps;
use halfboard_app::play::{Play, Player, Setup};
use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::Start;
use serde_json::json;

use crate::Browser;

/// A click target on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// A square, by its index.
    Square(usize),
    /// A button beside the board, by its number and its text.
    Button(usize, String),
    /// A number at a stack, by its place among them.
    Chip(usize),
}

impl Point {
    /// Returns its CSS selector.
    pub fn css(&self) -> String {
        match self {
            Point::Square(index) => format!("[data-square=\"{index}\"]"),
            Point::Chip(number) => format!(".chips .chip:nth-of-type({})", number + 1),
            Point::Button(number, _) => format!(".say .choices .choice:nth-of-type({})", number + 1),
        }
    }
}

/// The page's game in the rules core.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// The game.
    pub play: Play,
}

impl Mirror {
    /// Starts a game.
    pub fn new(rules: &str, players: &[Player], seed: u64) -> Mirror {
        Mirror::of(game(rules, players, seed))
    }

    /// Continues a game.
    pub fn of(play: Play) -> Mirror {
        Mirror { play }
    }

    /// Returns the squares that the page should offer, sorted.
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

    /// Returns the texts of the buttons that the page should offer, in order.
    pub fn buttons(&self) -> Vec<String> {
        let board = self.play.session().info().board;
        self.offered().into_iter().map(|step| steps::button(step, board)).collect()
    }

    /// Returns the numbers that the page should offer at a stack, in order.
    pub fn chips(&self) -> Vec<Step> {
        let is_number = |step: &Step| matches!(step, Step::Count(_) | Step::Keep(_));
        self.play.view().next.into_iter().filter(is_number).collect()
    }

    /// Returns all targets that continue the turn: only buttons where a square was ambiguous.
    pub fn points(&self) -> Vec<Point> {
        let buttons = self.buttons().into_iter().enumerate().map(|(number, words)| Point::Button(number, words));
        let squares = self.squares().into_iter().map(Point::Square);
        let asks = self.play.parts().is_some_and(|(_, composer)| !composer.ambiguous_steps().is_empty());
        let chips = (0..self.chips().len()).map(Point::Chip);
        if asks { buttons.collect() } else { squares.chain(buttons).chain(chips).collect() }
    }

    /// Clicks a target, a second time if the player is warned. Returns the number of clicks.
    pub fn point(&mut self, point: &Point) -> usize {
        let outcome = match point {
            Point::Square(index) => self.play.tap(Square::new(*index)),
            Point::Button(number, _) => {
                let step = self.offered()[*number];
                self.play.choose(step)
            }
            Point::Chip(number) => {
                let step = self.chips()[*number];
                self.play.choose(step)
            }
        };
        match outcome {
            StepOutcome::Complete(mv) => self.play.play(&mv, 0.0).expect("a complete turn is legal"),
            StepOutcome::Chosen | StepOutcome::Deselected | StepOutcome::Ambiguous => {}
            StepOutcome::Warned(_) => return 1 + self.point(point),
            StepOutcome::Refused => panic!("{point:?} was offered and refused"),
        }
        1
    }

    /// Returns the targets to click for a move; empty if it cannot be reached.
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

    /// Returns the seed and the targets of the first random game from a seed that ends within a range of turns.
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

/// Returns a new game.
pub fn game(rules: &str, players: &[Player], seed: u64) -> Play {
    let (rules, players) = (rules.to_owned(), players.to_vec());
    let setup = Setup {
        rules,
        start: Start::Seed(seed),
        players,
        names: Vec::new(),
        control: None,
        seed,
        think: None,
        adaptive: false,
    };
    Play::new(&setup, "2026.01.01").expect("valid rules")
}

impl Browser {
    /// Stores the text of a saved game.
    pub async fn store_game(&self, id: u64, text: &str) {
        self.put(&format!("halfboard.game.{id}"), text).await;
    }

    /// Stores a text in `localStorage`.
    pub async fn put(&self, key: &str, text: &str) {
        self.script("localStorage.setItem(arguments[0], arguments[1])", vec![json!(key), json!(text)]).await;
    }

    /// Returns the stored text of a key.
    pub async fn stored(&self, key: &str) -> Option<String> {
        let text = self.script("return localStorage.getItem(arguments[0])", vec![json!(key)]).await;
        text.as_str().map(str::to_owned)
    }

    /// Returns the saved game of a number.
    pub async fn saved_game(&self, id: u64) -> Play {
        let text = self.stored(&format!("halfboard.game.{id}")).await;
        Play::read(&text.unwrap_or_else(|| panic!("game {id} is kept"))).expect("a kept game can be read")
    }

    /// Waits for a game on the page and returns its number.
    pub async fn game_id(&self) -> u64 {
        self.until("/^#\\/play\\/\\d+$/.test(location.hash) && document.querySelector('#task')").await;
        let route = self.value("location.hash").await;
        route.as_str().and_then(|route| route.trim_start_matches("#/play/").parse().ok()).expect("a number")
    }

    /// Waits until the board offers the same squares and buttons as the rules core.
    pub async fn offers(&self, mirror: &Mirror) {
        let offered = "JSON.stringify([[...document.querySelectorAll('.cell.can')].map((cell) => +cell.dataset.square)\
             .sort((one, other) => one - other), \
             [...document.querySelectorAll('.say .choices .choice')].map((button) => button.innerText), \
             document.querySelectorAll('.chips .chip').length])";
        let expected = json!([mirror.squares(), mirror.buttons(), mirror.chips().len()]).to_string();
        self.until_equal(offered, &json!(expected)).await;
    }

    /// Clicks a target on the page and in the mirror.
    pub async fn point(&self, mirror: &mut Mirror, point: &Point) {
        let clicks = mirror.point(point);
        self.hit(&point.css()).await;
        for _ in 1..clicks {
            self.says(".say", "Choose it again to play it").await;
            self.hit(&point.css()).await;
        }
    }

    /// Plays a move by clicking its squares and buttons.
    pub async fn click_move(&self, mirror: &mut Mirror, mv: &str) {
        let way = mirror.way(mv);
        assert!(!way.is_empty(), "{mv} can be pointed at");
        for point in way {
            self.offers(mirror).await;
            self.point(mirror, &point).await;
        }
    }

    /// Waits for the result on the page and compares it with the saved game.
    pub async fn ends_like(&self, id: u64, play: &Play) {
        let sentence = outcome(play).expect("the game is over");
        self.until_equal("document.querySelector('#task')?.innerText", &json!(sentence)).await;
        let kept = self.saved_game(id).await;
        assert_eq!(kept.session().history(), play.session().history());
        assert_eq!(kept.session().position(), play.session().position());
        assert_eq!(kept.standing(), play.standing());
    }
}
