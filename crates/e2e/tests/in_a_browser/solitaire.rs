//! The solitaire in the browser, held against the solver, which is asked natively beside it: puzzles solved by clicking and
//! by keys, dead ends, help, the puzzle of the day, boards that cannot be done, and hostile links and storage.

use halfboard_app::layout::Layout;
use halfboard_app::solitaire::{Date, PuzzleId};
use halfboard_e2e::{Browser, Key, with_browser};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::{SolitairePuzzle, generate};
use halfboard_engine::limits::CancelToken;
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{self, Verdict};
use halfboard_rules::board::{Board, Square};
use halfboard_rules::game::Outcome;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use serde_json::json;

const RULES: &str = "sight-reduction:solitaire=on";

fn puzzle(grade: Grade, number: u64) -> SolitairePuzzle {
    generate(RULES, false, grade, number).expect("there is one")
}

fn start(made: &SolitairePuzzle) -> Box<dyn Session> {
    registry::rules(&made.rules).expect("valid").start(made.seed)
}

/// What the solver says: the best outcome, and all removals that keep it.
fn solved(session: &dyn Session) -> (Outcome, Vec<String>) {
    let stop = CancelToken::default();
    let mut watch = ProgressObserver { cancel: &stop, on_progress: &mut |_, _| {} };
    let answer = solve::solve(session, &solve::SolveRequest::default(), None, || 0.0, &mut watch).expect("solved");
    let Some(Verdict::Outcome(outcome)) = answer.verdict else { panic!("no verdict") };
    assert!(answer.all_optimal);
    (outcome, answer.optimal_moves)
}

/// Where a square is on the page.
fn cell(name: &str) -> String {
    let square = Board::Half.square(name).expect("a square");
    format!("[data-square=\"{}\"]", square.index())
}

/// Waits until so many removals are listed.
async fn removed(browser: &Browser, count: usize) {
    // The start is listed as well, and what was taken back is struck out.
    let listed = "Math.max(0, document.querySelectorAll('.removals .turn:not(.undone)').length - 1)";
    browser.until_equal(listed, &json!(count)).await;
}

/// Takes off one checker after another.
async fn take_off(browser: &Browser, done: usize, moves: &[String]) {
    for (index, mv) in moves.iter().enumerate() {
        browser.hit(&cell(mv)).await;
        removed(browser, done + index + 1).await;
    }
}

async fn open(browser: &Browser, route: &str) {
    browser.open(route).await;
    browser.find(".alone .grid").await;
}

/// Opens the app with settings under which nothing waits for motion.
async fn begin(browser: &Browser, language: &str) {
    browser.open("").await;
    browser.put("halfboard.settings", &format!("language {language}\nmotion off\n")).await;
    browser.reload().await;
}

/// Lets the page believe that it copies, and keeps what it copied.
async fn catch_copies(browser: &Browser) {
    let script = "Object.defineProperty(navigator, 'clipboard', { configurable: true, value: \
                  { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })";
    browser.script(script, Vec::new()).await;
}

/// Nothing is wider than a phone, buttons can be hit, and axe finds nothing.
async fn fits_and_keeps_nobody_out(browser: &Browser, what: &str) {
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await, json!(true), "{what}");
    let small = "[...document.querySelectorAll('main button, main a.button, main summary, main input:not([type=radio], [type=checkbox])')] \
         .map((element) => [element, element.getBoundingClientRect()]) \
         .filter(([, box]) => box.width > 0 && box.height < 39.5).map(([element]) => element.outerHTML)";
    assert_eq!(browser.value(small).await, json!([]), "{what}");
    assert_eq!(browser.accessibility_violations().await, Vec::<String>::new(), "{what}");
}

