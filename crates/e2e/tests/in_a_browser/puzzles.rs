//! Puzzles "win in n": one of each game solved by pointing, one failed and taken back, by keys, with help, and whatever
//! addresses and storage say. The rules core plays along.

use halfboard_app::layout::Layout;
use halfboard_app::play::{Play, Setup};
use halfboard_app::puzzles::{PuzzleSet, file_name};
use halfboard_e2e::{Browser, Key, Mirror, Point, with_browser};
use halfboard_engine::puzzle::Puzzle;
use halfboard_rules::board::{Board, Square};
use halfboard_rules::record::Start;
use halfboard_rules::registry;
use serde_json::json;

fn shelf(game: &str) -> PuzzleSet {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(file_name(game));
    PuzzleSet::read(game, &std::fs::read_to_string(path).expect("the puzzles are there")).expect("they can be read")
}

fn mirror(puzzle: &Puzzle) -> Mirror {
    let setup = Setup {
        rules: puzzle.rules.clone(),
        start: Start::Position(puzzle.position.clone()),
        players: Vec::new(),
        names: Vec::new(),
        control: None,
        seed: 0,
        think: None,
        adaptive: false,
    };
    Mirror::of(Play::new(&setup, "2026.01.01").expect("a valid puzzle"))
}

/// Plays the puzzle's line by pointing, and waits for the answers.
async fn solve(browser: &Browser, puzzle: &Puzzle) {
    let mut mirror = mirror(puzzle);
    for (ply, mv) in puzzle.line.iter().enumerate() {
        match ply % 2 {
            0 => browser.click_move(&mut mirror, mv).await,
            _ => mirror.play.play(mv, 0.0).expect("the line is legal"),
        }
    }
    browser.says(".puzzle .outcome.done", "Solved").await;
}

#[test]
fn a_puzzle_of_each_game_is_solved_by_pointing() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "language en\nmotion off\n").await;
        browser.reload().await;
        browser.open("#/puzzles").await;
        for game in registry::games() {
            let id = game.info().id;
            let shelf = shelf(id);
            let card = format!(".shelf[data-game={id}]");
            browser.says(&card, &format!("0 of {} solved", shelf.puzzles.len())).await;
            browser.click(&format!("{card} .button.main")).await;
            browser.says(".puzzle .task", "win in 2").await;
            assert_eq!(browser.route().await, format!("#/puzzles/{id}/1"));
            solve(browser, &shelf.puzzles[0]).await;
            browser.says(".outcome.done", "on the first try").await;
            assert_eq!(browser.stored(&format!("halfboard.puzzles.{id}")).await.as_deref(), Some("s"));
            // The next one is a click away, and nothing of it is played yet.
            browser.click(".ways .next").await;
            browser.says(".puzzle h1", "puzzle 2").await;
            browser.offers(&mirror(&shelf.puzzles[1])).await;
            browser.open("#/puzzles").await;
            browser.says(&card, &format!("1 of {} solved, 1 on the first try", shelf.puzzles.len())).await;
        }
        browser.says(".figures", "5 streak").await;
        browser.click(".shelf[data-game=j] summary").await;
        assert_eq!(browser.count(".shelf[data-game=j] .place.solved").await, 1);
        browser.screenshot("puzzles-solved").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn a_wrong_move_is_explained_and_taken_back() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "language en\nmotion off\n").await;
        browser.reload().await;
        let shelf = shelf("lines-of-action");
        let puzzle = &shelf.puzzles[0];
        browser.open("#/puzzles/lines-of-action/1").await;
        let start = mirror(puzzle);
        let legal = start.play.session().moves();
        let wrong = legal.iter().find(|mv| !puzzle.keys.contains(mv)).expect("another move").clone();
        let mut tried = start.clone();
        browser.click_move(&mut tried, &wrong).await;
        browser.says(".outcome.wrong", "This doesn't force a win in 2.").await;
        // The engine's answer is shown on the board as well.
        browser.says(".outcome.wrong", "White replies: from").await;
        browser.find(".arrow").await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.screenshot("puzzle-wrong").await;
        browser.click(".take-back").await;
        browser.offers(&start).await;
        assert_eq!(browser.stored("halfboard.puzzles.lines-of-action").await.as_deref(), Some("x"));
        // A hint tells where, then all.
        browser.press(".tools", "Hint").await;
        browser.says(".puzzle .hint", "Look at b1.").await;
        browser.press(".tools", "More help").await;
        browser.says(".puzzle .hint", "from b1, to a2").await;
        browser.until("document.querySelector('.tool').disabled").await;
        solve(browser, puzzle).await;
        assert_eq!(browser.stored("halfboard.puzzles.lines-of-action").await.as_deref(), Some("h"));
        assert_eq!(browser.stored("halfboard.puzzles.streak").await.as_deref(), Some("0 0"));
        // The solution is played through.
        browser.click(".again").await;
        browser.offers(&start).await;
        browser.press(".tools", "Solution").await;
        browser.says(".puzzle .outcome", "That was the solution.").await;
        // Three turns: a second move that is not the puzzle's is held against the solver.
        let number = shelf.puzzles.iter().position(|puzzle| puzzle.moves == 3).expect("there are such") + 1;
        let puzzle = &shelf.puzzles[number - 1];
        browser.open(&format!("#/puzzles/lines-of-action/{number}")).await;
        browser.says(".puzzle .task", "win in 3").await;
        let mut mirror = mirror(puzzle);
        browser.click_move(&mut mirror, &puzzle.line[0]).await;
        mirror.play.play(&puzzle.line[1], 0.0).expect("legal");
        let (in_time, late) = second_moves(puzzle, &mirror);
        let after = mirror.clone();
        browser.click_move(&mut mirror, &late).await;
        browser.says(".outcome.wrong", "This doesn't force a win in 2.").await;
        browser.click(".take-back").await;
        browser.offers(&after).await;
        let mut mirror = after;
        browser.click_move(&mut mirror, &in_time).await;
        browser.says(".outcome.done", "Now win with this move.").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// A second move that still wins in two turns, if possible another than the puzzle's, and one that does not.
