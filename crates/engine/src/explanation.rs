//! Explanations of moves, as far as they need no search: the visible effect, whether other moves lose at once, and
//! which terms of the evaluation favour the move. The text crate turns them into sentences.
//!
//! A term explains a move if it sets it apart from the other legal moves; if none does, one that improves will do.
//! Terms that both sides have (spread, mobility) must improve right after the move, or the sentence would not be true.
//! Terms that depend on whose turn it is (threats) belong to the opponent after every move, and are compared between
//! moves only.

use halfboard_rules::game::Team;
use halfboard_rules::registry;

use crate::evaluate::{ExplainsWhen, MAX_TERMS};
use crate::games::{self, EngineGame};
use crate::search::{loses, wins};

/// An explanation of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveExplanation {
    /// It wins at once, or solves the solitaire.
    Wins,
    /// It is the only legal move.
    Forced,
    /// All other moves lose at once or to the next move.
    OnlyMove,
    /// At least half of the other moves do.
    Parries,
    /// Its effect on the checkers.
    Effect(MoveEffect),
    /// A term of the evaluation favours it.
    Term {
        /// The name of the term in its game.
        name: &'static str,
    },
}

/// The visible effect of a move on the checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEffect {
    /// It captures an enemy checker.
    Captures,
    /// It lands on an enemy stack.
    Covers,
    /// It completes a set, which leaves.
    Completes,
}

impl MoveExplanation {
    /// The explanations without a term.
    pub const WITHOUT_TERM: [MoveExplanation; 7] = [
        MoveExplanation::Wins,
        MoveExplanation::Forced,
        MoveExplanation::OnlyMove,
        MoveExplanation::Parries,
        MoveExplanation::Effect(MoveEffect::Captures),
        MoveExplanation::Effect(MoveEffect::Covers),
        MoveExplanation::Effect(MoveEffect::Completes),
    ];

    /// Returns the token of the explanation in messages between programs: for a term, its name after an equals sign.
    pub fn to_token(self) -> String {
        match self {
            MoveExplanation::Wins => "wins".to_owned(),
            MoveExplanation::Forced => "forced".to_owned(),
            MoveExplanation::OnlyMove => "only".to_owned(),
            MoveExplanation::Parries => "parries".to_owned(),
            MoveExplanation::Effect(MoveEffect::Captures) => "captures".to_owned(),
            MoveExplanation::Effect(MoveEffect::Covers) => "covers".to_owned(),
            MoveExplanation::Effect(MoveEffect::Completes) => "completes".to_owned(),
            MoveExplanation::Term { name } => format!("={name}"),
        }
    }

    /// Returns the explanation with this token.
    pub fn from_token(token: &str) -> Option<MoveExplanation> {
        match token.strip_prefix('=') {
            None => MoveExplanation::WITHOUT_TERM.into_iter().find(|explanation| explanation.to_token() == token),
            Some(name) => {
                let mut terms = registry::games().iter().flat_map(|game| games::terms(game.info().id));
                terms.find(|term| term.name == name).map(|term| MoveExplanation::Term { name: term.name })
            }
        }
    }
}

/// Maximum number of terms in an explanation.
const MAX_NAMED_TERMS: usize = 2;
/// Minimum merit of a term in hundredths of a logit.
const MIN_MERIT: f32 = 5.0;
/// Positions with this many moves are set-ups: too many to compare, and none decides the game.
const MAX_COMPARED_MOVES: usize = 512;

/// Explains a legal move; `reply` is the best answer to it, if known.
pub(crate) fn explain<G: EngineGame>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    reply: Option<G::Move>,
) -> Vec<MoveExplanation> {
    let team = game.turn(position).team();
    if wins(game, position, team, mv) {
        return vec![MoveExplanation::Wins];
    }
    let others: Vec<G::Move> = game.legal_moves(position).into_iter().filter(|&other| other != mv).collect();
    if others.is_empty() {
        return vec![MoveExplanation::Forced];
    }
    let mut explanations = Vec::new();
    if others.len() < MAX_COMPARED_MOVES && !loses(game, position, team, mv) {
        let losing = others.iter().filter(|&&other| loses(game, position, team, other)).count();
        match losing {
            _ if losing == others.len() => explanations.push(MoveExplanation::OnlyMove),
            _ if 2 * losing >= others.len() => explanations.push(MoveExplanation::Parries),
            _ => {}
        }
    }
    explanations.extend(game.move_effect(position, mv).map(MoveExplanation::Effect));
    if others.len() < MAX_COMPARED_MOVES && game.seats().len() > 1 {
        explanations.extend(terms(game, position, mv, reply, &others));
    }
    explanations
}

