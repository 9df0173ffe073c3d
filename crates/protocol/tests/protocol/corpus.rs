//! Logs of every release, frozen in `tests/corpus`, fold to the same game for ever.
//!
//! `UPDATE_CORPUS=0.2.0 cargo test -p halfboard-protocol corpus` writes the folder of a new release. Existing folders never
//! change. The folder `unreleased` has what came after release 0.1.0, because servers already write such logs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::{Event, GameTerms, LoggedEvent, Player, Proposal, Seed, Start, Termination};
use halfboard_protocol::game::Game;
use halfboard_protocol::id::GameId;
use halfboard_protocol::json;
use halfboard_rules::random::SplitMix64;
use halfboard_rules::record;
use halfboard_rules::registry::games;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn id() -> GameId {
    "0123456789ABCDEFabcdef".parse().expect("an ID")
}

/// Describes everything that a log decides.
fn folded(game: &Game) -> String {
    let clocks = game.clocks();
    let remaining: Vec<_> = (0..game.seats().len() as u8).map(|seat| clocks.remaining(seat, game.changed())).collect();
    let mut text = String::new();
    let mut line = |name: &str, value: String| writeln!(text, "{name}: {value}").expect("a string");
    line("summary", json::encode(&game.summary()));
    line("version", format!("{}, for spectators {}", game.version(), game.spectator_version()));
    line("turns", format!("{:?} in line {}", game.turns(), game.line()));
    line("position", game.session().position());
    line("clocks", format!("{remaining:?}, running {:?}", clocks.running()));
    line("flag", format!("{:?} to {:?}", clocks.deadline(), clocks.flag_falls_at()));
    if let Some(first_move) = game.first_move_until() {
        line("first move", format!("{first_move:?}"));
    }
    line("pending", format!("{:?}", game.pending()));
    line("chat", format!("{:?}", game.chat()));
    line("rematch", format!("{:?}", game.rematch().map(GameId::as_str)));
    text.push_str(&record::format(&[game.record()]));
    text
}

#[test]
fn logs_of_every_release_fold_as_ever() {
    if let Ok(release) = std::env::var("UPDATE_CORPUS") {
        write(&release);
    }
    let mut logs = 0;
    let (mut refunds, mut first_moves) = (0, 0);
    for release in std::fs::read_dir(folder()).expect("the corpus") {
        for file in std::fs::read_dir(release.expect("a folder").path()).expect("a release") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let read = |path: &Path| std::fs::read_to_string(path).expect("a text file").replace('\r', "");
            let text = read(&path);
            let log: Vec<LoggedEvent> = text
                .lines()
                .map(|line| {
                    let logged = json::decode(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    assert_eq!(json::encode(&logged), line, "{}: written as ever", path.display());
                    logged
                })
                .collect();
            let game = Game::from_log(id(), &log).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            refunds += log.iter().filter(|logged| matches!(logged.event, Event::Refunded { .. })).count();
            first_moves += usize::from(game.terms().first_move.is_some());
            assert_eq!(folded(&game), read(&path.with_extension("folded")), "{}", path.display());
            logs += 1;
        }
    }
    assert!(logs >= 33, "the corpus is complete: {logs} logs");
    assert!(refunds >= 5 && first_moves >= 4, "{refunds} refunds, {first_moves} games with a limit for the first move");
}

/// Writes the logs of the current version.
fn write(release: &str) {
    let folder = folder().join(release);
    if release != UNRELEASED || !folder.exists() {
        std::fs::create_dir(&folder).expect("a release is written once");
    }
    let logs = if release == UNRELEASED { later_logs() } else { [logs(), later_logs()].concat() };
    for (name, log) in logs {
        // The folder of no release gets new logs, but existing ones never change.
        if folder.join(format!("{name}.jsonl")).exists() {
            continue;
        }
        let lines: String = log.0.iter().map(|logged| json::encode(logged) + "\n").collect();
        std::fs::write(folder.join(format!("{name}.jsonl")), lines).expect("written");
        std::fs::write(folder.join(format!("{name}.folded")), folded(&log.game())).expect("written");
    }
}

/// The folder of logs that no release has written.
const UNRELEASED: &str = "unreleased";

