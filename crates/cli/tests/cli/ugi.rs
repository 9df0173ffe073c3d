//! Sessions of `halfboard ugi` with the real binary: every game, every command, and everything that can be wrong.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::common::{command, run_with};
use halfboard_rules::registry;

/// A session, with the lines it has answered. Nothing may take longer than a minute.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    fn new() -> Self {
        let mut child = command().arg("ugi").stdin(Stdio::piped()).spawn().expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        let input = child.stdin.take();
        Session { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("it still listens");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    /// The lines up to one that begins with this word, which is the last.
    fn hear_until(&self, word: &str) -> Vec<String> {
        let mut heard = vec![self.hear()];
        while heard.last().is_none_or(|line| line.split(' ').next() != Some(word)) {
            heard.push(self.hear());
        }
        heard
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Says something that is answered by one error with these words in it.
    fn refuses(&mut self, line: &str, words: &[&str]) {
        let answer = self.ask(line);
        assert!(answer.starts_with("info string error "), "{line}: {answer}");
        for word in words {
            assert!(answer.contains(word), "{line}: {word:?} is not in {answer:?}");
        }
        assert_eq!(self.ask("isready"), "readyok", "{line}");
    }

    /// Searches; gives the info lines, checked for their form, and the move.
    fn go(&mut self, limits: &str) -> (Vec<String>, String) {
        self.say(&format!("go {limits}"));
        self.result()
    }

    fn result(&mut self) -> (Vec<String>, String) {
        let mut infos = self.hear_until("bestmove");
        let last = infos.pop().expect("a line");
        infos.iter().for_each(|info| check_info(info));
        assert!(!infos.is_empty(), "an info comes before the move");
        (infos, last["bestmove ".len()..].to_owned())
    }

    fn quit(mut self) {
        self.say("quit");
        self.ended();
    }

    fn ended(mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0));
    }
}

fn check_info(info: &str) {
    let words: Vec<&str> = info.split(' ').collect();
    let names = ["depth", "seldepth", "time", "nodes", "nps", "hashfull", "multipv"];
    assert_eq!(words[0], "info", "{info}");
    for (name, pair) in names.iter().zip(words[1..].chunks(2)) {
        assert_eq!(pair[0], *name, "{info}");
        pair[1].parse::<u64>().expect("a number");
    }
    let [score, kind, value, pv, first, ..] = words[15..] else { panic!("{info}") };
    assert!(score == "score" && ["cp", "mate"].contains(&kind) && pv == "pv" && !first.is_empty(), "{info}");
    value.parse::<i64>().expect("a number");
}

/// The number behind a word of an info line.
fn number(info: &str, name: &str) -> u64 {
    let value = info.split(' ').skip_while(|word| *word != name).nth(1).expect("it is there");
    value.parse().expect("a number")
}

