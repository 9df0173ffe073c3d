//! Why a move is good, in sentences about "it", the move. They say what the estimate sees and no more: what a term counts
//! for both sides is told as a comparison with the opponent. Touches nothing.

use halfboard_engine::reasons::{Deed, Reason};

use super::Text;

crate::phrases! {
    wins: "It wins at once." | "Er gewinnt sofort.",
    solves: "It solves the board." | "Er löst das Brett.",
    forced: "It is the only legal move." | "Er ist der einzige erlaubte Zug.",
    only_move: "Every other move loses at once." | "Jeder andere Zug verliert sofort.",
    parries: "Many other moves lose at once." | "Viele andere Züge verlieren sofort.",
    captures: "It captures an enemy checker." | "Er schlägt einen feindlichen Stein.",
    covers: "It lands on an enemy stack." | "Er landet auf einem feindlichen Stapel.",
    completes: "It completes a set, which leaves." | "Er vollendet einen Vierer, der entkommt.",
}

/// A reason in a sentence, in the game with this id; `None` for a term that is not told.
pub fn sentence(game: &str, reason: Reason, solitaire: bool) -> Option<&'static str> {
    Some(match reason {
        Reason::Wins if solitaire => solves(),
        Reason::Wins => wins(),
        Reason::Forced => forced(),
        Reason::OnlyMove => only_move(),
        Reason::Parries => parries(),
        Reason::Does(Deed::Captures) => captures(),
        Reason::Does(Deed::Covers) => covers(),
        Reason::Does(Deed::Completes) => completes(),
        Reason::Term { name } => {
            let (_, _, text) = TERMS.iter().find(|(of, term, _)| (*of, *term) == (game, name))?;
            text.get()
        }
    })
}

/// Declares what is said of the terms of each game, by the game's id and the term's name.
macro_rules! terms {
    ($($game:literal { $($name:literal: $en:literal | $de:literal,)* })*) => {
        &[$($(($game, $name, Text::new($en, $de)),)*)*]
    };
}

