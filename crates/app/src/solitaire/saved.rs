//! How puzzles that were begun are kept: a text each, of lines `name value`, under the address of the puzzle. What is
//! made up or broken is read as far as the rules allow it; what has no board is as good as not there.

use halfboard_rules::game::Outcome;
use halfboard_rules::record::Start;

use super::run::SolvedRun;
use super::{Date, HelpUsed, PuzzleId, SolitaireRoute, SolitaireRun};
use crate::saved::{StorageError, Store};

const PREFIX: &str = "halfboard.solitaire.run";
/// How many puzzles are kept that were left, and how many that were done.
const MOST: usize = 60;

fn key(which: &PuzzleId) -> String {
    format!("{PREFIX}{}", which.address())
}

/// Keeps a puzzle as it is, changed at this time in milliseconds.
pub fn save(store: &dyn Store, run: &SolitaireRun, now: f64, changed: u64) -> Result<(), StorageError> {
    store.set(&key(run.which()), &write(run, now, changed))
}

/// Returns the puzzle as it was left, if it was begun.
pub fn load(store: &dyn Store, which: &PuzzleId) -> Option<SolitaireRun> {
    read_text(which, &store.get(&key(which))?).map(|(_, run)| run)
}

/// Forgets a puzzle.
pub fn forget(store: &dyn Store, which: &PuzzleId) {
    store.remove(&key(which));
}

/// A puzzle that was left.
#[derive(Clone, Debug)]
pub struct UnfinishedPuzzle {
    /// When, in milliseconds.
    pub changed: u64,
    /// The puzzle as it is.
    pub run: SolitaireRun,
}

/// Returns all puzzles that were begun and not done, the last first.
pub fn unfinished(store: &dyn Store, today: Date) -> Vec<UnfinishedPuzzle> {
    let runs = all(store, today).into_iter().map(|(_, left)| left);
    runs.filter(|left| left.run.begun() && left.run.won().is_none() && !left.run.help().solution).collect()
}

/// Forgets the oldest where too many are kept.
pub fn prune(store: &dyn Store, today: Date) {
    let is_open = |left: &UnfinishedPuzzle| left.run.won().is_none();
    let (open, done): (Vec<_>, Vec<_>) = all(store, today).into_iter().partition(|(_, left)| is_open(left));
    for (key, _) in open.iter().skip(MOST).chain(done.iter().skip(MOST)) {
        store.remove(key);
    }
}

/// Returns all that can be read, the last changed first.
fn all(store: &dyn Store, today: Date) -> Vec<(String, UnfinishedPuzzle)> {
    let mut runs: Vec<(String, UnfinishedPuzzle)> = store
        .keys()
        .into_iter()
        .filter_map(|key| {
            let address = SolitaireRoute::read_text(key.strip_prefix(PREFIX)?)?;
            let which = PuzzleId::read(&address, today).ok()??;
            let (changed, run) = read_text(&which, &store.get(&key)?)?;
            Some((key, UnfinishedPuzzle { changed, run }))
        })
        .collect();
    runs.sort_by_key(|(_, left)| std::cmp::Reverse(left.changed));
    runs
}

fn write(run: &SolitaireRun, now: f64, changed: u64) -> String {
    let mut lines = vec![format!("changed {changed}"), format!("rules {}", run.session().rules())];
    lines.push(match run.start() {
        Start::Seed(seed) => format!("seed {seed}"),
        Start::Position(position) => format!("position {position}"),
    });
    lines.extend(run.best.map(|best| format!("best {best}")));
    lines.push(format!("line {}", run.line.join(" ")));
    lines.push(format!("moves {}", run.moves().join(" ")));
    lines.push(format!("ply {}", run.ply()));
    lines.push(format!("seconds {:.1}", run.seconds(now)));
    lines.push(format!("help {}", help_words(run.help)));
    lines.extend(run.warned_from.map(|ply| format!("warned-from {ply}")));
    lines.push(format!("trace {} {}", run.back, run.helped));
    if let Some(won) = run.won {
        lines.push(format!("won {:.1} {} {}", won.seconds, won.on, help_words(won.help)));
    }
    lines.join("\n") + "\n"
}