#[test]
fn it_introduces_itself() {
    let mut session = Session::new();
    session.say("ugi");
    let lines = session.hear_until("ugiok");
    assert_eq!(lines[0], format!("id name Halfboard {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "id author The Halfboard contributors");
    assert_eq!(lines[2], "option name Rules type string default lines-of-action");
    for (line, name) in lines[3..].iter().zip(["Hash", "Threads", "MultiPV", "Level"]) {
        assert!(line.starts_with(&format!("option name {name} type spin default ")), "{line}");
    }
    assert_eq!(lines[6], "option name Level type spin default 20 min 1 max 20");
    assert_eq!(lines[7], "option name Tables type string default auto");
    assert_eq!(lines[8], "option name OwnBook type check default false");
    assert_eq!(lines.len(), 10);
    session.quit();
}

#[test]
fn it_plays_every_preset() {
    let mut session = Session::new();
    session.say("setoption name Hash value 1");
    for preset in registry::games().iter().flat_map(|game| game.presets()) {
        session.say(&format!("setoption name Rules value {}", preset.rules));
        session.say("uginewgame");
        let mut game = registry::rules(&preset.rules).expect("a preset").start(0);
        let mut moves = String::new();
        for limits in ["depth 2", "nodes 300", "movetime 5", "p1time 100 p2time 100 p1inc 1 p2inc 1"] {
            session.say(&format!("position startpos{moves}"));
            let over = game.ending().is_some();
            assert_eq!(session.ask("query gameover"), format!("response {over}"), "{}", preset.rules);
            if over {
                break;
            }
            let first = game.turn().0.is_multiple_of(2);
            assert_eq!(session.ask("query p1turn"), format!("response {first}"), "{}", preset.rules);
            let (_, mv) = session.go(limits);
            game.play(&mv).expect("a legal move");
            moves = format!(" moves {}", game.history().join(" "));
        }
        if game.ending().is_none() {
            session.say(&format!("position fen {}", game.position()));
            let (_, mv) = session.go("depth 1");
            game.play(&mv).expect("a legal move");
        }
    }
    session.quit();
}

#[test]
fn the_end_of_a_game_is_known() {
    let mut session = Session::new();
    let queries = |session: &mut Session| ["query gameover", "query result"].map(|query| session.ask(query));
    assert_eq!(queries(&mut session), ["response false", "response none"]);
    session.say("position fen 8/8/8/8/8/8/1w6/b1b5 b - -");
    assert_eq!(queries(&mut session), ["response true", "response p1win"]);
    session.refuses("go depth 1", &["the game is over", "1-0 united"]);
    session.say("position fen 8/8/8/8/8/8/1b6/w1w5 w - -");
    assert_eq!(queries(&mut session), ["response true", "response p2win"]);
    let there_and_back = "a2c2 b1b3 c2a2 b3b1";
    session.say(&format!("position startpos moves {there_and_back}"));
    assert_eq!(queries(&mut session), ["response false", "response none"]);
    session.say(&format!("position startpos moves {there_and_back} {there_and_back}"));
    assert_eq!(queries(&mut session), ["response true", "response draw"]);
    session.quit();
}

#[test]
fn wins_are_told_in_plies_and_held_back_without_limits() {
    let mut session = Session::new();
    session.say("position fen b6b/8/8/8/8/8/8/w1w5 w - -");
    let (infos, mv) = session.go("depth 4");
    assert_eq!(mv, "c1b2");
    assert!(infos.last().is_some_and(|info| info.contains(" score mate 1 pv c1b2")), "{infos:?}");
    session.say("go infinite");
    while !session.hear().contains(" score mate 1 ") {}
    assert_eq!(session.ask("isready"), "readyok", "the move waits for the word");
    session.say("stop");
    assert_eq!(session.hear_until("bestmove"), ["bestmove c1b2"]);
    session.quit();
}

#[test]
fn a_search_is_stopped_at_once_and_understands_little_meanwhile() {
    for game in registry::games() {
        let mut session = Session::new();
        session.say(&format!("setoption name Rules value {}", game.info().id));
        session.say("position startpos");
        session.say("go infinite");
        for line in
            ["position startpos", "go depth 1", "ugi", "uginewgame", "query result", "setoption name Hash value 2"]
        {
            session.say(line);
            while !session.hear().starts_with("info string error a search goes on; only isready, stop and quit") {}
        }
        session.say("isready");
        session.hear_until("readyok");
        session.say("stop");
        // All that there was to tell may have been told before.
        let last = session.hear_until("bestmove").pop().expect("a line");
        let mv = &last["bestmove ".len()..];
        session.say("stop");
        session.say(&format!("position startpos moves {mv}"));
        session.go("depth 2");
        session.say("go infinite");
        session.quit();
    }
}

#[test]
fn options_change_what_is_done() {
    let mut session = Session::new();
    session.say("setoption name multipv value 3");
    session.say("setoption name Threads value 2");
    session.say("setoption name Hash value 2");
    session.say("position startpos");
    let (infos, mv) = session.go("depth 3");
    let last: Vec<&String> = infos.iter().skip(infos.len() - 3).collect();
    assert_eq!(last.iter().map(|info| number(info, "multipv")).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last[0].contains(&format!(" pv {mv}")) && !last[1].contains(&format!(" pv {mv}")), "{last:?}");
    session.say("setoption name MultiPV value 1");
    session.say("setoption name Threads value 1");
    session.say("setoption name Level value 2");
    let (infos, _) = session.go("depth 9");
    assert!(infos.iter().all(|info| number(info, "depth") <= 2 && number(info, "nodes") <= 2000), "{infos:?}");
    session.say("setoption name Level value 20");
    let (infos, _) = session.go("depth 5");
    assert_eq!(infos.last().map(|info| number(info, "depth")), Some(5));
    session.say("setoption name Rules value j");
    let (_, mv) = session.go("depth 1");
    let mut old = registry::rules("lines-of-action").expect("a game").start(0);
    old.play(&mv).expect("other rules wait for the next position");
    session.say("position startpos");
    let (_, mv) = session.go("depth 1");
    registry::rules("j").expect("a game").start(0).play(&mv).expect("the new rules");
    session.quit();
}

#[test]
fn the_book_is_used_on_request_only() {
    let mut session = Session::new();
    session.say("position startpos");
    let (infos, _) = session.go("nodes 300");
    assert!(infos.iter().all(|info| number(info, "nodes") > 0), "{infos:?}");
    session.say("setoption name OwnBook value true");
    let mut moves = Vec::new();
    for _ in 0..20 {
        session.say("uginewgame");
        let (infos, mv) = session.go("nodes 300");
        assert_eq!(number(&infos[0], "nodes"), 0, "{infos:?}");
        moves.push(mv);
    }
    moves.sort_unstable();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
    // Neither analysis nor a low level uses it.
    for option in ["MultiPV value 2", "MultiPV value 1", "Level value 3"] {
        session.say(&format!("setoption name {option}"));
        let (infos, _) = session.go("nodes 300");
        let from_book = infos.iter().all(|info| number(info, "nodes") == 0);
        assert_eq!(from_book, option == "MultiPV value 1", "{option}: {infos:?}");
    }
    session.quit();
}

#[test]
fn the_same_session_gives_the_same_answers() {
    let moves = |_| {
        let mut session = Session::new();
        session.say("setoption name Level value 3");
        ["j", "sllim", "stacks-in-action"].map(|rules| {
            session.say(&format!("setoption name Rules value {rules}"));
            session.say("uginewgame");
            session.say("position startpos");
            let (infos, mv) = session.go("");
            (infos.iter().map(|info| number(info, "nodes")).collect::<Vec<_>>(), mv)
        })
    };
    assert_eq!(moves(1), moves(2));
}

#[test]
fn bad_commands_are_answered_and_change_nothing() {
    let mut session = Session::new();
    session.say("position startpos moves a2c2");
    session.refuses("castle", &["'castle'", "ugi, setoption, isready"]);
    session.refuses("isready now", &["'now'"]);
    session.refuses("\u{1b}[31m\u{7}", &["\\u{1b}"]);
    session.refuses(&"x".repeat(100_000), &["xxx", "the commands are"]);
    for line in
        ["setoption", "setoption Hash 3", "setoption name Hash", "setoption name value 3", "setoption name Hash value"]
    {
        session.refuses(line, &["setoption name NAME value VALUE"]);
    }
    session.refuses("setoption name Colour value 3", &["'Colour'", "Rules, Hash, Threads, MultiPV, Level"]);
    session.refuses("setoption name Hash value 0", &["Hash", "'0'", "a whole number from 1 to 4096"]);
    session.refuses("setoption name Hash value 99999999999999999999", &["a whole number from 1 to 4096"]);
    session.refuses("setoption name Threads value many", &["a whole number from 1 to 256"]);
    session.refuses("setoption name Level value 21", &["a whole number from 1 to 20"]);
    session.refuses("setoption name OwnBook value maybe", &["OwnBook", "'maybe'", "true or false"]);
    session.refuses("setoption name Rules value chess", &["'chess'", "lines-of-action"]);
    session.refuses("setoption name Rules value j:long-sides=all", &["'all'", "any"]);
    for line in ["position", "position moves a2c2", "position startpos a2c2", "position fen", "position fen moves a2c2"]
    {
        session.refuses(line, &["'position startpos'", "fen"]);
    }
    session.refuses("position fen 8/8/8/7x w w12b12", &["position"]);
    session.refuses("position startpos moves a2c2 b1-b3", &["move 2 of 2", "'b1-b3'", "b1b3"]);
    session.refuses("position fen 8/8/8/8/8/8/1w6/b1b5 b - - moves a1a2", &["the game is over"]);
    session.refuses("go fast", &["'fast'", "movetime"]);
    session.refuses("go depth", &["depth"]);
    session.refuses("go depth -3", &["depth", "'-3'"]);
    session.refuses("go movetime soon", &["movetime", "'soon'"]);
    session.refuses("go p1time 1000", &["p2time is missing"]);
    session.refuses("query", &["p1turn, gameover and result"]);
    session.refuses("query score", &["'score'", "p1turn, gameover and result"]);
    session.say("");
    session.say("stop");
    assert_eq!(session.ask("query p1turn"), "response false", "the position is still there");
    let (_, mv) = session.go("depth 0 p1time 5 p2time -20");
    let mut game = registry::rules("lines-of-action").expect("a game").start(0);
    game.play("a2c2").and_then(|()| game.play(&mv)).expect("a legal move");
    session.ended();
}

#[test]
fn the_end_of_the_input_ends_it() {
    let done = run_with(&["ugi"], b"\xff\xfe\nposition startpos\r\ngo infinite");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.out.starts_with("info string error there is no command"), "{done:?}");
    assert!(done.out.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{done:?}");
    let done = run_with(&["ugi"], b"quit\nugi\n");
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (Some(0), "", ""));
}
