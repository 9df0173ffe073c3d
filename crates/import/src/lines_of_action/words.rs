//! The words of a game: moves in every spelling, what players say instead of a move, and results.

use halfboard_rules::game::Color;
use halfboard_rules::record::Declared;

/// What stands in the place of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TurnWord {
    /// A move in our spelling; it may not be legal.
    Move(String),
    /// The player passes, alone or with a drop.
    Pass(String),
    /// The player loses for this reason.
    Loses(Declared),
    /// The players agree on a draw.
    Draw,
    /// Something without effect, such as a draw that is offered.
    Nothing,
}

/// Parses a move, or what stands in its place. Returns `None` if it is neither.
pub(super) fn parse_turn(text: &str) -> Option<TurnWord> {
    let text = text.trim().to_lowercase();
    // Marks such as + and ! may follow a move.
    let word = text.trim_end_matches(|c: char| c.is_whitespace() || "+!?#*=~.,".contains(c));
    if let Some(mv) = respell(word) {
        return Some(if mv.starts_with("pass") { TurnWord::Pass(mv) } else { TurnWord::Move(mv) });
    }
    let letters: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    match letters.as_str() {
        "" | "start" | "done" | "end" | "offerdraw" | "drawoffer" | "offersdraw" | "declinedraw" | "drawdeclined" => {
            Some(TurnWord::Nothing)
        }
        "resign" | "resigns" | "resigned" | "resignation" | "giveup" | "givesup" | "concede" | "concedes" | "abort" => {
            Some(TurnWord::Loses(Declared::Resigned))
        }
        "forfeit" | "forfeits" | "forfeited" | "abandon" | "abandons" | "abandoned" => {
            Some(TurnWord::Loses(Declared::Abandoned))
        }
        "time" | "timeout" | "timesout" | "overtime" | "losesontime" | "outoftime" | "timeforfeit" => {
            Some(TurnWord::Loses(Declared::Time))
        }
        "draw" | "agreeddraw" | "drawagreed" | "acceptdraw" | "drawaccepted" | "agreetodraw" => Some(TurnWord::Draw),
        _ => None,
    }
}

/// Returns a move or pass in our spelling: two squares and a drop, whatever stands between them.
fn respell(word: &str) -> Option<String> {
    let (way, drop) = word.split_once('@').map_or((word, None), |(way, drop)| (way, Some(drop.trim())));
    let way = match way.trim() {
        "pass" | "passes" | "passed" | "no move" | "nomove" | "null" | "skip" => "pass".to_owned(),
        way => {
            let (from, rest) = square(way)?;
            let between = rest.trim_start_matches(|c: char| c.is_whitespace() || "-–—:x×*>=→/,".contains(c));
            let (to, rest) = square(between)?;
            if !rest.is_empty() {
                return None;
            }
            format!("{from}{to}")
        }
    };
    match drop {
        None => Some(way),
        Some(drop) => square(drop).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| format!("{way}@{square}")),
    }
}

/// Splits a square off a text.
pub(super) fn square(text: &str) -> Option<(&str, &str)> {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8', ..] => Some(text.split_at(2)),
        _ => None,
    }
}

/// Parses a colour.
pub(super) fn parse_color(text: &str) -> Option<Color> {
    match text.trim().to_lowercase().as_str() {
        "w" | "white" | "2" => Some(Color::White),
        "b" | "black" | "1" => Some(Color::Black),
        _ => None,
    }
}

/// Parses a result: the winner, `None` for a draw, and the reason. Returns `None` if it is unknown or not a result.
pub(super) fn parse_result(text: &str) -> Option<(Option<Color>, Declared)> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "0" | "draw" | "drawn" | "d" | "tie" | "1/2" | "1/2-1/2" | "½-½" | "0.5-0.5" => {
            return Some((None, Declared::Unstated));
        }
        "1-0" => return Some((Some(Color::White), Declared::Unstated)),
        "0-1" => return Some((Some(Color::Black), Declared::Unstated)),
        _ => {}
    }
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (who, how) = text.split_at(end);
    let winner = parse_color(who)?;
    let how: String = how.chars().filter(|c| c.is_alphabetic()).collect();
    let why = match how.as_str() {
        "r" | "resign" | "resigns" | "resigned" | "resignation" | "winsbyresignation" => Declared::Resigned,
        "t" | "time" | "timeout" | "winsontime" => Declared::Time,
        "f" | "forfeit" | "forfeits" | "forfeited" | "winsbyforfeit" => Declared::Abandoned,
        _ => Declared::Unstated,
    };
    Some((Some(winner), why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_spelling() {
        for text in ["b1b3", "B1-B3", "b1:b3", " B1xB3++ ", "b1- b3", "B1 B3!", "b1*b3", "b1–b3", "b1->b3?", "b1:b3#"]
        {
            assert_eq!(parse_turn(text), Some(TurnWord::Move("b1b3".to_owned())), "{text}");
        }
        assert_eq!(parse_turn("B1-B3 @ E5"), Some(TurnWord::Move("b1b3@e5".to_owned())));
        for (text, word) in [("Pass", "pass"), ("PASSES", "pass"), ("pass@e5", "pass@e5")] {
            assert_eq!(parse_turn(text), Some(TurnWord::Pass(word.to_owned())), "{text}");
        }
        for text in ["e8-^^", "b1", "b1b3b5", "i1-i3", "b0b3", "hello", "ä1b3"] {
            assert_eq!(parse_turn(text), None, "{text}");
        }
    }

    #[test]
    fn words_in_the_place_of_a_move_are_understood() {
        assert_eq!(parse_turn(" Resigns. "), Some(TurnWord::Loses(Declared::Resigned)));
        assert_eq!(parse_turn("Forfeit"), Some(TurnWord::Loses(Declared::Abandoned)));
        assert_eq!(parse_turn("time out"), Some(TurnWord::Loses(Declared::Time)));
        assert_eq!(parse_turn("Draw"), Some(TurnWord::Draw));
        assert_eq!(parse_turn("OfferDraw"), Some(TurnWord::Nothing));
        assert_eq!(parse_turn(""), Some(TurnWord::Nothing));
    }

    #[test]
    fn results_are_read_in_every_spelling() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        for (text, winner, why) in [
            ("W+R", white, Declared::Resigned),
            ("B+", black, Declared::Unstated),
            ("black wins", black, Declared::Unstated),
            ("White+Time", white, Declared::Time),
            ("B+F", black, Declared::Abandoned),
            ("1-0", white, Declared::Unstated),
            ("Draw", None, Declared::Unstated),
            ("1/2-1/2", None, Declared::Unstated),
        ] {
            assert_eq!(parse_result(text), Some((winner, why)), "{text}");
        }
        for text in ["?", "Void", "", "*", "unfinished"] {
            assert_eq!(parse_result(text), None, "{text}");
        }
    }
}
