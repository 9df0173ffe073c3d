//! Games in which nothing happens. The clocks end most games; these rules end those whose clocks do not run.

use super::{Game, Phase};
use crate::Millis;
use crate::clock::TimeControl;
use crate::event::{Player, Termination};
use crate::limits::ABANDONED_MS;

impl Game {
    /// Returns when the game ends because the player to move does nothing, and how it ends; `None` if a clock runs or the
    /// game is not in progress.
    ///
    /// - With a clock for the whole game, each of the first two turns must be played within the seconds of the terms, or the
    ///   game is aborted.
    /// - With days for each turn, each of the first two turns must be played within these days, or the game is aborted.
    /// - Without a clock, each turn must be played within [`ABANDONED_MS`]. Who does not loses on time if every player has
    ///   moved twice; otherwise the game is aborted.
    pub fn idle_end(&self) -> Option<(Millis, Termination)> {
        let seat = self.turn()?;
        if self.clocks.flag_falls_at().is_some() {
            return None;
        }
        let is_person = matches!(self.player(seat), Some(Player::Person { .. }));
        let wait = match self.terms.control {
            TimeControl::Fischer { .. } | TimeControl::Delay { .. } if is_person => {
                self.terms.first_move.map_or(ABANDONED_MS, |seconds| u64::from(seconds) * 1000)
            }
            TimeControl::Days { .. } => self.terms.control.initial(),
            _ => ABANDONED_MS,
        };
        let all_moved_twice = self.turns.len() >= 2 * self.seats.len();
        let end = match is_person && all_moved_twice {
            true => Termination::OutOfTime { seat },
            false => Termination::Aborted { seat },
        };
        Some((self.turn_since.saturating_add(wait), end))
    }

    /// Returns when the game ends if nothing happens until then: when a flag falls, or by [`Game::idle_end`].
    pub fn ends_at(&self) -> Option<Millis> {
        self.clocks.flag_falls_at().or_else(|| self.idle_end().map(|(at, _)| at))
    }

    /// Returns the seat to move and until when, while the game is aborted if it does not make its first move soon.
    pub fn first_move_until(&self) -> Option<(u8, Millis)> {
        let live = matches!(self.terms.control, TimeControl::Fischer { .. } | TimeControl::Delay { .. });
        let counts = live && self.phase() == Phase::Playing && self.terms.first_move.is_some();
        let (until, end) = self.idle_end().filter(|_| counts)?;
        let Termination::Aborted { seat } = end else { return None };
        matches!(self.player(seat), Some(Player::Person { .. })).then_some((seat, until))
    }
}
