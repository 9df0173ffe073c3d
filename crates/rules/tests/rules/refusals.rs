//! Why squares cannot be chosen: there is a reason for exactly those squares, along random games, and it fits
//! what one sees. What it says is in `reasons`.

use halfboard_rules::board::Square;
use halfboard_rules::game::Color;
use halfboard_rules::games::j::JRefusal;
use halfboard_rules::games::lines_of_action::LinesOfActionRefusal;
use halfboard_rules::games::sight_reduction::SightReductionRefusal;
use halfboard_rules::games::sllim::SllimRefusal;
use halfboard_rules::games::stacks_in_action::StacksInActionRefusal;
use halfboard_rules::present::Step;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::refusal::{Refusal, Refused};
use halfboard_rules::registry;
use halfboard_rules::session::{Progress, Session};
use halfboard_rules::view::View;

use crate::common;

/// The colour of the checker on a square, on top if there are several.
fn top(view: &View, square: Square) -> Option<Color> {
    view.cells[square.index()].pile.last().map(|checker| checker.color)
}

/// What is said about squares is so on the board that is shown.
fn fits(why: &Refused, view: &View) {
    let here = top(view, why.square);
    let all = |squares: &[Square], color: Color| squares.iter().all(|&square| top(view, square) == Some(color));
    let mover = view.turn.as_ref().and_then(|turn| turn.color);
    let is = match &why.refusal {
        Refusal::Unexplained | Refusal::OffBoard | Refusal::Over(_) => false,
        Refusal::Empty { .. }
        | Refusal::StacksInAction(StacksInActionRefusal::ReserveEmpty { .. })
        | Refusal::SightReduction(SightReductionRefusal::NotBeside { .. }) => here.is_none(),
        Refusal::WrongColor { wanted } => here == Some(wanted.other()),
        Refusal::Occupied
        | Refusal::J(JRefusal::NoPush)
        | Refusal::J(JRefusal::Full { .. })
        | Refusal::StacksInAction(StacksInActionRefusal::LandingClosed { .. }) => here.is_some(),
        Refusal::LinesOfAction(LinesOfActionRefusal::Friend)
        | Refusal::LinesOfAction(LinesOfActionRefusal::Partners)
        | Refusal::LinesOfAction(LinesOfActionRefusal::OtherKind { .. }) => here.is_some() && here == mover,
        Refusal::SightReduction(SightReductionRefusal::NoFriend { color, blockers, diagonal }) => {
            here == Some(*color) && all(blockers, color.other()) && diagonal.is_none_or(|at| all(&[at], *color))
        }
        Refusal::SightReduction(SightReductionRefusal::NoEnemy { color, .. })
        | Refusal::Sllim(SllimRefusal::CompletesNothing { color })
            if here.is_none() =>
        {
            panic!("{why:?}: no {color} checker")
        }
        Refusal::Barred { by, .. } => mover.is_some_and(|mover| all(by, mover.other())) && !by.is_empty(),
        Refusal::LinesOfAction(LinesOfActionRefusal::NoWay { enemies, friends, .. }) => {
            mover.is_some_and(|mover| all(enemies, mover.other()) && all(friends, mover))
        }
        Refusal::StacksInAction(StacksInActionRefusal::NoStackWay { enemies, stacks, .. }) => {
            mover.is_some_and(|mover| all(enemies, mover.other())) && stacks.iter().all(|&at| top(view, at).is_some())
        }
        Refusal::StacksInAction(StacksInActionRefusal::Controlled { by }) => here == Some(*by),
        Refusal::LinesOfAction(LinesOfActionRefusal::Distance { ways, .. }) => {
            !ways.is_empty() && ways.iter().all(|way| way.steps != way.on_line)
        }
        Refusal::StacksInAction(StacksInActionRefusal::Lacks { heights, .. }) => {
            !heights.is_empty() && heights.len() <= 3
        }
        Refusal::StacksInAction(StacksInActionRefusal::StackDistance {
            lifted,
            on_line,
            asked,
            up_to,
            onto_enemy,
            ..
        }) => {
            let exact = *on_line == Some(*asked) || lifted.is_some_and(|(least, most)| (least..=most).contains(asked));
            let within = *on_line >= Some(*asked) || lifted.is_some_and(|(_, most)| most >= *asked);
            !(exact || *up_to && !onto_enemy && within)
        }
        Refusal::Sllim(SllimRefusal::NotInSet { sets }) => !sets.is_empty(),
        _ => true,
    };
    assert!(is, "{why:?} does not fit {view:?}");
}

