//! Plays every lesson through with the rules core: no step asks for the impossible, and what the texts say is so.

use std::collections::{BTreeMap, BTreeSet};

use halfboard_rules::game::{Color, Ending, Outcome, Reason};
use halfboard_rules::registry;
use halfboard_rules::session::Session;
use halfboard_text::Text;
use halfboard_text::lessons::{Goal, LESSONS, LessonStep, lesson};

/// Every step, with a name for messages.
fn steps() -> impl Iterator<Item = (String, &'static LessonStep)> {
    LESSONS
        .iter()
        .flat_map(|lesson| lesson.steps.iter().map(|step| (format!("{}, '{}'", lesson.game, step.title.en), step)))
}

fn step(game: &str, title: &str) -> &'static LessonStep {
    let lesson = lesson(game).unwrap();
    lesson.steps.iter().find(|step| step.title.en == title).unwrap_or_else(|| panic!("no step '{title}' in {game}"))
}

fn texts(step: &LessonStep) -> [Text; 4] {
    [step.title, step.task, step.done, step.not_yet]
}

fn after(session: &dyn Session, mv: &str) -> Box<dyn Session> {
    let mut next = session.clone_box();
    next.play(mv).unwrap();
    next
}

#[test]
fn every_game_has_a_lesson() {
    let games: Vec<_> = registry::games().iter().map(|game| game.info().id).collect();
    assert_eq!(games, LESSONS.iter().map(|lesson| lesson.game).collect::<Vec<_>>());
    for lesson in LESSONS {
        assert!((5..=10).contains(&lesson.steps.len()), "{}", lesson.game);
        let titles: BTreeSet<_> = lesson.steps.iter().map(|step| step.title.en).collect();
        assert_eq!(titles.len(), lesson.steps.len(), "{}: two steps share a title", lesson.game);
    }
}

#[test]
fn every_position_is_canonical_and_white_is_to_move() {
    for lesson in LESSONS {
        for step in lesson.steps {
            let session = step.start();
            assert_eq!(session.info().id, lesson.game, "{}", step.title.en);
            assert_eq!(session.rules(), step.rules, "{}", step.title.en);
            assert_eq!(session.position(), step.position, "{}", step.title.en);
            assert_eq!(session.ending(), None, "{}", step.title.en);
            assert_eq!(step.position.split(' ').nth(1), Some("w"), "{}", step.title.en);
        }
    }
}

#[test]
fn every_goal_can_be_reached_and_missed() {
    for (name, step) in steps() {
        let moves = step.start().moves();
        let right = moves.iter().filter(|mv| step.reached_by(mv)).count();
        assert!(right > 0, "{name}: no move reaches the goal");
        let open = matches!(step.goal, Goal::Any);
        assert_eq!(right == moves.len(), open, "{name}: {right} of {} moves are right", moves.len());
        if let Goal::OneOf(patterns) = step.goal {
            for pattern in patterns.iter().filter(|pattern| !pattern.contains('*')) {
                assert!(moves.iter().any(|mv| mv == pattern), "{name}: {pattern} is not legal");
            }
            for pattern in patterns {
                let alone = LessonStep { goal: Goal::OneOf(std::slice::from_ref(pattern)), ..*step };
                assert!(moves.iter().any(|mv| alone.reached_by(mv)), "{name}: nothing is like {pattern}");
            }
        }
    }
}

#[test]
fn every_answer_is_legal_after_every_right_move() {
    for (name, step) in steps() {
        let Some(answer) = step.answer else { continue };
        let session = step.start();
        for mv in session.moves().iter().filter(|mv| step.reached_by(mv)) {
            let mut next = after(&*session, mv);
            assert!(next.play(answer).is_ok(), "{name}: after {mv} the answer {answer} is not legal");
        }
    }
}

#[test]
fn every_text_is_there_in_both_languages_and_short() {
    for (name, step) in steps() {
        for text in texts(step) {
            assert_ne!(text.en, text.de, "{name}");
            for said in [text.en, text.de] {
                let length = said.chars().count();
                assert!((1..=320).contains(&length), "{name}: {length} characters: {said}");
                assert_eq!(said.trim(), said, "{name}: {said}");
                assert!(!said.contains("  ") && !said.contains('\n'), "{name}: {said}");
            }
        }
        for title in [step.title.en, step.title.de] {
            assert!(title.chars().count() <= 40, "{name}: {title}");
        }
    }
}

/// The words of a text that look like squares.
fn named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| matches!(word.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z', b'0'..=b'9'])).collect()
}

