//! What a typed line means in the game: a whole move, or steps of a turn. Asks the session, changes nothing.

use halfboard_rules::board::Board;
use halfboard_rules::entry::Entry;
use halfboard_rules::present::Step;
use halfboard_rules::session::{Progress, Session};
use halfboard_rules::text::nearest;

/// What was listed last, and can therefore be chosen by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// Nothing.
    Nothing,
    /// The legal moves.
    Moves,
    /// The next steps.
    Steps,
}

/// What a line came to.
#[derive(Debug)]
pub(super) enum Typed {
    /// A whole turn.
    Move(String),
    /// A turn that needs further steps.
    Part(Entry),
}

/// At the end of a line, this says that the turn goes on although what was typed is a whole move as well.
const MORE: &str = "...";

/// Reads a line that is no command; the error is a sentence for the player.
pub(super) fn read(session: &dyn Session, entry: &Entry, line: &str, listed: Listed) -> Result<Typed, String> {
    let (line, more) = match line.strip_suffix(MORE) {
        Some(line) => (line, true),
        None => (line, false),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut moves = Vec::new();
    if let (&[word], true) = (&words[..], entry.chosen().is_empty()) {
        moves = session.moves();
        if !more && let Some(mv) = whole_move(session, &moves, word)? {
            return Ok(Typed::Move(mv));
        }
        if listed == Listed::Moves
            && let Some(mv) = by_number(&moves, word)
        {
            return Ok(Typed::Move(mv.clone()));
        }
    }
    let board = session.info().board;
    let mut entry = entry.clone();
    for (index, word) in words.iter().enumerate() {
        let next = entry.choices(session);
        let numbered = listed == Listed::Steps && index == 0;
        let Some(step) = step(&next, word, numbered, board)? else {
            if !moves.is_empty() {
                let nearest = nearest(word, moves.iter().map(String::as_str), 4).join(", ");
                return Err(format!("'{word}' is no move here; nearest: {nearest}. help says what can be typed."));
            }
            let choices: Vec<String> = next.iter().map(|step| step.word(board)).collect();
            return Err(format!("'{word}' cannot be chosen now; choose from: {}", choices.join(" ")));
        };
        match entry.choose(session, step) {
            Ok(None) => {}
            Ok(Some(mv)) => match words.get(index + 1) {
                None => return Ok(Typed::Move(mv)),
                Some(rest) => return Err(format!("The turn is complete before '{rest}': it is {mv}.")),
            },
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(Typed::Part(entry))
}

/// The legal move of this word: as listed, or in another spelling, or in other letter case.
fn whole_move(session: &dyn Session, moves: &[String], word: &str) -> Result<Option<String>, String> {
    let spellings = [word.to_owned(), word.to_ascii_lowercase(), word.to_ascii_uppercase()];
    for spelling in spellings.map(|word| session.respell(&word)) {
        if moves.contains(&spelling) {
            return Ok(Some(spelling));
        }
    }
    let alike: Vec<&String> = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(word)).collect();
    match alike[..] {
        [] => Ok(None),
        [mv] => Ok(Some(mv.clone())),
        _ => Err(format!("'{word}' can be {} moves; mind the letter case.", alike.len())),
    }
}

/// The step of this word, as it is written, or in other letter case, or else by its number.
fn step(next: &[Step], word: &str, numbered: bool, board: Board) -> Result<Option<Step>, String> {
    if let Some(&step) = next.iter().find(|step| step.word(board) == word) {
        return Ok(Some(step));
    }
    let alike: Vec<&Step> = next.iter().filter(|step| step.word(board).eq_ignore_ascii_case(word)).collect();
    match alike[..] {
        [] if numbered => Ok(by_number(next, word).copied()),
        [] => Ok(None),
        [&step] => Ok(Some(step)),
        _ => Err(format!("'{word}' can be {} steps; mind the letter case.", alike.len())),
    }
}

fn by_number<'a, T>(items: &'a [T], word: &str) -> Option<&'a T> {
    items.get(word.parse::<usize>().ok()?.checked_sub(1)?)
}

/// A first step that is a whole move too, for which the player should know how to go on.
pub(super) fn whole_and_part(session: &dyn Session) -> Option<String> {
    let board = session.info().board;
    let moves = session.moves();
    let steps = Entry::new().choices(session).into_iter();
    let both = steps.filter(|step| moves.binary_search(&step.word(board)).is_ok());
    let mut both = both.filter(|&step| matches!(session.progress(&[step]), Some(Progress::Next(_))));
    both.next().map(|step| step.word(board))
}

/// The steps as a list to choose from: numbered, unless the words are numbers themselves.
pub(super) fn choices(next: &[Step], board: Board) -> Vec<String> {
    let words: Vec<String> = next.iter().map(|step| step.word(board)).collect();
    let numbered = words.iter().all(|word| word.parse::<usize>().is_err());
    let item = |(index, word): (usize, String)| {
        let number = if numbered { format!("{}) ", index + 1) } else { String::new() };
        match next[index] {
            // Their word is a square, which says it all.
            step if step.square().is_some_and(|square| board.name(square) == word) => format!("{number}{word}"),
            step if step.words(board) == word => format!("{number}{word}"),
            step => format!("{number}{word} ({})", step.words(board)),
        }
    };
    words.into_iter().enumerate().map(item).collect()
}