/// Asks about every square after these steps.
fn every_square_is_explained(session: &dyn Session, chosen: &[Step]) {
    let view = session.view(chosen);
    assert_eq!(view.chosen, chosen);
    for square in view.board.squares() {
        let pointed_at = view.next.iter().any(|step| step.squares().contains(&square));
        let why = session.refusal(chosen, square);
        assert_eq!(why.is_none(), pointed_at, "{session:?} {chosen:?} {square:?}: {why:?}");
        if let Some(why) = why {
            fits(&why, &view);
        }
    }
}

/// Walks down a turn by chance, asking at each step.
fn walk(session: &dyn Session, random: &mut SplitMix64) {
    let mut chosen = Vec::new();
    while let Some(Progress::Next(next)) = session.progress(&chosen) {
        every_square_is_explained(session, &chosen);
        chosen.push(next[random.below(next.len() as u64) as usize]);
    }
}

/// Asks at every step of every turn.
fn walk_everywhere(session: &dyn Session, chosen: &mut Vec<Step>) {
    if let Some(Progress::Next(next)) = session.progress(chosen) {
        every_square_is_explained(session, chosen);
        for step in next {
            chosen.push(step);
            walk_everywhere(session, chosen);
            chosen.pop();
        }
    }
}

/// A random game of these rules, with random turns looked at on the way.
fn random_game(rules: &str, seed: u64, plies: usize, walks: usize) {
    let mut session = registry::rules(rules).expect("valid rules").start(seed);
    let mut random = SplitMix64::new(seed);
    for ply in 0..plies {
        (0..walks).for_each(|_| walk(&*session, &mut random));
        // All turns of one position; where there are thousands, chance must do.
        if ply == 12 && session.moves().len() <= 400 {
            walk_everywhere(&*session, &mut Vec::new());
        }
        if !session.play_random(&mut random) {
            break;
        }
    }
    if let Some(ending) = session.ending() {
        let why = session.refusal(&[], Square::new(0)).expect("the game is over");
        assert_eq!(why.refusal, Refusal::Over(ending));
    }
}

#[test]
fn every_square_of_every_preset_is_explained() {
    for game in registry::games() {
        for (seed, preset) in game.presets().iter().enumerate() {
            random_game(&preset.rules, seed as u64, 60, 2);
        }
    }
}

#[test]
fn every_square_of_other_combinations_is_explained() {
    let mut random = SplitMix64::new(7);
    for game in registry::games() {
        let rules = common::all_rules(*game);
        for seed in 0..24 {
            random_game(&rules[random.below(rules.len() as u64) as usize], seed, 40, 2);
        }
    }
}

/// Sllim with borrowing seldom completes a set by chance, and positions that are shut in never come up by chance.
#[test]
fn every_square_of_rare_positions_is_explained() {
    let rare = [
        ("sllim:borrow=on", "bbb2b2/w6w/8/w6w w w0b0 w2b2 -"),
        ("lines-of-action", "6bw/6bb/8/8/8/8/bb6/wb6 w - -"),
        ("lines-of-action:setup=parachute", "6bw/6bb/8/8/8/8/bb6/wb6 w - w1b1"),
        ("lines-of-action:players=four,order=pairs-named", "8/1W3b2/8/8/3W4/8/8/6B1 w 2 -"),
        ("lines-of-action:wrap=both", "8/8/8/8/wwbw4/8/8/wbwbwbwb w - -"),
        ("stacks-in-action:move-by=line", "(www)(bb)6/(bb)b6/8/4w(ww)2 w w2b0"),
        ("sight-reduction:enemy=required,remove=one-or-two", "w1w4b/8/8/w7 w play wb"),
    ];
    for (rules, position) in rare {
        let session = registry::rules(rules).expect("valid rules").position(position).expect("a valid position");
        walk_everywhere(&*session, &mut Vec::new());
    }
}
