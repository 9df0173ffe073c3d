//! A player with a game clock, who loses when the time is over.

use halfboard_engine::limits::{CancelToken, Clock, Limits, system_now};
use halfboard_engine::player::{Player, SearchError, SetGameError};
use halfboard_engine::report::SearchReport;
use halfboard_engine::search::SearchSettings;
use halfboard_rules::session::Session;

/// A player and what is left of its time.
pub(super) struct ClockedPlayer {
    player: Box<dyn Player>,
    at_start: Clock,
    clock: Clock,
}

impl ClockedPlayer {
    /// Creates a player with the time of a new game.
    pub(super) fn new(player: Box<dyn Player>, clock: Clock) -> Self {
        ClockedPlayer { player, at_start: clock, clock }
    }
}

impl Player for ClockedPlayer {
    fn rules(&self) -> String {
        self.player.rules()
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        self.player.set_game(session)
    }

    fn set(&mut self, settings: SearchSettings) {
        self.player.set(settings);
    }

    fn cancel_token(&self) -> CancelToken {
        self.player.cancel_token()
    }

    fn clear(&mut self) {
        self.clock = self.at_start;
        self.player.clear();
    }

    /// Searches with the time that is left instead of that of the limits.
    fn search(
        &mut self,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SearchReport<String>),
    ) -> Result<SearchReport<String>, SearchError> {
        let start = system_now();
        let limits = Limits { clock: Some(self.clock), ..limits.clone() };
        let report = self.player.search(&limits, on_report)?;
        self.clock.remaining -= system_now() - start;
        if self.clock.remaining < 0.0 {
            return Err(SearchError::Failed("it ran out of time".to_owned()));
        }
        self.clock.remaining += self.clock.increment;
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_engine::player::for_rules;
    use halfboard_rules::registry;

    #[test]
    fn a_player_spends_its_time_and_loses_once_it_is_over() {
        let session = registry::rules("j").expect("ours").start(0);
        let engine = || for_rules("j", 1, system_now).expect("ours");
        let searched = |player: &mut ClockedPlayer| {
            player.set_game(&*session).expect("its rules");
            player.search(&Limits::default(), &mut |_| {})
        };
        let mut player = ClockedPlayer::new(engine(), Clock { remaining: 60.0, increment: 1000.0 });
        let limits = Limits::nodes(100);
        player.set_game(&*session).expect("its rules");
        assert!(player.search(&limits, &mut |_| {}).is_ok());
        assert!((1000.0..1060.0).contains(&player.clock.remaining), "{:?}", player.clock);
        player.clear();
        assert_eq!(player.clock.remaining, 60.0);

        // The engine needs at least a moment.
        let mut late = ClockedPlayer::new(engine(), Clock { remaining: 0.0, increment: 0.0 });
        assert_eq!(searched(&mut late).map(|_| ()), Err(SearchError::Failed("it ran out of time".to_owned())));
    }
}
