//! Why a square cannot be chosen in Lines of Action.

use halfboard_rules::board::Square;
use halfboard_rules::games::lines_of_action::{LineDistance, LinesOfActionRefusal};

use crate::refusal::{RefusedSquare, and, list, or};

crate::phrases! {
    partners(square): "The checker on {square} is your partner's." | "Der Stein auf {square} gehört deinem Partner.",
    plain(square): "{square} is plain, and this turn moves a marked checker." |
        "Der Stein auf {square} ist nicht markiert, und in diesem Zug zieht ein markierter.",
    marked(square): "{square} is marked, and this turn moves a plain checker." |
        "Der Stein auf {square} ist markiert, und in diesem Zug zieht ein einfacher.",
    cannot_move(square, why): "{square} cannot move: {why}." | "Der Stein auf {square} kann nicht ziehen: {why}.",
    one_friend(square): "a friend is on {square}" | "auf {square} steht ein Freund",
    friends(squares): "friends are on {squares}" | "auf {squares} stehen Freunde",
    full_ring: "a full ring leads back to it" | "ein voller Ring führt zu ihm zurück",
    friend_there(square): "A friend is on {square}: a checker cannot stop there." |
        "Auf {square} steht ein Freund: Dort kann der Stein nicht landen.",
    line_between(from, square): "the line from {from} to {square}" | "Auf der Damenlinie von {from} nach {square}",
    other_line: "the other line" | "auf der anderen",
    one_on_line(line, steps): "1 checker is on {line}, so the move is exactly 1 square, not {steps}" |
        "{line} steht nur ein Stein, also geht der Zug genau ein Feld weit, nicht {steps}",
    many_on_line(line, count, steps): "{count} checkers are on {line}, so the move is exactly {count} squares, not {steps}" |
        "{line} stehen {count} Steine, also geht der Zug genau {count} Felder weit, nicht {steps}",
    one: "1" | "eins",
}

fn distance(from: Square, ways: &[LineDistance], at: &RefusedSquare) -> String {
    let mut counts: Vec<u8> = ways.iter().map(|way| way.on_line).collect();
    counts.sort_unstable();
    counts.dedup();
    let lines = counts.iter().enumerate().map(|(nth, &count)| {
        let mut steps: Vec<u8> = ways.iter().filter(|way| way.on_line == count).map(|way| way.steps).collect();
        steps.sort_unstable();
        steps.dedup();
        let steps: Vec<String> =
            steps.iter().map(|&steps| if steps == 1 { one().to_owned() } else { steps.to_string() }).collect();
        let line = if nth == 0 { line_between(at.name_of(from), &at.name) } else { other_line().to_owned() };
        match count {
            1 => one_on_line(line, list(&steps, or())),
            _ => many_on_line(line, count, list(&steps, or())),
        }
    });
    lines.collect::<Vec<_>>().join("; ") + "."
}

pub(super) fn explain(refusal: &LinesOfActionRefusal, at: &RefusedSquare) -> String {
    use LinesOfActionRefusal as R;
    let square = &at.name;
    match refusal {
        R::Partners => partners(square),
        R::OtherKind { marked: true } => plain(square),
        R::OtherKind { marked: false } => marked(square),
        R::NoWay { enemies, friends: own, off_board, round } => {
            let own = match own.as_slice() {
                [] => String::new(),
                [one] => one_friend(at.name_of(*one)),
                _ => friends(at.list(own, and())),
            };
            let round = if *round { full_ring() } else { "" };
            cannot_move(square, at.immobile(&[at.blocked_by(enemies), own, round.to_owned()], *off_board))
        }
        R::Friend => friend_there(square),
        R::Distance { from, ways } => distance(*from, ways, at),
    }
}