/// A log that grows by events at irregular times.
#[derive(Clone)]
struct SampleLog(Vec<LoggedEvent>);

impl SampleLog {
    fn new(rules: &str, control: TimeControl) -> SampleLog {
        SampleLog::with_terms(GameTerms {
            rules: rules.to_owned(),
            start: Start::Seed(Seed(7)),
            control,
            public: true,
            chat: true,
            delay: 0,
            first_move: None,
            after: None,
        })
    }

    fn with_terms(terms: GameTerms) -> SampleLog {
        let mut log = SampleLog(Vec::new());
        log.add(Event::Created(terms));
        log
    }

    fn add(&mut self, event: Event) {
        let version = self.0.len() as u32 + 1;
        let at = 1_794_787_200_000 + u64::from(version) * 2_500 + u64::from(version * version % 7) * 130;
        self.0.push(LoggedEvent { version, at, event });
    }

    fn seat_all(mut self) -> SampleLog {
        let seats = self.game().seats().len();
        for (seat, name) in (0..seats as u8).zip(["Ann", "Bärbel", "<b>Cy</b>", "Dee"]) {
            self.add(Event::Seated { seat, who: Player::Person { name: name.to_owned() } });
        }
        self
    }

    fn game(&self) -> Game {
        Game::from_log(id(), &self.0).expect("a valid log")
    }

    /// Plays random turns until the game ends or has so many.
    fn play(mut self, turns: u32, seed: u64) -> SampleLog {
        let mut chance = SplitMix64::new(seed);
        for turn in 0..turns {
            let game = self.game();
            if game.turn().is_none() {
                break;
            }
            let moves = game.session().moves();
            let mv = moves[chance.below(moves.len() as u64) as usize].clone();
            self.add(Event::Played { line: game.line(), ply: game.plies(), mv, lag: turn * 37 % 500 });
        }
        self
    }

    /// Gives a seat time back after an outage of so many milliseconds, which began at the time of the last event.
    fn outage(mut self, seat: u8, ms: u64) -> SampleLog {
        let since = self.0.last().expect("an event").at;
        self.add(Event::Refunded { seat, since, until: since + ms, ms });
        self
    }

    fn and(mut self, events: impl IntoIterator<Item = Event>) -> SampleLog {
        events.into_iter().for_each(|event| self.add(event));
        self
    }
}

const FISCHER: TimeControl = TimeControl::Fischer { initial: 180_000, increment: 2_000 };

