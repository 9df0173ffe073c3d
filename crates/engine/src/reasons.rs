//! Why a move is good, as far as that can be told without a search: what it visibly does, whether others lose at once,
//! and which terms of the estimate speak for it. The words are elsewhere; touches nothing.
//!
//! A term is named when it sets the move apart from the other legal ones; where none does, one that is better than before
//! will do. What both sides have (spread, mobility) must in any case be better right after the move than before it, or the
//! sentence about it would not be true. What hangs on whose turn it is (threats) is the other side's after every move, and
//! is compared between the moves only.

use halfboard_rules::game::Team;
use halfboard_rules::registry;

use crate::eval;
use crate::evaluate::{Evaluate, TERMS, Told};
use crate::search::{loses, wins};

/// A reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins at once, or solves the solitaire.
    Wins,
    /// There is no other.
    Forced,
    /// All others lose at once, or to the next move.
    OnlyMove,
    /// At least half of the others do.
    Parries,
    /// What it does to the checkers.
    Does(Deed),
    /// A term of the estimate speaks for it.
    Term {
        /// The term, by the name that it has in its game.
        name: &'static str,
    },
}

/// What a move does to the checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It captures an enemy checker.
    Captures,
    /// It lands on an enemy stack.
    Covers,
    /// It completes a set, which leaves.
    Completes,
}

impl Reason {
    /// The reasons that are no terms.
    pub const PLAIN: [Reason; 7] = [
        Reason::Wins,
        Reason::Forced,
        Reason::OnlyMove,
        Reason::Parries,
        Reason::Does(Deed::Captures),
        Reason::Does(Deed::Covers),
        Reason::Does(Deed::Completes),
    ];

    /// A short word, for messages between programs: that of a term is its name after an equals sign.
    pub fn word(self) -> String {
        match self {
            Reason::Wins => "wins".to_owned(),
            Reason::Forced => "forced".to_owned(),
            Reason::OnlyMove => "only".to_owned(),
            Reason::Parries => "parries".to_owned(),
            Reason::Does(Deed::Captures) => "captures".to_owned(),
            Reason::Does(Deed::Covers) => "covers".to_owned(),
            Reason::Does(Deed::Completes) => "completes".to_owned(),
            Reason::Term { name } => format!("={name}"),
        }
    }

    /// The reason of a word.
    pub fn of_word(word: &str) -> Option<Reason> {
        match word.strip_prefix('=') {
            None => Reason::PLAIN.into_iter().find(|reason| reason.word() == word),
            Some(name) => {
                let mut terms = registry::games().iter().flat_map(|game| eval::terms(game.info().id));
                terms.find(|term| term.name == name).map(|term| Reason::Term { name: term.name })
            }
        }
    }
}

/// The most terms that are named: more would not be a reason but a list.
const MOST_TERMS: usize = 2;
/// What a term must set a move apart by, in hundredths of a logit.
const LEAST: f32 = 5.0;
/// Where the choice is larger than this it is that of a set-up: too many to compare, and none decides the game.
const MOST_MOVES: usize = 512;

/// Why a legal move is good; `reply` is the best answer to it, if that is known.
pub(crate) fn reasons<G: Evaluate>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    reply: Option<G::Move>,
) -> Vec<Reason> {
    let team = game.turn(position).team();
    if wins(game, position, team, mv) {
        return vec![Reason::Wins];
    }
    let others: Vec<G::Move> = game.legal_moves(position).into_iter().filter(|&other| other != mv).collect();
    if others.is_empty() {
        return vec![Reason::Forced];
    }
    let mut reasons = Vec::new();
    if others.len() < MOST_MOVES && !loses(game, position, team, mv) {
        let losing = others.iter().filter(|&&other| loses(game, position, team, other)).count();
        match losing {
            _ if losing == others.len() => reasons.push(Reason::OnlyMove),
            _ if 2 * losing >= others.len() => reasons.push(Reason::Parries),
            _ => {}
        }
    }
    reasons.extend(game.deed(position, mv).map(Reason::Does));
    if others.len() < MOST_MOVES && game.seats().len() > 1 {
        reasons.extend(terms(game, position, mv, reply, &others));
    }
    reasons
}