/// Returns the terms that favour a move most.
fn terms<G: EngineGame>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    reply: Option<G::Move>,
    others: &[G::Move],
) -> Vec<MoveExplanation> {
    let team = game.turn(position).team();
    let Some(after) = TermSnapshot::after(game, position, mv, team) else { return Vec::new() };
    let Some(before) = TermSnapshot::of(game, position, team) else { return Vec::new() };
    let others: Vec<TermSnapshot> =
        others.iter().filter_map(|&other| TermSnapshot::after(game, position, other, team)).collect();
    let answered = reply.and_then(|reply| {
        let mut next = *position;
        game.play(&mut next, mv);
        TermSnapshot::after(game, &next, reply, team)
    });
    let mean = |of: &dyn Fn(&TermSnapshot) -> f32| others.iter().map(of).sum::<f32>() / others.len().max(1) as f32;
    let mut found: Vec<(f32, &'static str)> = Vec::new();
    // Terms that improve, though perhaps by most moves.
    let mut better: Vec<(f32, &'static str)> = Vec::new();
    for (index, (term, weight)) in G::TERMS.iter().zip(G::WEIGHTS).enumerate() {
        let own = |seen: &TermSnapshot| seen.own(index);
        let theirs = |seen: &TermSnapshot| seen.theirs(index);
        let merit = match term.explains {
            ExplainsWhen::Never => 0.0,
            ExplainsWhen::Gained | ExplainsWhen::Reduced => {
                let change = own(&after) - own(&before);
                let agrees = if term.explains == ExplainsWhen::Gained { change > 0.0 } else { change < 0.0 };
                let apart = weight * (own(&after) - mean(&own));
                // A gain that the best reply undoes counts half.
                let lasts = answered.as_ref().is_none_or(|answered| weight * (own(answered) - own(&before)) > 0.0);
                if agrees && weight * change >= MIN_MERIT {
                    better.push((weight * change, term.name));
                    if lasts { apart } else { apart / 2.0 }
                } else {
                    0.0
                }
            }
            ExplainsWhen::Retained => weight * (own(&after) - mean(&own)),
            ExplainsWhen::Denied if theirs(&after) == 0.0 => weight * mean(&theirs),
            ExplainsWhen::Inflicted if theirs(&after) > 0.0 => -weight * (theirs(&after) - mean(&theirs)),
            ExplainsWhen::Denied | ExplainsWhen::Inflicted => 0.0,
        };
        if merit >= MIN_MERIT {
            found.push((merit, term.name));
        }
    }
    let (mut found, most) = if found.is_empty() { (better, 1) } else { (found, MAX_NAMED_TERMS) };
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(most).map(|(_, name)| MoveExplanation::Term { name }).collect()
}

/// The terms of a position, and whether it is the team's turn.
struct TermSnapshot {
    terms: [f32; MAX_TERMS],
    own_turn: bool,
}

impl TermSnapshot {
    /// Returns `None` before colours are assigned, when terms mean nothing.
    fn of<G: EngineGame>(game: &G, position: &G::Position, team: Team) -> Option<TermSnapshot> {
        game.color_of(position, team)?;
        let mut terms = [0.0; MAX_TERMS];
        game.terms(position, &mut terms);
        Some(TermSnapshot { terms, own_turn: game.turn(position).team() == team })
    }

    /// Returns the terms after a legal move; `None` also if it ends the game.
    fn after<G: EngineGame>(game: &G, position: &G::Position, mv: G::Move, team: Team) -> Option<TermSnapshot> {
        let mut next = *position;
        game.play(&mut next, mv);
        game.ending(&next).is_none().then(|| TermSnapshot::of(game, &next, team))?
    }

    /// Returns a term that both sides have, from the team's point of view.
    fn own(&self, index: usize) -> f32 {
        if self.own_turn { self.terms[index] } else { -self.terms[index] }
    }

    /// Returns a term that only the side to move has, if that is the opponent.
    fn theirs(&self, index: usize) -> f32 {
        if self.own_turn { 0.0 } else { self.terms[index] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, system_now};
    use crate::player;
    use crate::value::{Proof, Value};

    fn told(rules: &str, position: &str, line: &[&str]) -> Vec<MoveExplanation> {
        let session = registry::rules(rules).expect("the rules exist").position(position).expect("a position");
        let mut player = player::for_rules(rules, 0, system_now).expect("a player");
        player.set_game(&*session).expect("the same rules");
        player.explain(&line.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn every_reason_has_a_word_of_its_own() {
        for reason in MoveExplanation::WITHOUT_TERM {
            assert_eq!(MoveExplanation::from_token(&reason.to_token()), Some(reason));
        }
        for term in registry::games().iter().flat_map(|game| games::terms(game.info().id)) {
            let reason = MoveExplanation::Term { name: term.name };
            assert_eq!(MoveExplanation::from_token(&reason.to_token()), Some(reason));
        }
        for word in ["", "=", "=nonsense", "Wins", "spread"] {
            assert_eq!(MoveExplanation::from_token(word), None);
        }
    }

    #[test]
    fn weights_agree_with_what_people_are_told() {
        fn check<G: EngineGame>() {
            for (term, weight) in G::TERMS.iter().zip(G::WEIGHTS) {
                let agrees = match term.explains {
                    ExplainsWhen::Never => true,
                    ExplainsWhen::Gained | ExplainsWhen::Retained | ExplainsWhen::Denied => *weight > 0.0,
                    ExplainsWhen::Reduced | ExplainsWhen::Inflicted => *weight < 0.0,
                };
                assert!(agrees, "{} of {} weighs {weight}: it would never be told", term.name, G::INFO.id);
            }
        }
        macro_rules! check_all {
            ($($module:ident::$Game:ident),+ $(,)?) => {
                $(check::<halfboard_rules::games::$module::$Game>();)+
            };
        }
        halfboard_rules::games!(check_all);
    }

    /// Plays all games a little at random and looks at the reasons of the moves that a short search finds.
    #[test]
    fn most_good_moves_have_reasons_and_never_many() {
        let mut random = halfboard_rules::random::SplitMix64::new(7);
        for listed in registry::games() {
            let id = listed.info().id;
            let mut player = player::for_rules(id, 1, system_now).expect("a player");
            let (mut told, mut asked) = (0, 0);
            for seed in 0..8 {
                let mut session = registry::rules(id).expect("the rules exist").start(seed);
                for ply in 0..24 {
                    if session.ending().is_some() {
                        break;
                    }
                    player.set_game(&*session).expect("the same rules");
                    let report = player.search(&Limits::depth(3), &mut |_| {}).expect("a move");
                    let reasons = player.explain(&report.lines[0].moves);
                    let terms = reasons.iter().filter(|reason| matches!(reason, MoveExplanation::Term { .. })).count();
                    assert!(
                        terms <= MAX_NAMED_TERMS && reasons.len() <= MAX_NAMED_TERMS + 2,
                        "{session:?}: {reasons:?}"
                    );
                    let won = matches!(report.lines[0].value, Value::Proven(Proof::Win(1)));
                    assert_eq!(reasons == [MoveExplanation::Wins], won, "{session:?}: {reasons:?}");
                    told += usize::from(!reasons.is_empty());
                    asked += 1;
                    match ply % 2 {
                        0 => assert!(session.play_random(&mut random)),
                        _ => session.play(&report.lines[0].moves[0]).expect("a legal move"),
                    }
                }
            }
            assert!(3 * told >= asked, "{id}: of {asked} moves only {told} have a reason");
        }
    }

    #[test]
    fn a_set_that_leaves_is_told() {
        let reasons = told("sllim", "1w2w2b/2ww1w1b/b2ww3/4w2b w w0b0 w1b2 -", &["A2B5xhB3"]);
        assert_eq!(reasons.first(), Some(&MoveExplanation::Effect(MoveEffect::Completes)));
    }

    #[test]
    fn the_last_stack_of_a_height_wins_at_once() {
        let position = "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0";
        assert_eq!(told("stacks-in-action", position, &["2C1C3"]), [MoveExplanation::Wins]);
    }

    #[test]
    fn moves_that_are_not_legal_have_no_reasons() {
        let start = registry::rules("j").expect("the rules exist").start(0).position();
        assert_eq!(told("j", &start, &["nonsense"]), []);
        assert_eq!(told("j", &start, &[]), []);
    }
}
