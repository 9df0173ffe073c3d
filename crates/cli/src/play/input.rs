//! Parses what a player types: a move, steps of a turn, or the beginning of either.

use halfboard_rules::board::{Board, Square};
use halfboard_rules::move_entry::MoveEntry;
use halfboard_rules::present::Step;
use halfboard_rules::session::{Progress, Session};
use halfboard_rules::text::nearest;
use halfboard_text as text;

use crate::layout::join_truncated;
use crate::phrases::play as phrases;

/// The numbered list that was printed last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LastListed {
    /// Nothing.
    Nothing,
    /// These moves.
    Moves(Vec<String>),
    /// These next steps.
    Steps(Vec<Step>),
}

/// A parsed line.
#[derive(Debug)]
pub(super) enum Input {
    /// A complete turn.
    Move(String),
    /// A turn that needs more steps.
    Partial(MoveEntry),
    /// A word that can be any of several steps, after the steps before it.
    Ambiguous(String, MoveEntry, Vec<Step>),
}

/// At the end of a line: the turn continues, even if the line is a complete move.
const MORE: &str = "...";

/// Maximum number of moves that begin with a word for which the common steps are computed.
const MOST_BEGUN: usize = 200;

/// Parses a line that is not a command. The error is a sentence for the player.
pub(super) fn parse(
    session: &dyn Session,
    entry: &MoveEntry,
    line: &str,
    listed: &LastListed,
) -> Result<Input, String> {
    let (line, more) = match line.strip_suffix(MORE) {
        Some(line) => (line, true),
        None => (line, false),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut moves = Vec::new();
    if let (&[word], true) = (&words[..], entry.chosen().is_empty()) {
        moves = session.moves();
        if !more && let Some(mv) = whole_move(session, &moves, word) {
            return Ok(Input::Move(mv));
        }
        if let LastListed::Moves(listed) = listed
            && let Some(mv) = by_number(listed, word)
        {
            return Ok(Input::Move(mv.clone()));
        }
    }
    let board = session.info().board;
    let mut entry = entry.clone();
    for (index, word) in words.iter().enumerate() {
        let next = entry.choices(session);
        let numbered = match listed {
            LastListed::Steps(steps) if index == 0 && are_numbered(steps, board) => steps.as_slice(),
            _ => &[],
        };
        let step = match steps(&next, word, numbered, board)[..] {
            [step] => step,
            [] => return begun(session, &moves, word).ok_or_else(|| refusal(session, &entry, word, &moves)),
            ref several => return Ok(Input::Ambiguous((*word).to_owned(), entry, several.to_vec())),
        };
        match entry.choose(session, step) {
            Ok(None) => {}
            Ok(Some(mv)) => match words.get(index + 1) {
                None => return Ok(Input::Move(mv)),
                Some(rest) => return Err(phrases::turn_complete(rest, mv)),
            },
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(Input::Partial(entry))
}

/// Finds a legal move: as listed, in another notation, or, if unique, ignoring case.
fn whole_move(session: &dyn Session, moves: &[String], word: &str) -> Option<String> {
    let spellings = [word.to_owned(), word.to_ascii_lowercase(), word.to_ascii_uppercase()];
    if let Some(spelling) = spellings.map(|word| session.respell(&word)).into_iter().find(|mv| moves.contains(mv)) {
        return Some(spelling);
    }
    let alike: Vec<&String> = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(word)).collect();
    if let [mv] = alike[..] { Some(mv.clone()) } else { None }
}

/// Finds the steps for a word: with this token, else ignoring case, else by number in the list, else by prefix.
fn steps(next: &[Step], word: &str, numbered: &[Step], board: Board) -> Vec<Step> {
    let with = |is: &dyn Fn(&str) -> bool| -> Vec<Step> {
        next.iter().copied().filter(|step| is(&step.to_token(board))).collect()
    };
    let mut found = with(&|name| name == word);
    if found.is_empty() {
        found = with(&|name| name.eq_ignore_ascii_case(word));
    }
    if found.is_empty() {
        found.extend(by_number(numbered, word));
    }
    if found.is_empty() {
        found = with(&|name| begins(name, word));
    }
    found
}

/// Returns whether a name begins with a word, ignoring case.
fn begins(name: &str, word: &str) -> bool {
    name.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
}

/// Interprets the beginning of a move: the move if there is only one, else the common steps of all such moves.
fn begun(session: &dyn Session, moves: &[String], word: &str) -> Option<Input> {
    let word = session.respell(word);
    let begun: Vec<&String> = moves.iter().filter(|mv| begins(mv, &word)).take(MOST_BEGUN + 1).collect();
    let first = match begun[..] {
        [mv] => return Some(Input::Move(mv.clone())),
        [first, ..] if begun.len() <= MOST_BEGUN => session.steps(first)?,
        _ => return None,
    };
    let mut shared = first.len();
    for mv in &begun[1..] {
        let steps = session.steps(mv)?;
        shared = shared.min(steps.iter().zip(&first).take_while(|(a, b)| a == b).count());
    }
    let mut entry = MoveEntry::new();
    for &step in &first[..shared] {
        entry.choose(session, step).ok().filter(Option::is_none)?;
    }
    (shared > 0).then_some(Input::Partial(entry))
}

/// Explains why a word is neither a move nor a step, and what is valid.
fn refusal(session: &dyn Session, entry: &MoveEntry, word: &str, moves: &[String]) -> String {
    let board = session.info().board;
    let next = entry.choices(session);
    let choices = join_truncated(&next.iter().map(|step| step.to_token(board)).collect::<Vec<_>>());
    let square = [word.to_owned(), word.to_ascii_lowercase(), word.to_ascii_uppercase()];
    let square: Option<Square> = square.iter().find_map(|name| board.square(name));
    match square.map(|square| (square, session.refusal(entry.chosen(), square))) {
        Some((_, Some(why))) => phrases::you_can_choose(text::refusal::explain(&why), choices),
        // Steps point at the square, but their tokens are others, such as those of sets.
        Some((square, None)) => phrases::you_can_choose(phrases::cannot_choose(board.name(square)), choices),
        None if moves.is_empty() => phrases::you_can_choose(phrases::cannot_choose(word), choices),
        None => {
            let nearest = nearest(word, moves.iter().map(String::as_str), 4).join(", ");
            phrases::not_a_move(word, nearest)
        }
    }
}

/// Returns whether a step's token is just the name of its square.
pub(super) fn is_plain(step: Step, board: Board) -> bool {
    step.square().is_some_and(|square| board.name(square) == step.to_token(board))
}

/// Returns whether steps are numbered in a list: not if their tokens are numbers.
fn are_numbered(steps: &[Step], board: Board) -> bool {
    steps.iter().all(|step| step.to_token(board).parse::<usize>().is_err())
}

fn by_number<'a, T>(items: &'a [T], word: &str) -> Option<&'a T> {
    items.get(word.parse::<usize>().ok()?.checked_sub(1)?)
}

/// Returns a first step that is also a complete move, to explain how to continue it.
pub(super) fn whole_and_part(session: &dyn Session) -> Option<String> {
    let board = session.info().board;
    let moves = session.moves();
    let steps = MoveEntry::new().choices(session).into_iter();
    let both = steps.filter(|step| moves.binary_search(&step.to_token(board)).is_ok());
    let mut both = both.filter(|&step| matches!(session.progress(&[step]), Some(Progress::Next(_))));
    both.next().map(|step| step.to_token(board))
}

/// Returns the steps as a list to choose from.
pub(super) fn choices(session: &dyn Session, next: &[Step]) -> Vec<String> {
    let board = session.info().board;
    let words: Vec<String> = next.iter().map(|step| step.to_token(board)).collect();
    let numbered = are_numbered(next, board);
    let digits = next.len().to_string().len();
    let item = |(index, word): (usize, String)| {
        let number = if numbered { format!("{:>digits$}) ", index + 1) } else { String::new() };
        match text::steps::step(next[index], board) {
            meaning if is_plain(next[index], board) || meaning == word => format!("{number}{word}"),
            meaning => format!("{number}{word} ({meaning})"),
        }
    };
    words.into_iter().enumerate().map(item).collect()
}
