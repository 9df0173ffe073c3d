//! What the engine has found in a position: its lines, and their values as they are shown. Values are White's throughout,
//! the side to move; where colours are not settled yet, they are the first seat's.

use std::collections::HashMap;

use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::board::Square;
use halfboard_rules::game::{Color, Team};
use halfboard_rules::present::Step;
use halfboard_rules::session::Session;
use halfboard_rules::view::View;

use crate::phrases::{analysis as phrases, board, prompt, worth};

/// The most lines that are asked for.
pub const MOST_LINES: u8 = 5;

/// Positions that are looked at before the engine asks whether to go on: a few seconds.
pub const NODES: u64 = 2_000_000;

/// How much further it looks each time it goes on.
pub const LONGER: u64 = 4;

/// What the engine has found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLines {
    /// The last depth that was finished.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions looked at in a second.
    pub nodes_per_second: u64,
    /// The best lines, best first.
    pub lines: Vec<PrincipalVariation<String>>,
    /// How many lines were asked for.
    pub wanted: u8,
    /// Whether it has looked as far as it was allowed.
    pub ended: bool,
}

/// Positions that are remembered; beyond that all are forgotten.
const REMEMBERED: usize = 3000;

/// What was found in positions that were looked at before.
#[derive(Debug, Default)]
pub struct LineCache(HashMap<String, PositionLines>);

impl LineCache {
    /// Returns what is known of a place.
    pub fn get(&self, place: &str) -> Option<&PositionLines> {
        self.0.get(place)
    }

    /// Remembers what was found, unless more was known.
    pub fn put(&mut self, place: &str, mut found: PositionLines) {
        // The first is what the engine would play. The others were found one after the other, and may have changed places.
        if let [_, others @ ..] = &mut found.lines[..] {
            others.sort_by_key(|line| std::cmp::Reverse(rank(line.value)));
        }
        if let Some(known) = self.0.get_mut(place)
            && known.wanted >= found.wanted
            && known.nodes > found.nodes
            && (known.depth > found.depth || found.ended)
        {
            // The longer search stands.
            known.ended |= found.ended;
            return;
        }
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        self.0.insert(place.to_owned(), found);
    }
}

/// Returns the order of values: the more the better.
fn rank(value: Value) -> i64 {
    let far = i64::from(i32::MAX);
    match value {
        Value::Proven(Proof::Win(turns)) => 2 * far - i64::from(turns),
        Value::Proven(Proof::Loss(turns)) => i64::from(turns) - 2 * far,
        Value::Proven(Proof::Draw) => 0,
        Value::Proven(Proof::Left(count)) | Value::EstimatedLeft(count) => -i64::from(count),
        Value::Estimated(hundredths) => i64::from(hundredths),
    }
}

/// Returns whose values are shown.
fn is_whites(session: &dyn Session) -> bool {
    session.color_of(session.turn()).is_some()
}

/// Returns what percentages mean here, as a sentence; nothing in a solitaire.
pub fn whose(session: &dyn Session) -> Option<&'static str> {
    let alone = session.seats().len() == 1;
    (!alone).then(|| if is_whites(session) { phrases::for_white() } else { phrases::for_first() })
}

/// A value as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLine {
    /// Whether it is proven.
    pub proven: bool,
    /// In short.
    pub short: String,
    /// In sentences.
    pub more: String,
}

/// The games of a hundred that White should win, if that is estimated; where colours are not settled, the first seat.
pub fn share(value: Value, session: &dyn Session) -> Option<f64> {
    let Value::Estimated(hundredths) = value else { return None };
    let turn = session.turn();
    let own = match session.color_of(turn) {
        Some(color) => color == Color::White,
        None => turn.team() == Team::One,
    };
    let share = worth::share(hundredths);
    Some(if own || session.seats().len() == 1 { share } else { 100.0 - share })
}

/// A value for who is to move, as it is shown. The view is that of the session, which takes a while to make where a turn has
/// thousands of choices.
pub fn shown(value: Value, session: &dyn Session, view: &View) -> ShownLine {
    let alone = session.seats().len() == 1;
    let turn = session.turn();
    let side = |own: bool| match session.color_of(turn) {
        Some(color) => board::color(if own { color } else { color.other() }).to_owned(),
        None => phrases::seat(if own == (turn.team() == Team::One) { 1 } else { 2 }),
    };
    let short = match value {
        Value::Proven(Proof::Win(turns)) if alone => phrases::solved_in(turns),
        Value::Proven(Proof::Win(turns)) => phrases::wins_in(side(true), turns),
        Value::Proven(Proof::Loss(turns)) => phrases::wins_in(side(false), turns),
        Value::Proven(Proof::Draw) => phrases::draw().to_owned(),
        Value::Proven(Proof::Left(count)) | Value::EstimatedLeft(count) => phrases::left(count),
        Value::Estimated(_) => phrases::percent(format_args!("{:.0}", share(value, session).unwrap_or(50.0))),
    };
    let proven = matches!(value, Value::Proven(_));
    let means = match (proven, alone) {
        (true, false) => phrases::proven_more(),
        (true, true) => phrases::proven_solitaire(),
        (false, _) => phrases::estimated_more(),
    };
    let actor = view.turn.as_ref().map(|turn| prompt::actor(turn.prompt.actor));
    let actor = actor.filter(|_| !alone).map(phrases::to_move).unwrap_or_default();
    let more = format!("{actor} {} {means}", worth::sentence(value, alone));
    ShownLine { proven, short, more: more.trim().to_owned() }
}