fn help_words(help: HelpUsed) -> String {
    format!("{} {} {} {}", help.hints, help.safe, help.warned, if help.solution { "shown" } else { "hidden" })
}

fn read_help(words: &[&str]) -> Option<HelpUsed> {
    let [hints, safe, warned, solution] = words else { return None };
    let solution = match *solution {
        "shown" => true,
        "hidden" => false,
        _ => return None,
    };
    Some(HelpUsed { hints: hints.parse().ok()?, safe: safe.parse().ok()?, warned: warned.parse().ok()?, solution })
}

/// Reads seconds: a number of days at most.
fn read_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| (0.0..=1e7).contains(seconds))
}

fn read_text(which: &PuzzleId, text: &str) -> Option<(u64, SolitaireRun)> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let start = match (field("seed"), field("position")) {
        (Some(seed), _) => Start::Seed(seed.parse().ok()?),
        (None, Some(position)) => Start::Position(position.to_owned()),
        (None, None) => return None,
    };
    let rules = field("rules")?;
    // What is kept may be another board than the address says only if it was edited by hand.
    let agrees = match which {
        PuzzleId::Board { rules: own, start: from } => own == rules && *from == start,
        PuzzleId::Daily(_) | PuzzleId::Number(_) => which.numbered().is_some_and(|made| {
            let plain = rules.split(",target=").next().unwrap_or(rules);
            plain == made.rules && made.aimed == (plain != rules)
        }),
    };
    if !agrees {
        return None;
    }
    let mut run = SolitaireRun::new(which, rules, start).ok()?;
    run.best = field("best")
        .and_then(|text| text.parse().ok())
        .filter(|best| matches!(best, Outcome::Solved | Outcome::Stuck(_)));
    let words = |name: &str| field(name).unwrap_or_default().split(' ').filter(|word| !word.is_empty());
    run.line = words("line").map(str::to_owned).collect();
    for mv in words("moves") {
        if !run.play(mv, 0.0) {
            break;
        }
    }
    run.pause(0.0);
    if let Some(ply) = field("ply").and_then(|ply| ply.parse().ok()) {
        run.go_to(ply, 0.0);
        run.pause(0.0);
    }
    let seconds = field("seconds").and_then(read_seconds);
    run.seconds = seconds.unwrap_or_default();
    run.help = read_help(&words("help").collect::<Vec<_>>()).unwrap_or_default();
    run.warned_from = field("warned-from").and_then(|ply| ply.parse().ok()).filter(|ply| *ply <= run.moves().len());
    (run.back, run.helped) = (0, 0);
    if let [back, helped] = words("trace").collect::<Vec<_>>()[..] {
        run.back = back.parse().unwrap_or_default();
        run.helped = helped.parse().unwrap_or_default();
    }
    if let [seconds, on, help @ ..] = &words("won").collect::<Vec<_>>()[..] {
        let won = (read_seconds(seconds), Date::read(on), read_help(help));
        if let (Some(seconds), Some(on), Some(help)) = won {
            run.won = Some(SolvedRun { seconds, on, help });
        }
    }
    let changed = field("changed").and_then(|changed| changed.parse().ok()).unwrap_or_default();
    Some((changed, run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::MemoryStore;

    fn today() -> Date {
        Date::read("2026-11-16").expect("a day")
    }

    fn board(seed: u64) -> SolitaireRun {
        let rules = "sight-reduction:solitaire=on".to_owned();
        let which = PuzzleId::Board { rules: rules.clone(), start: Start::Seed(seed) };
        SolitaireRun::new(&which, &rules, Start::Seed(seed)).expect("valid")
    }

    #[test]
    fn a_puzzle_is_read_as_it_was_left() {
        let store = MemoryStore::default();
        let mut run = board(1);
        run.resume(0.0);
        for _ in 0..3 {
            let mv = run.session().moves()[0].clone();
            assert!(run.play(&mv, 5.0));
        }
        run.learn(0, Outcome::Solved);
        run.take_help(|help| help.hints += 2);
        run.go_to(2, 10.0);
        save(&store, &run, 12.5, 7).expect("kept");
        let again = load(&store, run.which()).expect("kept");
        assert_eq!((again.ply(), again.moves(), again.seconds(999.0)), (2, run.moves(), 12.5));
        assert_eq!((again.best(), again.help(), again.trace()), (run.best(), run.help(), run.trace()));
        assert_eq!(again.session().position(), run.session().position());
        let left = unfinished(&store, today());
        assert_eq!(left.iter().map(|left| left.changed).collect::<Vec<_>>(), [7]);
        forget(&store, run.which());
        assert!(load(&store, run.which()).is_none());
    }

    #[test]
    fn help_before_the_first_removal_and_a_warning_are_kept() {
        let store = MemoryStore::default();
        let mut run = board(1);
        assert!(!run.is_worth_keeping());
        run.take_help(|help| help.solution = true);
        assert!(run.is_worth_keeping());
        save(&store, &run, 1.0, 1).expect("kept");
        let mut again = load(&store, run.which()).expect("kept");
        assert!(again.help().solution && !again.begun());
        assert!(unfinished(&store, today()).is_empty());
        let mv = again.session().moves()[0].clone();
        again.play(&mv, 0.0);
        again.warn();
        save(&store, &again, 2.0, 2).expect("kept");
        let mut opened = load(&store, run.which()).expect("kept");
        opened.warn();
        assert_eq!(opened.help().warned, 1);
    }

    #[test]
    fn a_puzzle_that_was_made_is_read_without_making_it_again() {
        let store = MemoryStore::default();
        let which = PuzzleId::Daily(today());
        let numbered = which.numbered().expect("made");
        let made = halfboard_engine::games::sight_reduction::solitaire::puzzle::generate(
            &numbered.rules,
            false,
            numbered.grade,
            numbered.number,
        );
        let mut run = SolitaireRun::of(&which, &made.expect("there is one")).expect("valid");
        for mv in run.line().to_vec() {
            run.play(&mv, 3.0);
        }
        assert!(run.record_win(4.0, today()));
        save(&store, &run, 4.0, 1).expect("kept");
        let again = load(&store, &which).expect("kept");
        assert_eq!((again.won(), again.line()), (run.won(), run.line()));
        assert!(unfinished(&store, today()).is_empty());
    }

    #[test]
    fn what_is_broken_is_read_as_far_as_it_goes() {
        let which = board(1).which().clone();
        let rules = "rules sight-reduction:solitaire=on\nseed 1\n";
        let read = |text: &str| read_text(&which, text).map(|(_, run)| run);
        for text in [
            "",
            "nonsense",
            "rules chess\nseed 1",
            "rules sight-reduction:solitaire=on",
            "rules sight-reduction:solitaire=on\nseed 2",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        let run = read(&format!("{rules}moves A2 Z9 A1\nply x\nseconds -5\nhelp 1 2\nbest 1-0\ntrace 1\nwon now"))
            .expect("a board");
        assert_eq!((run.moves(), run.ply(), run.seconds(0.0), run.best()), (&["A2".to_owned()][..], 1, 0.0, None));
        assert!(run.help().is_none() && run.won().is_none());
        assert_eq!(read(&format!("{rules}seconds NaN")).expect("a board").seconds(0.0), 0.0);
    }

    #[test]
    fn only_so_many_are_kept() {
        let store = MemoryStore::default();
        for seed in 0..70 {
            let mut run = board(seed);
            let mv = run.session().moves()[0].clone();
            run.play(&mv, 0.0);
            save(&store, &run, 0.0, seed).expect("kept");
        }
        store.set("halfboard.solitaire.run/board?x", "y").expect("kept");
        prune(&store, today());
        let kept = unfinished(&store, today());
        assert_eq!((kept.len(), kept[0].changed, kept[59].changed), (60, 69, 10));
    }
}