fn logs() -> Vec<(String, SampleLog)> {
    let mut logs = Vec::new();
    let controls = [
        FISCHER,
        TimeControl::Delay { initial: 60_000, delay: 2_000 },
        TimeControl::Days { days: 2 },
        TimeControl::None,
    ];
    for (index, entry) in games().iter().enumerate() {
        let rules = entry.info().id;
        let log = SampleLog::new(rules, controls[index % controls.len()]).seat_all();
        logs.push((rules.to_owned(), log.play(24, index as u64)));
        let log = SampleLog::new(rules, controls[(index + 1) % controls.len()]).seat_all();
        logs.push((format!("{rules}-long"), log.play(400, 90 + index as u64)));
    }
    let begun = || SampleLog::new("lines-of-action", FISCHER).seat_all();
    let asked = |seat, what, key| Event::Asked { seat, what, key };
    let agreed = |seat, what, key| Event::Agreed { seat, what, key };
    let mut add = |name: &str, log: SampleLog| logs.push((name.to_owned(), log));
    add(
        "open",
        SampleLog::new("j", FISCHER).and([Event::Seated { seat: 1, who: Player::Engine { level: 3, of: None } }]),
    );
    let taken_back = begun().play(5, 1).and([asked(0, Proposal::TakeBack, 4), agreed(1, Proposal::TakeBack, 5)]);
    add("taken-back", taken_back.play(4, 2));
    let declined = Event::Declined { seat: 1, what: Proposal::TakeBack, key: 9 };
    add("declined", begun().play(3, 3).and([asked(0, Proposal::TakeBack, 8), declined]).play(2, 3));
    add("lapsed", begun().play(3, 3).and([asked(1, Proposal::Draw, 8)]).play(1, 3));
    add("drawn", begun().play(6, 4).and([asked(1, Proposal::Draw, 1), agreed(0, Proposal::Draw, 0)]));
    let gave = Event::GaveTime { from: 1, to: 0, ms: 15_000, key: 77 };
    let said = |seat, text: &str| Event::Said { seat, text: text.to_owned(), key: 5 };
    add("gave-time-and-said", begun().play(4, 5).and([gave, said(0, "danke"), said(1, "⚀ \"hi\" \\ <i>")]).play(3, 5));
    let ended = |end| Event::Ended(end);
    add("resigned", begun().play(5, 6).and([ended(Termination::Resigned { seat: 1 })]));
    add("out-of-time", begun().play(5, 6).and([ended(Termination::OutOfTime { seat: 1 })]));
    add("aborted", begun().play(1, 6).and([ended(Termination::Aborted { seat: 0 })]));
    add("withdrawn", SampleLog::new("sllim", FISCHER).and([ended(Termination::Aborted { seat: 0 })]));
    let rematch = [
        ended(Termination::Resigned { seat: 0 }),
        said(0, "again?"),
        asked(0, Proposal::Rematch, 0),
        agreed(1, Proposal::Rematch, 0),
        Event::Rematched { game: "0123456789ABCDEFabcdeg".parse().expect("an ID") },
    ];
    add("rematched", begun().play(2, 7).and(rematch));
    let engines = [
        Event::Seated { seat: 0, who: Player::Person { name: "Ann".to_owned() } },
        Event::Seated { seat: 1, who: Player::Engine { level: 7, of: Some(11) } },
    ];
    let engine = SampleLog::new("j", FISCHER).and(engines).play(4, 8);
    add("engine", engine.and([asked(0, Proposal::TakeBack, 3)]).play(2, 8));
    let four = SampleLog::new("lines-of-action:players=four", FISCHER).seat_all().play(6, 9);
    add("four", four.and([asked(2, Proposal::Draw, 1), agreed(3, Proposal::Draw, 1), agreed(1, Proposal::Draw, 1)]));
    let position = begun().play(6, 10).game().session().position();
    let terms = GameTerms {
        rules: "lines-of-action".to_owned(),
        start: Start::Position(position),
        control: FISCHER,
        public: false,
        chat: false,
        delay: 3,
        first_move: None,
        after: Some(id()),
    };
    add("position-and-delay", SampleLog::with_terms(terms).seat_all().play(8, 11));
    logs
}

/// Logs with what came after release 0.1.0.
fn later_logs() -> Vec<(String, SampleLog)> {
    let limited = |control| {
        SampleLog::with_terms(GameTerms {
            rules: "lines-of-action".to_owned(),
            start: Start::Seed(Seed(7)),
            control,
            public: true,
            chat: true,
            delay: 0,
            first_move: Some(60),
            after: None,
        })
    };
    let begun = |control| SampleLog::new("lines-of-action", control).seat_all();
    let ended = |end| [Event::Ended(end)];
    let twice = begun(FISCHER).play(4, 21).outage(0, 1_200).play(3, 22).outage(1, 900);
    [
        ("refunded", begun(FISCHER).play(6, 20).outage(0, 2_000).play(5, 20)),
        ("refunded-twice", twice.play(2, 23)),
        ("refunded-days", begun(TimeControl::Days { days: 2 }).play(3, 24).outage(1, 1_500).play(1, 24)),
        (
            "refunded-and-ended",
            begun(FISCHER).play(3, 25).outage(1, 2_400).and(ended(Termination::OutOfTime { seat: 1 })),
        ),
        ("first-move-open", limited(FISCHER)),
        ("first-move", limited(FISCHER).seat_all().play(1, 26)),
        ("first-move-played", limited(FISCHER).seat_all().play(8, 27)),
        ("first-move-aborted", limited(FISCHER).seat_all().play(1, 28).and(ended(Termination::Aborted { seat: 1 }))),
        ("first-move-refunded", limited(FISCHER).seat_all().play(2, 29).outage(0, 2_000).play(2, 29)),
    ]
    .map(|(name, log)| (name.to_owned(), log))
    .to_vec()
}
