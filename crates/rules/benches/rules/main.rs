//! How fast the rules are: perft of Lines of Action beside a plain mailbox, and random games of every game.
//!
//! `cargo xtask bench` runs this twice, as released and for the machine's own processor. With `--instructions` it
//! counts one perft and nothing else, to be run under an instruction counter.

mod mailbox;

use std::hint::black_box;
use std::time::Instant;

use halfboard_rules::game::Game;
use halfboard_rules::games::lines_of_action::LinesOfAction;
use halfboard_rules::perft::perft;
use halfboard_rules::playout::playout;
use halfboard_rules::random::SplitMix64;

const PERFT_4: u64 = 1_563_208;
const PERFT_5: u64 = 55_963_132;

/// The best of several timings, in seconds: what else the machine does only ever adds.
fn best(runs: u32, mut job: impl FnMut()) -> f64 {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        job();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn perft_beside_mailbox() {
    let game = LinesOfAction::default();
    let start = game.start(0);
    let mailbox = mailbox::Mailbox::start();
    // In turns, so that both meet the same noise.
    let (mut fast, mut slow) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..5 {
        fast = fast.min(best(3, || assert_eq!(perft(black_box(&game), black_box(&start), 5), PERFT_5)));
        slow = slow.min(best(1, || assert_eq!(black_box(&mailbox).perft(4), PERFT_4)));
    }
    let (fast, slow) = (PERFT_5 as f64 / fast / 1e6, PERFT_4 as f64 / slow / 1e6);
    println!("lines-of-action perft 5  {fast:8.1} million nodes/s");
    println!("  plain mailbox          {slow:8.1} million nodes/s");
    println!("  ratio                  {:8.1}", fast / slow);
}

fn playouts<G: Game + Default>() {
    const GAMES: u64 = 300;
    const LONGEST: u32 = 500;
    let game = G::default();
    let mut plies = 0;
    let seconds = best(3, || {
        plies = 0;
        for seed in 0..GAMES {
            let mut position = game.start(seed);
            plies += u64::from(playout(&game, &mut position, &mut SplitMix64::new(seed), LONGEST).0);
        }
    });
    let (games, moves) = (GAMES as f64 / seconds / 1e3, plies as f64 / seconds / 1e6);
    println!("{:<18} {games:8.1} thousand games/s  {moves:8.2} million moves/s  {} plies", G::INFO.id, plies / GAMES);
}

fn main() {
    if std::env::args().any(|argument| argument == "--instructions") {
        let game = LinesOfAction::default();
        assert_eq!(perft(black_box(&game), &game.start(0), 4), PERFT_4);
        return;
    }
    perft_beside_mailbox();
    println!("random games, stopped after 500 plies:");
    macro_rules! all_playouts {
        ($($module:ident::$Game:ident),+ $(,)?) => {$(playouts::<halfboard_rules::games::$module::$Game>();)+};
    }
    halfboard_rules::games!(all_playouts);
}