#[test]
fn every_square_that_is_named_exists_and_both_languages_name_the_same() {
    for (name, step) in steps() {
        let board = step.start().info().board;
        for text in texts(step) {
            for word in named(text.en) {
                assert!(board.square(word).is_some(), "{name}: there is no square {word}");
            }
            assert_eq!(named(text.en), named(text.de), "{name}");
        }
    }
}

/// What stands where in a position: squares by name, stacks from below.
fn board(session: &dyn Session) -> BTreeMap<String, String> {
    let position = session.position();
    let rows = position.split(' ').next().unwrap().split('/');
    let board = session.info().board;
    let mut found = BTreeMap::new();
    for (row, squares) in rows.zip(board.rows_from_top()) {
        let (mut column, mut stack) = (0, None::<String>);
        for letter in row.chars() {
            match (letter, &mut stack) {
                ('(', _) => stack = Some(String::new()),
                (')', _) => {
                    found.insert(board.name(squares[column]), stack.take().unwrap());
                    column += 1;
                }
                (checker, Some(stack)) => stack.push(checker),
                (letter, None) => match letter.to_digit(10) {
                    Some(empty) => column += empty as usize,
                    None => {
                        found.insert(board.name(squares[column]), letter.to_string());
                        column += 1;
                    }
                },
            }
        }
    }
    found
}

fn at<'a>(board: &'a BTreeMap<String, String>, square: &str) -> &'a str {
    board.get(square).map_or("", String::as_str)
}

/// Whether the side that made the last move wins, however the other side plays.
fn won_for_mover(next: &dyn Session) -> bool {
    match next.ending() {
        Some(ending) => Some(ending) == won_by_other(next, ending.reason),
        None => next.moves().iter().all(|reply| {
            let answered = after(next, reply);
            answered.ending().is_none() && answered.moves().iter().any(|mv| won_for_mover(&*after(&*answered, mv)))
        }),
    }
}

fn won_by_other(session: &dyn Session, reason: Reason) -> Option<Ending> {
    session.color_of(session.turn()).map(|color| Ending::win(color.other(), reason))
}

/// Whether a solitaire can still be solved.
fn solvable(session: &dyn Session) -> bool {
    match session.ending() {
        Some(ending) => ending.outcome == Outcome::Solved,
        None => session.moves().iter().any(|mv| solvable(&*after(session, mv))),
    }
}

/// Whether the side to move has a move that wins at once.
fn wins_at_once(session: &dyn Session) -> bool {
    session.ending().is_none()
        && session.moves().iter().any(|mv| {
            let next = after(session, mv);
            next.ending().is_some_and(|ending| Some(ending) == won_by_other(&*next, ending.reason))
        })
}

/// Whether White has a stack of one, of two and of three.
fn has_set(board: &BTreeMap<String, String>) -> bool {
    (1..=3).all(|height| board.values().any(|stack| stack.len() == height && stack.ends_with('w')))
}

fn blacks(board: &BTreeMap<String, String>) -> usize {
    board.values().filter(|stack| stack.ends_with('b')).count()
}

/// A step, a legal move of it, and the game after that move.
struct Tried<'a> {
    step: &'a LessonStep,
    mv: &'a str,
    next: &'a dyn Session,
}

impl Tried<'_> {
    fn board(&self) -> BTreeMap<String, String> {
        board(self.next)
    }

    fn before(&self) -> BTreeMap<String, String> {
        board(&*self.step.start())
    }

    /// Whether these squares hold these stacks now; an empty text is an empty square.
    fn shows(&self, wanted: &[(&str, &str)]) -> bool {
        let board = self.board();
        wanted.iter().all(|(square, stack)| at(&board, square) == *stack)
    }

    fn field(&self, index: usize) -> String {
        self.next.position().split(' ').nth(index).unwrap().to_owned()
    }
}

type Claim = fn(&Tried) -> bool;