/// The terms that speak most for a move.
fn terms<G: Evaluate>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    reply: Option<G::Move>,
    others: &[G::Move],
) -> Vec<Reason> {
    let team = game.turn(position).team();
    let Some(after) = Seen::after(game, position, mv, team) else { return Vec::new() };
    let Some(before) = Seen::of(game, position, team) else { return Vec::new() };
    let others: Vec<Seen> = others.iter().filter_map(|&other| Seen::after(game, position, other, team)).collect();
    let answered = reply.and_then(|reply| {
        let mut next = *position;
        game.play(&mut next, mv);
        Seen::after(game, &next, reply, team)
    });
    let mean = |of: &dyn Fn(&Seen) -> f32| others.iter().map(of).sum::<f32>() / others.len().max(1) as f32;
    let mut found: Vec<(f32, &'static str)> = Vec::new();
    // What is better than before, though it may be so after most moves.
    let mut better: Vec<(f32, &'static str)> = Vec::new();
    for (index, (term, weight)) in G::TERMS.iter().zip(G::WEIGHTS).enumerate() {
        let own = |seen: &Seen| seen.own(index);
        let theirs = |seen: &Seen| seen.theirs(index);
        let merit = match term.told {
            Told::Nothing => 0.0,
            Told::More | Told::Fewer => {
                let change = own(&after) - own(&before);
                let agrees = if term.told == Told::More { change > 0.0 } else { change < 0.0 };
                let apart = weight * (own(&after) - mean(&own));
                // What the best reply takes away again is half a reason.
                let lasts = answered.as_ref().is_none_or(|answered| weight * (own(answered) - own(&before)) > 0.0);
                if agrees && weight * change >= LEAST {
                    better.push((weight * change, term.name));
                    if lasts { apart } else { apart / 2.0 }
                } else {
                    0.0
                }
            }
            Told::Keeps => weight * (own(&after) - mean(&own)),
            Told::Denies if theirs(&after) == 0.0 => weight * mean(&theirs),
            Told::Makes if theirs(&after) > 0.0 => -weight * (theirs(&after) - mean(&theirs)),
            Told::Denies | Told::Makes => 0.0,
        };
        if merit >= LEAST {
            found.push((merit, term.name));
        }
    }
    let (mut found, most) = if found.is_empty() { (better, 1) } else { (found, MOST_TERMS) };
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(most).map(|(_, name)| Reason::Term { name }).collect()
}

/// The terms of a position, and whether it is the turn of the team that asks.
struct Seen {
    terms: [f32; TERMS],
    own_turn: bool,
}

impl Seen {
    /// `None` while it is open who plays which colour: terms say nothing then.
    fn of<G: Evaluate>(game: &G, position: &G::Position, team: Team) -> Option<Seen> {
        game.color_of(position, team)?;
        let mut terms = [0.0; TERMS];
        game.terms(position, &mut terms);
        Some(Seen { terms, own_turn: game.turn(position).team() == team })
    }

    /// The terms after a legal move; `None` too where it ends the game, which no estimate sees.
    fn after<G: Evaluate>(game: &G, position: &G::Position, mv: G::Move, team: Team) -> Option<Seen> {
        let mut next = *position;
        game.play(&mut next, mv);
        game.ending(&next).is_none().then(|| Seen::of(game, &next, team))?
    }

    /// A term that both sides have, as the team sees it.
    fn own(&self, index: usize) -> f32 {
        if self.own_turn { self.terms[index] } else { -self.terms[index] }
    }

    /// A term that only the side to move has, if that is the other side.
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

    fn told(rules: &str, position: &str, line: &[&str]) -> Vec<Reason> {
        let session = registry::rules(rules).expect("the rules exist").position(position).expect("a position");
        let mut player = player::player(rules, 0, system_now).expect("a player");
        player.set_game(&*session).expect("the same rules");
        player.reasons(&line.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn every_reason_has_a_word_of_its_own() {
        for reason in Reason::PLAIN {
            assert_eq!(Reason::of_word(&reason.word()), Some(reason));
        }
        for term in registry::games().iter().flat_map(|game| eval::terms(game.info().id)) {
            let reason = Reason::Term { name: term.name };
            assert_eq!(Reason::of_word(&reason.word()), Some(reason));
        }
        for word in ["", "=", "=nonsense", "Wins", "spread"] {
            assert_eq!(Reason::of_word(word), None);
        }
    }

    #[test]
    fn weights_agree_with_what_people_are_told() {
        fn check<G: Evaluate>() {
            for (term, weight) in G::TERMS.iter().zip(G::WEIGHTS) {
                let agrees = match term.told {
                    Told::Nothing => true,
                    Told::More | Told::Keeps | Told::Denies => *weight > 0.0,
                    Told::Fewer | Told::Makes => *weight < 0.0,
                };
                assert!(agrees, "{} of {} weighs {weight}: it would never be told", term.name, G::INFO.id);
            }
        }
        check::<halfboard_rules::games::sight_reduction::SightReduction>();
        check::<halfboard_rules::games::lines_of_action::LinesOfAction>();
        check::<halfboard_rules::games::stacks_in_action::StacksInAction>();
        check::<halfboard_rules::games::j::J>();
        check::<halfboard_rules::games::sllim::Sllim>();
    }

    /// Plays all games a little at random and looks at the reasons of the moves that a short search finds.
    #[test]
    fn most_good_moves_have_reasons_and_never_many() {
        let mut random = halfboard_rules::random::SplitMix64::new(7);
        for listed in registry::games() {
            let id = listed.info().id;
            let mut player = player::player(id, 1, system_now).expect("a player");
            let (mut told, mut asked) = (0, 0);
            for seed in 0..8 {
                let mut session = registry::rules(id).expect("the rules exist").start(seed);
                for ply in 0..24 {
                    if session.ending().is_some() {
                        break;
                    }
                    player.set_game(&*session).expect("the same rules");
                    let report = player.go(&Limits::depth(3), &mut |_| {}).expect("a move");
                    let reasons = player.reasons(&report.lines[0].moves);
                    let terms = reasons.iter().filter(|reason| matches!(reason, Reason::Term { .. })).count();
                    assert!(terms <= MOST_TERMS && reasons.len() <= MOST_TERMS + 2, "{session:?}: {reasons:?}");
                    let won = matches!(report.lines[0].value, Value::Proven(Proof::Win(1)));
                    assert_eq!(reasons == [Reason::Wins], won, "{session:?}: {reasons:?}");
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
        assert_eq!(reasons.first(), Some(&Reason::Does(Deed::Completes)));
    }

    #[test]
    fn the_last_stack_of_a_height_wins_at_once() {
        let position = "(bbb)7/8/(bb)bw(ww)(www)3/8 b w0b0";
        assert_eq!(told("stacks-in-action", position, &["2C1C3"]), [Reason::Wins]);
    }

    #[test]
    fn moves_that_are_not_legal_have_no_reasons() {
        let start = registry::rules("j").expect("the rules exist").start(0).position();
        assert_eq!(told("j", &start, &["nonsense"]), []);
        assert_eq!(told("j", &start, &[]), []);
    }
}