fn second_moves(puzzle: &Puzzle, mirror: &Mirror) -> (String, String) {
    let session = mirror.play.session();
    let team = session.turn().team();
    let wins = |mv: &String| {
        let mut after = session.clone_box();
        after.play(mv).expect("legal");
        let over = after.ending().is_some();
        !over
            && after.moves().iter().all(|answer| {
                let mut last = after.clone_box();
                last.play(answer).expect("legal");
                last.winner() == Some(team)
                    || last.ending().is_none()
                        && last.moves().iter().any(|mv| {
                            let mut end = last.clone_box();
                            end.play(mv).expect("legal");
                            end.winner() == Some(team)
                        })
            })
    };
    let (good, bad): (Vec<String>, Vec<String>) = session.moves().into_iter().partition(wins);
    assert!(good.contains(&puzzle.line[2]), "{puzzle}");
    let other = good.iter().find(|mv| **mv != puzzle.line[2]);
    let lasting = |mv: &&String| {
        let mut after = session.clone_box();
        after.play(mv).expect("legal");
        after.ending().is_none()
    };
    (other.unwrap_or(&puzzle.line[2]).clone(), bad.iter().find(lasting).expect("not everything wins").clone())
}

/// Walks over a half board to a square by the arrow keys, from where the keyboard enters the board.
async fn walk_to(browser: &Browser, point: &Point) {
    let Point::Square(square) = point else { panic!("{point:?} is no square") };
    browser.script("document.querySelector('.grid [tabindex=\"0\"]').focus()", Vec::new()).await;
    let now = browser.value("+document.activeElement.dataset.square").await.as_u64().expect("on the board") as usize;
    // In a high window half boards stand upright.
    let upright = browser.value("document.querySelector('.board').className.includes('tall')").await == json!(true);
    let layout = Layout::new(Board::Half).turned(u8::from(upright));
    let (from, to) = (layout.place(Square::new(now)), layout.place(Square::new(*square)));
    let across = if to.0 > from.0 { Key::Right } else { Key::Left };
    let along = if to.1 > from.1 { Key::Down } else { Key::Up };
    let keys = char::from(across).to_string().repeat(to.0.abs_diff(from.0))
        + &char::from(along).to_string().repeat(to.1.abs_diff(from.1));
    if !keys.is_empty() {
        browser.keys(&keys).await;
    }
    browser.until_equal("document.activeElement.dataset.square", &json!(square.to_string())).await;
}