/// What the task of each step with listed moves asks for, put as a question about any legal move.
const ASKED: &[(&str, &str, Claim)] = &[
    ("sight-reduction", "A blocked view", |t| t.mv.starts_with('A')),
    ("sight-reduction", "Opening a line", |t| t.shows(&[("A3", "w"), ("B3", ""), ("C3", ""), ("D3", "w")])),
    ("sight-reduction", "Keep the one in the middle", |t| won_for_mover(t.next)),
    ("sight-reduction", "Only one move wins", |t| won_for_mover(t.next)),
    ("sight-reduction", "Queen sight", |t| {
        let plain = LessonStep { rules: "sight-reduction", ..*t.step };
        !plain.start().moves().iter().any(|mv| mv == t.mv)
    }),
    ("sight-reduction", "On your own", |t| solvable(t.next)),
    ("sight-reduction", "Two at once", |t| solvable(t.next)),
    ("lines-of-action", "Count the line", |t| t.mv.starts_with("c4") && t.mv.ends_with('4')),
    ("lines-of-action", "Over your own checkers", |t| t.mv.starts_with("d2d") && t.mv > "d2d3"),
    ("lines-of-action", "The enemy bars the way", |t| t.mv.ends_with("f5")),
    ("lines-of-action", "Capturing", |t| t.shows(&[("e5", "w")]) && blacks(&t.board()) < blacks(&t.before())),
    ("lines-of-action", "Scrambled Eggs", |t| ["c3", "c6", "f3", "f6"].iter().any(|square| t.shows(&[(square, "w")]))),
    ("stacks-in-action", "The set, and how far height carries", |t| {
        let board = t.next.info().board;
        let [from, to] = [1..3, 3..5].map(|place| board.square(&t.mv[place]).unwrap());
        t.mv.starts_with("2D6") && from.king_steps(to) == 2 && has_set(&t.board())
    }),
    ("stacks-in-action", "How far the line carries", |t| t.shows(&[("C8", ""), ("C7", "ww"), ("C5", "w")])),
    ("stacks-in-action", "Lifting only some", |t| t.shows(&[("B5", "ww"), ("C6", "www")]) && has_set(&t.board())),
    ("stacks-in-action", "Taking prisoners", |t| {
        let board = t.board();
        at(&board, "C4").starts_with('b') && at(&board, "C4").ends_with('w') && has_set(&board)
    }),
    ("stacks-in-action", "What stays behind", |t| {
        &t.mv[1..3] == "C4" && blacks(&t.board()) == blacks(&t.before()) && has_set(&t.board())
    }),
    ("stacks-in-action", "Too tall", |t| t.mv.starts_with("3B5B8") && has_set(&t.board())),
    ("stacks-in-action", "Mending the set", |t| has_set(&t.board())),
    ("j", "Entering", |t| ["A", "D"].iter().any(|row| t.mv.starts_with(row)) && &t.mv[1..2] >= "5"),
    ("j", "Pushing a column", |t| t.shows(&[("A6", "w"), ("B6", "b")])),
    ("j", "Pushing a row", |t| t.shows(&[("C1", "w"), ("C2", "w"), ("C3", "b")])),
    ("j", "The choice in the corner", |t| t.shows(&[("A7", "w"), ("A8", "w")])),
    ("j", "Taking one back", |t| t.mv.starts_with("A6") && t.field(2).starts_with("w10")),
    ("j", "Never run dry", |t| !t.field(2).starts_with("w0")),
    ("sllim", "Four in a row", |t| t.field(3).starts_with("w2") && t.shows(&[("A2", ""), ("A3", ""), ("A4", "")])),
    ("sllim", "A square", |t| t.field(3).starts_with("w2") && t.shows(&[("B3", ""), ("B4", ""), ("C3", "")])),
    ("sllim", "A full column", |t| t.field(3).starts_with("w2") && t.shows(&[("A5", ""), ("C5", ""), ("D5", "")])),
    ("sllim", "Blocking", |t| !wins_at_once(t.next)),
    ("sllim", "Choose what leaves", |t| t.next.moves().iter().all(|reply| wins_at_once(&*after(t.next, reply)))),
    ("sllim", "Placing first", |t| {
        let board = t.next.info().board;
        let [here, there] = [&t.mv[1..], "B3"].map(|name| board.square(name).unwrap());
        here.row().abs_diff(there.row()) + here.column().abs_diff(there.column()) == 1
    }),
];

#[test]
fn the_listed_moves_are_exactly_those_that_do_what_is_asked() {
    let listed = steps().filter(|(_, step)| matches!(step.goal, Goal::OneOf(_))).count();
    assert_eq!(listed, ASKED.len(), "every step with listed moves needs a claim, and no other");
    for (game, title, claim) in ASKED {
        let step = step(game, title);
        assert!(matches!(step.goal, Goal::OneOf(_)), "{game}, '{title}'");
        let session = step.start();
        for mv in session.moves() {
            let next = after(&*session, &mv);
            let asked = claim(&Tried { step, mv: &mv, next: &*next });
            assert_eq!(step.reached_by(&mv), asked, "{game}, '{title}': {mv}");
        }
    }
}