#[test]
fn a_puzzle_is_solved_by_clicking_and_by_keys() {
    with_browser(async |browser| {
        let made = puzzle(Grade::Gentle, 1);
        begin(browser, "en").await;
        // By its number, from the page where one chooses.
        browser.open("#/solitaire").await;
        browser.hit("#grade-gentle").await;
        browser.fill("#number", "one").await;
        browser.press(".by-number", "Open").await;
        browser.says("#number-wrong", "Invalid puzzle number “one”").await;
        browser.fill("#number", "1").await;
        browser.press(".by-number", "Open").await;
        browser.find(".alone .grid").await;
        assert_eq!(browser.route().await, "#/solitaire/gentle/1");
        browser.says(".goal-line", "Leave one white and one black checker.").await;
        browser.says(".status .left", "32 left").await;

        // What cannot go is explained, and nothing happens.
        let session = start(&made);
        let stays = (0..32).map(Square::new).find(|&square| !session.moves().contains(&Board::Half.name(square)));
        browser.hit(&cell(&Board::Half.name(stays.expect("a black checker at least")))).await;
        browser.find(".say .remark").await;
        let offered = "[...document.querySelectorAll('.cell.can')].length";
        assert_eq!(browser.value(offered).await, json!(session.moves().len()));

        take_off(browser, 0, &made.line[..6]).await;
        browser.gone(".say .remark").await;
        // Back to any point, and on again.
        browser.hit(".removals li:nth-child(3) button").await;
        removed(browser, 2).await;
        browser.says(".status .left", "30 left").await;
        browser.press(".actions", "Redo").await;
        removed(browser, 3).await;
        browser.keys(&(char::from(Key::Control).to_string() + "z")).await;
        removed(browser, 2).await;
        browser.press(".actions", "Restart").await;
        removed(browser, 0).await;

        // Two by keys alone, the rest by clicking.
        let layout = Layout::new(Board::Half);
        for (done, mv) in made.line[..2].iter().enumerate() {
            browser.script("document.querySelector('.grid [tabindex=\"0\"]').focus()", Vec::new()).await;
            let now = browser.value("+document.activeElement.dataset.square").await.as_u64().expect("a square");
            let (from, to) =
                (layout.place(Square::new(now as usize)), layout.place(Board::Half.square(mv).expect("a square")));
            let arrow = |key: Key, count: usize| char::from(key).to_string().repeat(count);
            let across = arrow(if to.0 > from.0 { Key::Right } else { Key::Left }, to.0.abs_diff(from.0));
            let along = arrow(if to.1 > from.1 { Key::Down } else { Key::Up }, to.1.abs_diff(from.1));
            browser.keys(&(across + &along + &arrow(Key::Enter, 1))).await;
            removed(browser, done + 1).await;
        }
        take_off(browser, 2, &made.line[2..]).await;
        browser.says(".result .verdict", "Solved!").await;
        browser.says(".result.more .took", "no help").await;
        browser.says("#spoken", "Solved!").await;
        assert_eq!(browser.count("#task").await, 1);
        let analysis = browser.attribute(".result .row a:last-of-type", "href").await.expect("a way to the analysis");
        assert!(analysis.starts_with("#/analysis?rules=sight-reduction:solitaire%3Don&seed="), "{analysis}");
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());

        // It counts once, also when it is played again.
        browser.press(".actions", "Undo").await;
        browser.gone(".result").await;
        browser.hit(&cell(made.line.last().expect("a removal"))).await;
        browser.find(".result").await;
        browser.open("#/solitaire").await;
        browser.says(".figures tbody tr:first-child", "1 of 1").await;
        assert_eq!(browser.count(".begun").await, 0);
        browser.press(".figures", "Reset statistics …").await;
        browser.press(".question", "Reset").await;
        browser.says(".figures", "No statistics yet").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

/// Removals by chance from a puzzle, up to and including the first that leads into a dead end.
fn into_a_dead_end(made: &SolitairePuzzle) -> Vec<String> {
    for seed in 0.. {
        let mut random = SplitMix64::new(seed);
        let mut session = start(made);
        while session.ending().is_none() {
            let moves = session.moves();
            let mv = &moves[random.below(moves.len() as u64) as usize];
            session.play(mv).expect("legal");
            if session.ending().is_none() && solved(&*session).0 != Outcome::Solved {
                if session.ply() > 4 && session.moves().len() > 1 {
                    return session.history();
                }
                break;
            }
        }
    }
    unreachable!("chance leads into a dead end sooner or later")
}

#[test]
fn dead_ends_are_told_and_gone_back_from() {
    with_browser(async |browser| {
        let made = puzzle(Grade::Hard, 2);
        let history = into_a_dead_end(&made);
        let last = history.len();
        begin(browser, "en").await;
        open(browser, "#/solitaire/hard/2").await;

        // Without the setting nothing is announced.
        take_off(browser, 0, &history).await;
        assert_eq!(browser.count(".dead-end").await, 0);
        let mut session = start(&made);
        history.iter().for_each(|mv| session.play(mv).expect("legal"));
        let further = session.moves()[0].clone();
        take_off(browser, last, std::slice::from_ref(&further)).await;

        // Switched on, the dead end is told with the last point that was none.
        browser.hit("#warns").await;
        browser
            .says(".dead-end", &format!("It was still in reach after move {}, {}.", last - 1, history[last - 2]))
            .await;
        assert_eq!(browser.accessibility_violations().await, Vec::<String>::new());
        browser.press(".dead-end", "Go back there").await;
        removed(browser, last - 1).await;
        browser.gone(".dead-end").await;

        // The same step again is told at once; who minds it is left in peace until it is undone.
        take_off(browser, last - 1, &history[last - 1..]).await;
        let outcome = {
            session.undo();
            session = start(&made);
            history.iter().for_each(|mv| session.play(mv).expect("legal"));
            solved(&*session).0
        };
        let Outcome::Stuck(left) = outcome else { panic!("{outcome}") };
        browser.says(".dead-end", &format!("Best possible: {left} left.")).await;
        browser.press(".dead-end", "Play on anyway").await;
        browser.gone(".dead-end").await;
        browser.press(".actions", "Undo").await;
        removed(browser, last - 1).await;
        // A removal that is safe is not told of, and the switch is remembered.
        session.undo();
        let safe = solved(&*session).1[0].clone();
        take_off(browser, last - 1, std::slice::from_ref(&safe)).await;
        browser.until("document.querySelector('#warns').checked").await;
        browser.reload().await;
        removed(browser, last).await;
        browser.until("document.querySelector('#warns').checked").await;
        assert_eq!(browser.count(".dead-end").await, 0);
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn help_is_what_the_solver_says() {
    with_browser(async |browser| {
        let made = puzzle(Grade::Fiendish, 3);
        begin(browser, "en").await;
        open(browser, "#/solitaire/fiendish/3").await;
        take_off(browser, 0, &made.line[..8]).await;
        let mut session = start(&made);
        made.line[..8].iter().for_each(|mv| session.play(mv).expect("legal"));
        let (outcome, keep) = solved(&*session);
        assert_eq!(outcome, Outcome::Solved);
        let all = session.moves().len();
        browser.press(".actions", "Safe").await;
        let told = if keep.len() == all {
            format!("All {all} moves are safe.")
        } else {
            format!("{} of {all} moves are safe: {}.", keep.len(), keep.join(", "))
        };
        browser.says(".hint", &told).await;
        assert_eq!(browser.count("circle.hinted").await, keep.len());

        browser.press(".actions", "Hint").await;
        browser.says(".hint", "Look at row").await;
        assert_eq!(browser.count("circle.hinted").await, 0);
        browser.press(".hint", "More help").await;
        browser.says(".hint", "Remove ").await;
        browser.press(".hint", "More help").await;
        let hint = browser.text(".hint").await;
        assert!(keep.iter().any(|mv| hint.contains(&format!("Remove {mv}."))), "{hint}: {keep:?}");
        assert_eq!(browser.count("circle.hinted").await, 1);

        // The solution is asked for twice, goes on by itself, and can be stepped through.
        browser.choose_in_menu("Solution").await;
        browser.press("dialog", "No").await;
        browser.gone("dialog").await;
        browser.choose_in_menu("Solution").await;
        browser.press("dialog", "Yes").await;
        browser.says(".showing", "Solution: move").await;
        assert_eq!(browser.count(".cell.can").await, 0);
        browser.until("document.querySelectorAll('.removals .turn').length > 9").await;
        browser.press(".showing", "Pause").await;
        browser.find(".showing button").await;
        while browser.count(".showing").await > 0 {
            let listed = browser.count(".removals .turn").await;
            browser.hit(".showing button:nth-of-type(2)").await;
            browser.until(&format!("document.querySelectorAll('.removals .turn').length == {}", listed + 1)).await;
        }
        browser.says(".result .verdict", "That was the solution.").await;
        browser.says(".status .left", "2 left").await;
        assert_eq!(browser.count(".result .share").await, 0);
        browser.open("#/solitaire").await;
        browser.says(".figures tbody tr:nth-child(5)", "0 of 1").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn the_puzzle_of_the_day_is_resumed_and_shared() {
    with_browser(async |browser| {
        browser.phone().await;
        begin(browser, "de").await;
        let now = "new Date().toLocaleDateString('sv')";
        let today = browser.value(now).await.as_str().and_then(Date::read).expect("a day");
        let numbered = PuzzleId::Daily(today).numbered().expect("made");
        let made = puzzle(numbered.grade, numbered.number);
        browser.open("#/solitaire").await;
        browser.says(".today-card", "Noch nicht begonnen").await;
        fits_and_keeps_nobody_out(browser, "choosing").await;
        browser.screenshot("solitaire-phone-german").await;
        browser.click(".today-card .main").await;
        browser.find(".alone .grid").await;
        browser.says(".say", "Nimm einen weißen Stein weg.").await;
        fits_and_keeps_nobody_out(browser, "playing").await;
        for (done, mv) in made.line[..3].iter().enumerate() {
            browser.touch(&cell(mv)).await;
            removed(browser, done + 1).await;
        }
        browser.until("document.querySelector('.time').innerText != '0:00'").await;
        browser.hit(".status button").await;
        browser.gone(".time").await;

        // After a reload everything is as it was: removals, time, and that it is hidden.
        begin(browser, "en").await;
        browser.open("#/solitaire").await;
        browser.says(".today-card", "In progress: 29 checkers left").await;
        browser.says(".begun", &format!("Puzzle of {today}")).await;
        browser.click(".today-card .main").await;
        removed(browser, 3).await;
        assert_eq!(browser.count(".time").await, 0);
        browser.hit(".status button").await;
        browser.until("document.querySelector('.time').innerText != '0:00'").await;
        browser.press(".actions", "Undo").await;
        removed(browser, 2).await;
        catch_copies(browser).await;
        for (done, mv) in made.line[2..].iter().enumerate() {
            browser.touch(&cell(mv)).await;
            removed(browser, done + 3).await;
        }
        browser.says(".result.more", "1 day in a row").await;
        fits_and_keeps_nobody_out(browser, "solved").await;
        browser.screenshot("solitaire-phone-solved").await;
        browser.press(".result", "Copy result").await;
        browser.until("window.copied").await;
        let copied = browser.value("window.copied").await;
        let lines: Vec<&str> = copied.as_str().expect("a text").lines().collect();
        let title = format!("Halfboard solitaire, daily {today} ({}): solved in ", numbered.grade.as_str());
        assert!(lines[0].starts_with(&title) && lines[0].ends_with(", no help"), "{lines:?}");
        // One step back, in the second tenth of the way.
        assert_eq!(lines[1], "🟩🔙🟩🟩🟩🟩🟩🟩🟩🟩");
        assert!(lines[2].ends_with(&format!("/daily/{today}")), "{lines:?}");

        // Once more a reload: it stays solved.
        browser.open("#/solitaire").await;
        browser.says(".today-card", "Solved in").await;
        browser.says(".streaks", "Current streak: 1").await;
        browser.open(&format!("#/solitaire/daily/{today}")).await;
        browser.says(".result .verdict", "Solved!").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());
    });
}

#[test]
fn boards_that_cannot_be_done_and_whatever_comes_from_outside() {
    with_browser(async |browser| {
        begin(browser, "en").await;
        // This board is unchecked, and not solvable.
        let position = "ww6/8/8/bbb4w w play wb";
        let session = registry::rules(RULES).expect("valid").position(position).expect("valid");
        let Outcome::Stuck(fewest) = solved(&*session).0 else { panic!("it can be done") };
        let board =
            format!("#/solitaire/board?rules=sight-reduction:solitaire%3Don&position={}", position.replace(' ', "%20"));
        open(browser, &board).await;
        browser.says(".goal-line", "This board may not be solvable.").await;
        browser.choose_in_menu("Best possible result").await;
        browser.says(".hint", &format!("Proven unsolvable. Best possible: {fewest} left.")).await;
        while browser.count(".result").await == 0 {
            browser.hit(".cell.can").await;
            browser.until("document.querySelector('.result, .cell.can')").await;
        }
        browser.says(".result.more", &format!("Proven unsolvable. Best possible: {fewest} left.")).await;

        // The last two of one's own choosing, on a board of chance.
        browser.open("#/solitaire").await;
        browser.fill("#seed", "5").await;
        browser.hit("#choose-last").await;
        let view = registry::rules(RULES).expect("valid").start(5).view(&[]);
        let color = |index: usize| view.cells[index].pile[0].color;
        let other = (1..32).find(|&index| color(index) != color(0)).expect("another colour");
        browser.hit(&format!(".any-board {}", cell("A1"))).await;
        browser.hit(&format!(".any-board {}", cell(&Board::Half.name(Square::new(other))))).await;
        browser.says(".any-board", "Leave white").await;
        browser.press(".any-board", "Play this board").await;
        browser.says(".goal-line", "Leave exactly white").await;
        assert_eq!(browser.count("rect.goal-square").await, 2);

        // Pairs: pointing at one twice takes it alone, pointing at a second takes both.
        let pairs = "sight-reduction:remove=one-or-two,solitaire=on";
        open(browser, &format!("#/solitaire/board?rules={}&seed=1", pairs.replace('=', "%3D"))).await;
        let session = registry::rules(pairs).expect("valid").start(1);
        let pair = session.moves().into_iter().find(|mv| mv.contains(',')).expect("a pair");
        let (one, two) = pair.split_once(',').expect("two");
        browser.hit(&cell(one)).await;
        browser.says("#task", "Choose a second one it sees").await;
        browser.hit(&cell(two)).await;
        browser.says(".status .left", "30 left").await;
        let next = browser.value("document.querySelector('.cell.can').dataset.square").await;
        let next = format!("[data-square=\"{}\"]", next.as_str().expect("a square"));
        browser.hit(&next).await;
        browser.find(".choices").await;
        browser.hit(&next).await;
        browser.says(".status .left", "29 left").await;

        // Links from outside: a sentence each, and the way on.
        for (link, words) in [
            ("#/solitaire/daily/soon", "Invalid date “soon”"),
            ("#/solitaire/daily/9999-12-31", "not available yet"),
            ("#/solitaire/impossible/1", "Unknown difficulty “impossible”"),
            ("#/solitaire/hard/1e9", "Invalid puzzle number “1e9”"),
            ("#/solitaire/hard/1?rules=sight-reduction", "is not for one person"),
            ("#/solitaire/board?rules=%3Cscript%3E", "Unknown game"),
            ("#/solitaire/board?rules=sight-reduction:solitaire%3Don&position=x", "position"),
        ] {
            browser.open(link).await;
            browser.says("main .wrong", words).await;
            browser.find("main a.main").await;
        }

        // Storage from outside: what can be read is, the rest does not hinder.
        for (key, text) in [
            ("halfboard.solitaire.statistics", "gentle x y z\nday never 1 same-day unhelped\n\u{1}"),
            ("halfboard.solitaire.choices", "grade impossible\nwarns perhaps"),
            ("halfboard.solitaire.run/gentle/1", "rules chess\nseed -1"),
            ("halfboard.solitaire.run/gentle/2", "<img src=x onerror=alert(1)>"),
        ] {
            browser.put(key, text).await;
        }
        browser.open("#/solitaire").await;
        browser.says(".today-card", "Not started").await;
        open(browser, "#/solitaire/gentle/1").await;
        browser.says(".status .left", "32 left").await;
        assert_eq!(browser.console_errors().await, Vec::<String>::new());

        // Without a worker it is said so, and a board of chance can be played.
        browser
            .script(
                "document.documentElement.dataset.assets = 'nowhere/'; location.hash = '#/solitaire/hard/77'",
                vec![],
            )
            .await;
        browser.says("main .wrong", "This needs the engine").await;
        browser.click("main a.main").await;
        browser.find(".alone .grid").await;
        browser.hit(".cell.can").await;
        removed(browser, 1).await;
    });
}