#[test]
fn a_puzzle_is_solved_by_keys_alone_and_on_a_phone() {
    with_browser(async |browser| {
        browser.phone().await;
        browser.open("").await;
        browser.put("halfboard.settings", "language de\nmotion off\ntheme dark\n").await;
        browser.reload().await;
        browser.open("#/puzzles").await;
        browser.says(".shelf[data-game=sllim]", "Aufgabe 1").await;
        let wide = "[innerWidth, document.documentElement.scrollWidth]";
        assert_eq!(browser.value(wide).await, json!([360, 360]));
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.screenshot("puzzles-phone").await;
        let puzzle = &shelf("sight-reduction").puzzles[0];
        browser.open("#/puzzles/sight-reduction/1").await;
        browser.says(".puzzle .task", "Schwarz am Zug, Gewinn in 2 Zügen.").await;
        assert_eq!(browser.value(wide).await, json!([360, 360]));
        let mut mirror = mirror(puzzle);
        for (ply, mv) in puzzle.line.iter().enumerate() {
            if ply % 2 == 1 {
                mirror.play.play(mv, 0.0).expect("legal");
                continue;
            }
            browser.offers(&mirror).await;
            for point in mirror.way(mv) {
                walk_to(browser, &point).await;
                browser.keys(&char::from(Key::Enter).to_string()).await;
                mirror.point(&point);
            }
        }
        browser.says(".puzzle .outcome.done", "Im ersten Versuch gelöst!").await;
        assert_eq!(browser.value(wide).await, json!([360, 360]));
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.screenshot("puzzle-phone").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn hostile_addresses_and_storage_leave_the_puzzles_usable() {
    with_browser(async |browser| {
        browser.open("").await;
        browser.put("halfboard.settings", "language en\nmotion off\n").await;
        browser.put("halfboard.puzzles.j", "s<script>x\u{0}hhhh\u{1f600}").await;
        browser.put("halfboard.puzzles.streak", "-1 1e9 NaN").await;
        browser.put("halfboard.puzzles.sllim", &"s".repeat(100_000)).await;
        browser.reload().await;
        browser.open("#/puzzles").await;
        browser.says(".shelf[data-game=sllim]", "All solved. Start again").await;
        browser.says(".shelf[data-game=j]", "of 60 solved").await;
        for (address, words) in [
            ("#/puzzles/chess/1", "Unknown game: chess"),
            ("#/puzzles/j/0", "choose 1 to 60"),
            ("#/puzzles/j/61", "No puzzle 61 for J"),
            ("#/puzzles/j/4294967295", "choose 1 to 60"),
            ("#/puzzles/j/99999999999999999999", "Page not found"),
            ("#/puzzles/j/-1", "Page not found"),
            ("#/puzzles/j/1/2", "Page not found"),
            ("#/puzzles/%3Cimg%20src=x%3E/1", "Unknown game: <img src=x>"),
            ("#/puzzles/..%2Ffairness/1", "Unknown game"),
        ] {
            browser.open(address).await;
            browser.says("main", words).await;
        }
        browser.open("#/puzzles/j/60").await;
        browser.says(".puzzle h1", "puzzle 60").await;
        // A storage that is full is told, and the puzzle goes on.
        browser
            .script(
                "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
                vec![],
            )
            .await;
        browser.press(".tools", "Hint").await;
        browser.says(".notice", "Couldn't save").await;
        browser.find(".puzzle .hint").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}
