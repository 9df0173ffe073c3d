//! How many pieces of which kind a game needs.

use halfboard_rules::game::Color;
use halfboard_rules::present::Checker;
use halfboard_rules::registry::{self, GameEntry};
use halfboard_rules::session::Session;

/// The kinds of pieces, in the order in which they are printed.
pub(super) const KINDS: [Checker; 4] = [
    Checker { color: Color::White, marked: false },
    Checker { color: Color::White, marked: true },
    Checker { color: Color::Black, marked: false },
    Checker { color: Color::Black, marked: true },
];

/// Numbers of pieces by kind, in the order of [`KINDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceCounts(pub(super) [usize; 4]);

impl PieceCounts {
    /// Counts the pieces on the board and beside it.
    pub(super) fn of(session: &dyn Session) -> PieceCounts {
        let view = session.view(&[]);
        let on_board = view.cells.iter().flat_map(|cell| &cell.pile);
        let beside = view.supplies.iter().flat_map(|supply| {
            std::iter::repeat_n(Checker { color: supply.color, marked: false }, usize::from(supply.count))
        });
        let all: Vec<Checker> = on_board.copied().chain(beside).collect();
        PieceCounts(KINDS.map(|kind| all.iter().filter(|&&checker| checker == kind).count()))
    }

    /// Returns the pieces of the plain game.
    pub(super) fn plain(game: &dyn GameEntry) -> PieceCounts {
        of_rules(game.info().id)
    }

    /// Returns the pieces that suffice for every named variant.
    pub(super) fn all_variants(game: &dyn GameEntry) -> PieceCounts {
        game.presets().iter().map(|preset| of_rules(&preset.rules)).fold(PieceCounts::default(), PieceCounts::max)
    }

    /// Returns the larger number of each kind.
    pub(super) fn max(self, other: PieceCounts) -> PieceCounts {
        PieceCounts(std::array::from_fn(|kind| self.0[kind].max(other.0[kind])))
    }
}

fn of_rules(rules: &str) -> PieceCounts {
    registry::rules(rules).map_or(PieceCounts::default(), |rules| PieceCounts::of(&*rules.start(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_as_many_white_as_black_pieces() {
        for game in registry::games() {
            let PieceCounts([white, _, black, _]) = PieceCounts::plain(*game);
            assert_eq!(white, black, "{}", game.info().id);
            assert!((8..=16).contains(&white), "{} has {white}", game.info().id);
        }
    }

    #[test]
    fn variants_need_at_least_the_pieces_of_the_plain_game() {
        for game in registry::games() {
            let (plain, all) = (PieceCounts::plain(*game), PieceCounts::all_variants(*game));
            assert_eq!(plain.max(all), all, "{}", game.info().id);
        }
    }
}