/// The terms that are told, by game and name: one name means different things in different games.
const TERMS: &[(&str, &str, Text)] = terms! {
    "sight-reduction" {
        "removable": "Compared with your opponent, it leaves you more checkers to remove than most other moves."
            | "Verglichen mit deinem Gegner kannst du danach mehr Steine wegnehmen als nach den meisten anderen Zügen.",
        "beside": "It keeps more of your checkers side by side than most other moves, compared with your opponent's."
            | "Er lässt mehr deiner Steine nebeneinander als die meisten Züge, verglichen mit denen deines Gegners.",
        "alone": "Fewer of your checkers stand alone then, compared with your opponent's."
            | "Danach stehen weniger deiner Steine allein, verglichen mit denen deines Gegners.",
    }
    "lines-of-action" {
        "spread": "It brings your checkers closer together, compared with your opponent's."
            | "Er bringt deine Steine näher zusammen, verglichen mit denen deines Gegners.",
        "mobility": "Your checkers can move more freely then, compared with your opponent's."
            | "Deine Steine sind danach beweglicher, verglichen mit denen deines Gegners.",
        "neighbours": "More of your checkers touch each other, compared with your opponent's."
            | "Mehr deiner Steine berühren einander, verglichen mit denen deines Gegners.",
        "groups": "Your checkers form fewer groups, compared with your opponent's."
            | "Deine Steine bilden weniger Gruppen, verglichen mit denen deines Gegners.",
        "quads": "It packs three or four of your checkers together, or breaks up such a block of your opponent's."
            | "Er rückt drei oder vier deiner Steine dicht zusammen oder löst einen solchen Block deines Gegners auf.",
    }
    "stacks-in-action" {
        "set": "It completes your set of heights, or breaks your opponent's."
            | "Er ergänzt deinen Satz oder zerstört den deines Gegners.",
        "singles": "You have more singles then, compared with your opponent."
            | "Du hast danach mehr Einer, verglichen mit deinem Gegner.",
        "doubles": "You have more doubles then, compared with your opponent."
            | "Du hast danach mehr Zweier, verglichen mit deinem Gegner.",
        "triples": "You have more triples then, compared with your opponent."
            | "Du hast danach mehr Dreier, verglichen mit deinem Gegner.",
        "spares": "You hold more heights twice, compared with your opponent."
            | "Du hast mehr Höhen doppelt, verglichen mit deinem Gegner.",
        "reserve": "Your reserve grows, compared with your opponent's."
            | "Dein Vorrat wächst, verglichen mit dem deines Gegners.",
        "checkers": "You have more checkers left, compared with your opponent."
            | "Dir bleiben mehr Steine, verglichen mit deinem Gegner.",
        "control": "You control more stacks, compared with your opponent."
            | "Du beherrschst mehr Stapel, verglichen mit deinem Gegner.",
        "doomed": "It mends a set of yours that the reserve was too small for, or leaves your opponent with such a gap."
            | "Er füllt eine Lücke in deinem Satz, für die der Vorrat zu klein war, oder reißt dem Gegner eine.",
        "hit": "It seems to leave none of your last stacks of a height within your opponent's reach."
            | "Danach scheint kein Stapel, der dein letzter seiner Höhe ist, in Reichweite deines Gegners zu sein.",
        "hurt": "It aims at a stack that is your opponent's last of its height."
            | "Er zielt auf einen Stapel, der der letzte seiner Höhe bei deinem Gegner ist.",
        "kill": "It seems to keep your opponent from landing on a last stack that you could not replace."
            | "Dein Gegner scheint danach auf keinem letzten Stapel zu landen, den du nicht ersetzen kannst.",
    }
    "j" {
        "winning": "It brings your winning chain nearer, or your opponent's further away."
            | "Er bringt deine Gewinnkette näher oder rückt die deines Gegners weiter weg.",
        "losing": "It keeps you further from your losing chain, or brings your opponent nearer to one."
            | "Er hält dich weiter von deiner Verlustkette fern oder bringt deinen Gegner näher an eine.",
        "reserve": "It keeps your small reserve up, compared with your opponent's."
            | "Er hält deinen kleinen Vorrat hoch, verglichen mit dem deines Gegners.",
        "middle": "More of your checkers stand in the middle and can be taken back, compared with your opponent's."
            | "Mehr deiner Steine stehen in der Mitte und können zurückkehren, verglichen mit denen deines Gegners.",
        "reach": "Your opponent is then more than one checker away from a winning chain."
            | "Deinem Gegner fehlt danach mehr als ein Stein zur Gewinnkette.",
        "threat": "You are then a single checker away from your winning chain."
            | "Dir fehlt danach nur ein Stein zur Gewinnkette.",
        "trap": "Your opponent is then a single checker away from a losing chain."
            | "Deinem Gegner fehlt danach nur ein Stein zu einer Verlustkette.",
    }
    "sllim" {
        "threats": "There are more squares on which you complete a set, compared with your opponent."
            | "Es gibt mehr Felder, auf denen du einen Vierer vollendest, verglichen mit deinem Gegner.",
        "set": "It leaves your opponent no square to complete a set on."
            | "Er lässt deinem Gegner kein Feld, auf dem er einen Vierer vollendet.",
        "threat": "It threatens to complete a set."
            | "Er droht, einen Vierer zu vollenden.",
        "win": "It keeps your opponent from completing the last set."
            | "Er hindert deinen Gegner daran, den letzten Vierer zu vollenden.",
        "loss": "It threatens your last set on two squares at once."
            | "Er droht auf zwei Feldern zugleich mit deinem letzten Vierer.",
        "pairs": "You have more open pairs to build sets from, compared with your opponent."
            | "Du hast mehr offene Paare, aus denen Vierer werden können, verglichen mit deinem Gegner.",
        "bound": "More enemy checkers are tied down, because they must block a set of yours."
            | "Mehr feindliche Steine sind gebunden, weil sie einen deiner Vierer verhindern müssen.",
        "fork": "It keeps your opponent from making two threats at once."
            | "Er hindert deinen Gegner daran, zwei Drohungen zugleich zu schaffen.",
        "free": "More of your checkers are free to move, compared with your opponent's."
            | "Mehr deiner Steine sind frei beweglich, verglichen mit denen deines Gegners.",
        "last pairs": "For the last set you have more open pairs, compared with your opponent."
            | "Für den letzten Vierer hast du mehr offene Paare, verglichen mit deinem Gegner.",
        "last threat": "It threatens to complete your last set."
            | "Er droht, deinen letzten Vierer zu vollenden.",
        "last fork": "It keeps your opponent from making two threats at once to complete the last set."
            | "Er hindert deinen Gegner daran, zwei Drohungen zugleich für den letzten Vierer zu schaffen.",
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_engine::eval;
    use halfboard_engine::evaluate::Told;
    use halfboard_rules::registry;

    #[test]
    fn every_term_that_is_told_has_words_and_no_other() {
        let mut told = 0;
        for game in registry::games().iter().map(|game| game.info().id) {
            for term in eval::terms(game) {
                let sentence = sentence(game, Reason::Term { name: term.name }, false);
                assert_eq!(sentence.is_some(), term.told != Told::Nothing, "{game}: {}", term.name);
                told += usize::from(sentence.is_some());
            }
        }
        assert_eq!(told, TERMS.len(), "words of terms that are not there");
    }

    #[test]
    fn every_sentence_ends_and_differs_between_the_languages() {
        for (game, name, text) in TERMS {
            assert!(text.en.ends_with('.') && text.de.ends_with('.') && text.en != text.de, "{game}: {name}");
        }
        for reason in Reason::PLAIN {
            assert!(sentence("j", reason, false).is_some());
        }
    }
}