#[test]
fn games_are_won_for_the_reasons_given() {
    let reasons = [
        ("sight-reduction", "The last turn wins", Reason::NoMove),
        ("sight-reduction", "Leave the right ones", Reason::Solved),
        ("lines-of-action", "All in one group", Reason::United),
        ("lines-of-action", "Capture your way home", Reason::United),
        ("lines-of-action", "Do not do the enemy's work", Reason::United),
        ("lines-of-action", "Round the edge", Reason::United),
        ("lines-of-action", "Parachute", Reason::United),
        ("stacks-in-action", "Breaking the set", Reason::NoMove),
        ("stacks-in-action", "Strike where it hurts", Reason::NoMove),
        ("j", "The winning chain", Reason::WinningChain),
        ("j", "The losing chain", Reason::WinningChain),
        ("j", "Make the enemy lose", Reason::LosingChain),
        ("j", "Free placement", Reason::WinningChain),
        ("sllim", "The last set wins", Reason::Cleared),
        ("sllim", "Momentum", Reason::Momentum),
        ("sllim", "The knockout cross", Reason::Cross),
    ];
    assert_eq!(steps().filter(|(_, step)| matches!(step.goal, Goal::Win)).count(), reasons.len());
    for (game, title, reason) in reasons {
        let step = step(game, title);
        assert!(matches!(step.goal, Goal::Win) && step.answer.is_none(), "{game}, '{title}'");
        let session = step.start();
        for mv in session.moves().iter().filter(|mv| step.reached_by(mv)) {
            assert_eq!(after(&*session, mv).ending().unwrap().reason, reason, "{game}, '{title}': {mv}");
        }
    }
}

#[test]
fn what_is_warned_of_loses() {
    let warnings = [
        ("lines-of-action", "Do not do the enemy's work", "e5e2", Reason::UnitedByOpponent),
        ("j", "The losing chain", "A5v", Reason::LosingChain),
        ("j", "The losing chain", "D5v", Reason::LosingChain),
        ("j", "Free placement", "B6", Reason::LosingChain),
        ("j", "Free placement", "C5", Reason::LosingChain),
    ];
    for (game, title, mv, reason) in warnings {
        let ending = after(&*step(game, title).start(), mv).ending();
        assert_eq!(ending, Some(Ending::win(Color::Black, reason)), "{game}, '{title}': {mv}");
    }
}

/// The winning moves of steps whose texts name the square on which the win is made.
#[test]
fn wins_are_where_the_texts_put_them() {
    let squares = [
        ("sight-reduction", "The last turn wins", "C2"),
        ("sight-reduction", "Leave the right ones", "B4"),
        ("lines-of-action", "All in one group", "a6c4"),
        ("lines-of-action", "Capture your way home", "b4e4"),
        ("j", "The winning chain", "C1"),
        ("j", "The losing chain", "B1"),
        ("j", "Make the enemy lose", "A2v"),
        ("j", "Free placement", "B4"),
        ("sllim", "The last set wins", "A1C4xhC4"),
    ];
    for (game, title, only) in squares {
        let step = step(game, title);
        let right: Vec<_> = step.start().moves().into_iter().filter(|mv| step.reached_by(mv)).collect();
        assert_eq!(right, [only], "{game}, '{title}'");
    }
    let starts = [
        ("lines-of-action", "Do not do the enemy's work", "h5"),
        ("lines-of-action", "Round the edge", "a4g"),
        ("stacks-in-action", "Breaking the set", "C3"),
        ("stacks-in-action", "Strike where it hurts", "D7D5"),
        ("sllim", "Momentum", "D5xhD3"),
        ("sllim", "The knockout cross", "B3"),
    ];
    for (game, title, part) in starts {
        let step = step(game, title);
        let right = step.start().moves().into_iter().filter(|mv| step.reached_by(mv));
        assert!(right.clone().count() > 1 && right.into_iter().all(|mv| mv.contains(part)), "{game}, '{title}'");
    }
}

#[test]
fn answers_do_what_is_said_of_them() {
    let solved = step("sight-reduction", "Two at once");
    let next = after(&*solved.start(), "B2,B5");
    assert_eq!(after(&*next, "D3,D7").ending().map(|ending| ending.outcome), Some(Outcome::Solved));
    // The next step goes on where this one ends.
    let choice = step("sllim", "Choose what leaves");
    let next = after(&*after(&*choice.start(), "D8C4xvA4"), "B8C8");
    assert_eq!(next.position(), step("sllim", "The last set wins").position);
}
