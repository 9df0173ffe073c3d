//! Sparring partners: simple reference players against which the engine is measured. Nothing here is tuned.

use std::ops::ControlFlow;

use halfboard_rules::game::{Outcome, Team};
use halfboard_rules::playout::{playout, random_move};
use halfboard_rules::random::SplitMix64;

use crate::evaluate::MAX_TERMS;
use crate::games::EngineGame;
use crate::limits::{Limits, Now};

/// A kind of sparring partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SparringKind {
    /// Plays any legal move.
    Random,
    /// Plays the move with the best two-term evaluation.
    Greedy,
    /// Searches two plies with the same evaluation.
    TwoPly,
    /// Upper confidence bounds applied to trees (UCT; Kocsis and Szepesvári 2006) with random playouts.
    Uct,
}

impl SparringKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, SparringKind); 4] = [
        ("random", SparringKind::Random),
        ("greedy", SparringKind::Greedy),
        ("two-ply", SparringKind::TwoPly),
        ("uct", SparringKind::Uct),
    ];
}

/// Returns the move that a partner chooses. The game must not be over.
pub fn choose<G: EngineGame>(
    game: &G,
    position: &G::Position,
    kind: SparringKind,
    limits: &Limits,
    random: &mut SplitMix64,
    now: Now,
) -> G::Move {
    match kind {
        SparringKind::Random => random_move(game, position, random),
        SparringKind::Greedy => best_of(game, position, random, |next, team| value(game, next, team, 0)),
        SparringKind::TwoPly => best_of(game, position, random, |next, team| value(game, next, team, 1)),
        SparringKind::Uct => uct(game, position, limits, random, now),
    }
}

/// The value of a win, beyond all evaluations.
const DECIDED: f32 = 1e6;

/// Returns the move with the best value; ties are broken at random.
fn best_of<G: EngineGame>(
    game: &G,
    position: &G::Position,
    random: &mut SplitMix64,
    value: impl Fn(&G::Position, Team) -> f32,
) -> G::Move {
    let team = game.turn(position).team();
    let mut best: Option<(f32, u64, G::Move)> = None;
    for mv in game.legal_moves(position) {
        let mut next = *position;
        game.play(&mut next, mv);
        let candidate = (value(&next, team), random.next_u64(), mv);
        if best.is_none_or(|(value, tie, _)| (candidate.0, candidate.1) > (value, tie)) {
            best = Some(candidate);
        }
    }
    best.expect("a game that is not over has a move").2
}

/// Returns the minimax value of a position for a team, by the first two terms of the evaluation.
fn value<G: EngineGame>(game: &G, position: &G::Position, team: Team, plies: u32) -> f32 {
    if let Some(ending) = game.ending(position) {
        return match ending.outcome {
            Outcome::Win(color) if game.color_of(position, team) == Some(color) => DECIDED,
            Outcome::Win(_) => -DECIDED,
            Outcome::Draw => 0.0,
            Outcome::Solved => DECIDED,
            Outcome::Stuck(left) => -f32::from(left),
        };
    }
    let mover = game.turn(position).team();
    if plies == 0 {
        let mut terms = [0.0; MAX_TERMS];
        game.terms(position, &mut terms);
        // Term 0 is the tempo; the next two are the heart of every evaluation.
        let sum = terms[1] * G::WEIGHTS[1] + terms[2] * G::WEIGHTS[2];
        return if mover == team { sum } else { -sum };
    }
    let mut best: Option<f32> = None;
    let _ = game.for_each_move(position, &mut |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let found = value(game, &next, team, plies - 1);
        let better = if mover == team { f32::max } else { f32::min };
        best = Some(best.map_or(found, |best| better(best, found)));
        ControlFlow::Continue(())
    });
    best.unwrap_or(0.0)
}

/// A node of the UCT tree.
struct UctNode<M> {
    mv: Option<M>,
    /// The team that made the move into the node, whose points are counted.
    team: Team,
    visits: f64,
    points: f64,
    children: Vec<usize>,
    untried: Vec<M>,
}

fn uct<G: EngineGame>(game: &G, position: &G::Position, limits: &Limits, random: &mut SplitMix64, now: Now) -> G::Move {
    let start = now();
    let legal = game.legal_moves(position);
    let fallback = legal[0];
    let mut tree = vec![UctNode {
        mv: None,
        team: game.turn(position).team(),
        visits: 0.0,
        points: 0.0,
        children: Vec::new(),
        untried: legal,
    }];
    let deadline = limits.deadline().map(|seconds| start + seconds);
    let most = limits.nodes.unwrap_or(if deadline.is_some() { u64::MAX } else { 2000 });
    let mut playouts = 0;
    while playouts < most && deadline.is_none_or(|deadline| now() < deadline) {
        playouts += 1;
        let mut at = 0;
        let mut path = vec![0];
        let mut next = *position;
        while tree[at].untried.is_empty() && !tree[at].children.is_empty() {
            let log = tree[at].visits.ln();
            let worth = |child: &usize| {
                let node = &tree[*child];
                node.points / node.visits + (2.0 * log / node.visits).sqrt()
            };
            let chosen = tree[at].children.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b)));
            at = chosen.unwrap_or(0);
            path.push(at);
            if let Some(mv) = tree[at].mv {
                game.play(&mut next, mv);
            }
        }
        if !tree[at].untried.is_empty() {
            let pick = random.below(tree[at].untried.len() as u64) as usize;
            let mv = tree[at].untried.swap_remove(pick);
            let team = game.turn(&next).team();
            game.play(&mut next, mv);
            let untried = game.legal_moves(&next);
            tree.push(UctNode { mv: Some(mv), team, visits: 0.0, points: 0.0, children: Vec::new(), untried });
            let child = tree.len() - 1;
            tree[at].children.push(child);
            path.push(child);
        }
        let (_, ending) = playout(game, &mut next, random, 300);
        for index in path {
            let points = match ending.map(|ending| ending.outcome) {
                Some(Outcome::Win(color)) => f64::from(u8::from(game.color_of(&next, tree[index].team) == Some(color))),
                Some(Outcome::Solved) => 1.0,
                Some(Outcome::Stuck(left)) => 0.9 - f64::from(left) / 40.0,
                _ => 0.5,
            };
            tree[index].visits += 1.0;
            tree[index].points += points;
        }
    }
    let most_visited = tree[0].children.iter().max_by(|&&a, &&b| tree[a].visits.total_cmp(&tree[b].visits));
    most_visited.and_then(|&child| tree[child].mv).unwrap_or(fallback)
}
