//! Recorded playthroughs: one random game of every preset, with what a player sees on the way. A change in them is a
//! change in behaviour, meant or not; `UPDATE_PLAYTHROUGHS=1 cargo test -p halfboard-text playthroughs` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use halfboard_rules::random::SplitMix64;
use halfboard_rules::record::{Record, Start};
use halfboard_rules::registry::{self, GameEntry};
use halfboard_rules::session::{Progress, Session};
use halfboard_text::prompt::prompt;
use halfboard_text::result::ended;

const PLIES: usize = 14;

/// The steps by which a move is entered; entering them must give the move.
fn steps(session: &dyn Session, mv: &str) -> String {
    let steps = session.steps(mv).expect("a legal move has steps");
    assert_eq!(session.progress(&steps), Some(Progress::Complete(mv.to_owned())));
    steps.iter().map(|step| step.to_token(session.info().board)).collect::<Vec<_>>().join(" ")
}

fn describe(text: &mut String, session: &dyn Session) {
    let view = session.view(&[]);
    let supplies: Vec<String> =
        view.supplies.iter().map(|supply| format!("{} {} {}", supply.color, supply.count, supply.name)).collect();
    writeln!(text, "  {}", session.position()).expect("writing to a string");
    match (&view.turn, view.ending) {
        (Some(turn), _) => {
            let prompt = prompt(&turn.prompt);
            writeln!(text, "  {prompt} {} moves; {}", session.moves().len(), supplies.join(", "))
        }
        (None, ending) => writeln!(text, "  {}", ended(ending.expect("the game is over"))),
    }
    .expect("writing to a string");
}

fn playthrough(game: &dyn GameEntry) -> String {
    let mut text = format!("{}\n", game.info().name);
    for (number, preset) in game.presets().iter().enumerate() {
        writeln!(text, "\n{}: {}", preset.id, preset.rules).expect("writing to a string");
        let seed = number as u64 + 1;
        let mut session = registry::rules(&preset.rules).expect("a preset's rules").start(seed);
        let mut random = SplitMix64::new(seed);
        for _ in 0..PLIES {
            describe(&mut text, &*session);
            let before = session.clone_box();
            if !session.play_random(&mut random) {
                break;
            }
            let mv = session.history().pop().expect("a move was played");
            writeln!(text, "{mv}: {}", steps(&*before, &mv)).expect("writing to a string");
        }
        while session.ply() < 400 && session.play_random(&mut random) {}
        writeln!(text, "and so on, {} plies:", session.ply()).expect("writing to a string");
        describe(&mut text, &*session);
        assert_eq!(Record::new(&*session, Start::Seed(seed)).session().position(), session.position());
    }
    text
}

#[test]
fn games_are_played_as_recorded() {
    for game in registry::games() {
        let file = format!("{}/tests/data/playthroughs/{}.txt", env!("CARGO_MANIFEST_DIR"), game.info().id);
        let path = Path::new(&file);
        let now = playthrough(*game);
        if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
            std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
            std::fs::write(path, &now).expect("the playthrough can be written");
        }
        let recorded = std::fs::read_to_string(path).unwrap_or_default();
        let differing = recorded.lines().zip(now.lines()).enumerate().find(|(_, (then, now))| then != now);
        assert!(recorded == now, "{} is played differently: {differing:?}", game.info().id);
    }
}