/// How a move is drawn: arrows from square to square, and rings round the other squares that it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSketch {
    /// Arrows.
    pub arrows: Vec<(Square, Square)>,
    /// Rings.
    pub rings: Vec<Square>,
}

/// Returns how a legal move is drawn; nothing of one that is not.
pub fn sketch(session: &dyn Session, mv: &str) -> LineSketch {
    let mut sketch = LineSketch::default();
    let mut from = None;
    for step in session.steps(mv).unwrap_or_default() {
        match (step, from) {
            (Step::From(square), _) => from = Some(square),
            (Step::To(to), Some(start)) => sketch.arrows.push((start, to)),
            // What changes places does so in pairs.
            (Step::Exchange(to), Some(start)) => {
                sketch.arrows.push((start, to));
                from = None;
            }
            (Step::Exchange(square), None) => from = Some(square),
            (Step::Set(..), _) => {}
            (step, _) => sketch.rings.extend(step.square()),
        }
    }
    sketch
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::*;
    use crate::phrases::{Language, speak};

    fn shown(value: Value, session: &dyn Session) -> ShownLine {
        super::shown(value, session, &session.view(&[]))
    }

    #[test]
    fn values_are_whites_whoever_is_to_move() {
        speak(Language::English);
        let mut session = registry::rules("j").expect("valid").start(0);
        let color = session.color_of(session.turn());
        let (own, other) = if color == Some(Color::White) { ("73 %", "27 %") } else { ("27 %", "73 %") };
        assert_eq!(shown(Value::Estimated(100), &*session).short, own);
        let first = shown(Value::Proven(Proof::Win(3)), &*session);
        assert!(first.proven && first.more.contains("(proven)."), "{first:?}");
        session.play("A5").expect("legal");
        let second = shown(Value::Estimated(100), &*session);
        assert_eq!(second.short, other);
        assert!(!second.proven && second.more.contains("estimate") && second.more.contains("to move."), "{second:?}");
        assert_eq!(shown(Value::Proven(Proof::Loss(3)), &*session).short, first.short);
        assert_eq!(whose(&*session), Some(phrases::for_white()));
    }

    #[test]
    fn a_solitaire_has_no_sides() {
        speak(Language::English);
        let session = registry::rules("sight-reduction:solitaire=on").expect("valid").start(1);
        assert_eq!(shown(Value::EstimatedLeft(3), &*session).short, "3 left");
        assert_eq!(shown(Value::Proven(Proof::Win(30)), &*session).short, "solved in 30");
        assert_eq!(whose(&*session), None);
    }

    #[test]
    fn every_move_of_every_game_can_be_drawn() {
        for game in registry::games() {
            for preset in game.presets() {
                let mut session = registry::rules(&preset.rules).expect("valid").start(2);
                let mut random = halfboard_rules::random::SplitMix64::new(4);
                for _ in 0..20 {
                    for mv in session.moves().iter().take(40) {
                        let sketch = sketch(&*session, mv);
                        let squares = session.steps(mv).expect("legal").iter().any(|step| step.square().is_some());
                        assert_eq!(squares, sketch != LineSketch::default(), "{} {mv}", preset.rules);
                    }
                    session.play_random(&mut random);
                }
            }
        }
    }

    #[test]
    fn what_is_known_better_is_not_forgotten() {
        let found = |depth, wanted, ended| PositionLines {
            depth,
            nodes: u64::from(depth) * 100,
            nodes_per_second: 1,
            lines: Vec::new(),
            wanted,
            ended,
        };
        let mut memory = LineCache::default();
        memory.put("x", found(5, 3, false));
        memory.put("x", found(2, 3, false));
        assert_eq!(memory.get("x").map(|found| found.depth), Some(5));
        memory.put("x", found(2, 4, false));
        assert_eq!(memory.get("x").map(|found| found.depth), Some(2));
        assert_eq!(memory.get("y"), None);
    }
}
