//! Statistics of finished games: how often the players chose the engine's move, who let a proven win slip, and how early
//! the result could be proven.

use halfboard_rules::game::Team;
use halfboard_rules::session::Session;

use crate::limits::{CancelToken, Limits};
use crate::player::Player;
use crate::search::SearchSettings;
use crate::solve::forced::{ForcedWinRequest, WinningMoves};
use crate::value::Proof;

/// What a position of a game is worth looking at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyLimits {
    /// Nodes of the search for the best move.
    pub search_nodes: u64,
    /// Nodes of the proof search.
    pub proof_nodes: u64,
}

/// What a finished game shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameStudy {
    /// Turns with a choice between moves.
    pub choices: u32,
    /// Turns among them in which the player chose the engine's move.
    pub agreed: u32,
    /// Turns in which the player had a proven win.
    pub won_turns: u32,
    /// Whether a team had a proven win on its turn and did not win the game.
    pub thrown_away: bool,
    /// Plies before the end from which on the result was proven at every turn; `None` for draws and where it was not
    /// proven at all.
    pub proven_before_end: Option<u32>,
}

/// Studies a game that was won by `winner`, or by neither. The player is an engine for its rules.
///
/// Counts turns from the position before the last move backwards, so the session must hold the whole game.
///
/// # Errors
///
/// Fails with the reason if the player cannot take over the session or search.
pub fn study(
    session: &dyn Session,
    winner: Option<Team>,
    player: &mut dyn Player,
    limits: StudyLimits,
    cancel: &CancelToken,
) -> Result<GameStudy, String> {
    let mut session = session.clone_box();
    let history = session.history();
    let mut study = GameStudy::default();
    // The result has been proven at every turn so far, seen from the end.
    let mut always = winner.is_some();
    for (back, played) in (1..).zip(history.iter().rev()) {
        if cancel.is_cancelled() {
            return Err("cancelled".to_owned());
        }
        session.undo();
        player.set_game(&*session).map_err(|error| error.to_string())?;
        player.clear();
        let team = session.turn().team();
        if session.moves().len() > 1 {
            player.set(SearchSettings::default());
            let report = player.search(&Limits::nodes(limits.search_nodes), &mut |_| {});
            let report = report.map_err(|error| error.to_string())?;
            study.choices += 1;
            study.agreed += u32::from(report.lines[0].moves.first() == Some(played));
        }
        let mut proves = |claimed| has_proven_win(player, claimed, team, limits.proof_nodes, cancel);
        let winner_to_move = winner == Some(team);
        if always {
            always = winner.map_or(Ok(false), &mut proves)?;
        }
        if always {
            study.proven_before_end = Some(back);
        }
        // Unless the result is proven, the player whose turn it was may have had a win.
        let had_win = if always { winner_to_move } else { proves(team)? };
        study.won_turns += u32::from(had_win);
        study.thrown_away |= had_win && !winner_to_move;
    }
    Ok(study)
}

/// Returns whether a team can be proven to win the position that the player has.
fn has_proven_win(
    player: &mut dyn Player,
    winner: Team,
    to_move: Team,
    nodes: u64,
    cancel: &CancelToken,
) -> Result<bool, String> {
    let request = ForcedWinRequest {
        winner: Some(winner),
        winning_moves: WinningMoves::One,
        nodes,
        mebibytes: PROVER_MEBIBYTES,
        ..ForcedWinRequest::default()
    };
    let found = player.find_forced_win(&request, cancel, &mut |_| {}).map_err(|error| error.to_string())?;
    Ok(match found.value {
        Some(Proof::Win(_)) => winner == to_move,
        Some(Proof::Loss(_)) => winner != to_move,
        _ => false,
    })
}

/// Memory of the prover: it is asked about every position anew.
const PROVER_MEBIBYTES: usize = 8;
