//! A player that is another program and speaks UGI. The program is started for its first turn and ended with the game.

use std::time::Duration;

use halfboard_engine::limits::{CancelToken, Limits};
use halfboard_engine::player::{Player, SearchError, SetGameError};
use halfboard_engine::report::SearchReport;
use halfboard_engine::search::SearchSettings;
use halfboard_rules::game::Team;
use halfboard_rules::session::Session;

use super::contestant::milliseconds;
use crate::ugi_process::UgiProcess;

/// The program and the game to play.
pub(super) struct UgiPlayer {
    command: Vec<String>,
    rules: String,
    timeout: Duration,
    running: Option<UgiProcess>,
    start: String,
    moves: Vec<String>,
    /// The team to move.
    team: Team,
}

impl UgiPlayer {
    /// Creates a player; the program is not started yet.
    pub(super) fn new(command: &[String], rules: &str, timeout: u64) -> Self {
        UgiPlayer {
            command: command.to_vec(),
            rules: rules.to_owned(),
            timeout: Duration::from_secs(timeout),
            running: None,
            start: String::new(),
            moves: Vec::new(),
            team: Team::One,
        }
    }

    /// Asks for a move. The error describes the program's fault.
    fn ask(&mut self, limits: &Limits) -> Result<String, String> {
        if self.running.is_none() {
            let mut running = UgiProcess::start(&self.command)?;
            running.say("ugi")?;
            running.hear("ugiok", self.timeout)?;
            running.say(&format!("setoption name Rules value {}", self.rules))?;
            running.ready(self.timeout)?;
            running.say("uginewgame")?;
            running.ready(self.timeout)?;
            self.running = Some(running);
        }
        let Some(running) = &mut self.running else { return Err("not running".to_owned()) };
        let mut position = format!("position fen {}", self.start);
        if !self.moves.is_empty() {
            position += &format!(" moves {}", self.moves.join(" "));
        }
        running.say(&position)?;
        let mut go = "go".to_owned();
        let mut timeout = self.timeout;
        if let Some(seconds) = limits.seconds {
            go += &format!(" movetime {}", milliseconds(seconds));
            timeout += Duration::from_secs_f64(seconds);
        }
        if let Some(clock) = limits.clock {
            let (side, time, increment) = (self.team as usize + 1, clock.remaining, clock.increment);
            go += &format!(" p{side}time {} p{side}inc {}", milliseconds(time), milliseconds(increment));
            timeout += Duration::from_secs_f64(time);
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        running.say(&go)?;
        let line = running.hear("bestmove", timeout)?;
        line.split_whitespace().nth(1).map(str::to_owned).ok_or_else(|| "bestmove without a move".to_owned())
    }
}

impl Player for UgiPlayer {
    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), SetGameError> {
        self.start = session.start();
        self.moves = session.history();
        self.team = session.turn().team();
        Ok(())
    }

    fn set(&mut self, _settings: SearchSettings) {}

    fn cancel_token(&self) -> CancelToken {
        CancelToken::default()
    }

    fn clear(&mut self) {
        self.running = None;
    }

    fn search(
        &mut self,
        limits: &Limits,
        _on_report: &mut dyn FnMut(&SearchReport<String>),
    ) -> Result<SearchReport<String>, SearchError> {
        self.ask(limits).map(SearchReport::from_move).map_err(SearchError::Failed)
    }
}
