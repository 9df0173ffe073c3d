//! `arena` with the real binary: matches, their statistics, files to go on with, and programs that misbehave.

use crate::common::{file, good, refused, run};

const GAMES: [&str; 5] = ["sight-reduction", "lines-of-action", "stacks-in-action", "j", "sllim"];

/// The line of a summary that begins with this word.
fn line<'a>(out: &'a str, word: &str) -> &'a str {
    out.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{word} is not in\n{out}"))
}

#[test]
fn matches_are_played_in_all_games() {
    for game in GAMES {
        let out = good(&["arena", game, "level:1", "random", "--games", "4"]);
        assert!(out.starts_with(&format!("{game}: level:1 against random\ngames: 4 in 2 pairs\n")), "{out}");
        for word in ["score: ", "pairs by points: ", "Elo: ", "endings: ", "faults: FIRST 0, SECOND 0"] {
            line(&out, word);
        }
        assert!(!out.contains("too-long"), "{out}");
    }
    for rules in ["lines-of-action:players=four", "sight-reduction:setup=fair"] {
        let out = good(&["arena", rules, "greedy", "random", "--games", "2"]);
        assert_eq!(line(&out, "faults"), "faults: FIRST 0, SECOND 0", "{out}");
    }
}

#[test]
fn every_player_plays() {
    for player in ["engine:depth=2", "engine:nodes=50", "engine:movetime=1", "uct:nodes=5", "greedy", "two-ply"] {
        let out = good(&["arena", "j", player, "random", "--games", "2"]);
        assert!(out.starts_with(&format!("j: {player} against random")), "{out}");
    }
    let out = good(&["arena", "j", "engine", "engine:depth=1", "--games", "2", "--clock", "20+0.5", "--adjudicate"]);
    assert!(out.starts_with("j: engine:clock=20+0.5 against engine:depth=1\n"), "{out}");
    let out = good(&["arena", "j", "engine", "uct", "--games", "2", "--nodes", "20"]);
    assert!(out.starts_with("j: engine:nodes=20 against uct:nodes=20"), "{out}");
    let own = "engine:threads=2,hash=1";
    let out = good(&["arena", "j", own, "engine:depth=1", "--games", "2", "--nodes", "20", "--hash", "3"]);
    assert!(out.starts_with("j: engine:nodes=20,threads=2,hash=1 against engine:depth=1,hash=3\n"), "{out}");
    let out = good(&["arena", "j", "engine", "level:1", "--games", "2", "--depth", "1", "--threads", "2"]);
    assert!(out.starts_with("j: engine:depth=1,threads=2 against level:1\n"), "{out}");
}

#[test]
fn a_stronger_player_scores_more_and_the_test_says_so() {
    let args = ["arena", "j", "level:3", "random", "--games", "60", "--sprt", "0,100"];
    let out = good(&args);
    assert!(line(&out, "SPRT").ends_with("bounds -2.94 and 2.94, Elo 0 against 100; accepted: Elo 100"), "{out}");
    assert!(!out.contains("games: 60"), "it should have stopped before: {out}");
    let out = good(&["arena", "j", "random", "level:3", "--games", "60", "--sprt=-100,0"]);
    assert!(out.contains("accepted: Elo -100"), "{out}");
    let out = good(&["arena", "j", "random", "random", "--games", "2", "--sprt", "0,5"]);
    assert!(out.contains("not decided"), "{out}");
}

#[test]
fn a_match_is_the_same_with_any_number_of_threads() {
    for (game, sprt) in [("j", false), ("sight-reduction", false), ("sllim", true)] {
        let mut results = Vec::new();
        for threads in ["1", "2", "4"] {
            let path = file(&format!("arena-threads-{game}-{threads}.txt"));
            let path_word = path.to_string_lossy().into_owned();
            let mut args = vec!["arena", game, "level:2", "greedy", "--games", "16", "--seed", "5"];
            args.extend(["--concurrency", threads, "--save", &path_word]);
            if sprt {
                args.extend(["--sprt", "0,200"]);
            }
            let out = good(&args);
            results.push((out, std::fs::read_to_string(&path).expect("the games were kept")));
        }
        assert_eq!(results[0], results[1]);
        assert_eq!(results[0], results[2]);
    }
    let other = good(&["arena", "j", "level:2", "greedy", "--games", "16", "--seed", "6"]);
    assert_ne!(other, good(&["arena", "j", "level:2", "greedy", "--games", "16", "--seed", "5"]));
}

#[test]
fn a_match_is_kept_and_gone_on_with() {
    let path = file("arena-resume.txt");
    let path_word = path.to_string_lossy().into_owned();
    let play = |games: &'static str, more: &[&str]| {
        let args = ["arena", "sllim", "level:1", "random", "--games", games, "--save", &path_word];
        run(&[&args[..], more].concat())
    };
    let whole = good(&["arena", "sllim", "level:1", "random", "--games", "8"]);
    assert_eq!(play("4", &[]).code, Some(0));
    let checked = good(&["record", "check", &path_word]);
    assert_eq!(checked.lines().count(), 4, "{checked}");
    let text = std::fs::read_to_string(&path).expect("the games were kept");
    for words in ["[Event \"Arena\"]", "[Round \"2\"]", "[White \"level:1\"]", "[White \"random\"]"] {
        assert!(text.contains(words), "{words}");
    }
    refused(&play("8", &[]), &["not empty; use --resume to continue"]);
    let resumed = play("8", &["--resume", "--concurrency", "2"]);
    assert_eq!((resumed.code, &resumed.out), (Some(0), &whole), "{resumed:?}");
    let finished = std::fs::read_to_string(&path).expect("the games were kept");
    assert!(finished.starts_with(&text) && finished.matches("[Game ").count() == 8);
    // Once more, there is nothing left to play.
    assert_eq!(play("8", &["--resume"]).out, whole);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), finished);
    // A file that was cut off in the middle of a game loses that pair only.
    for cut in [finished.len() - 3, finished.len() - finished.len() / 6, 20] {
        std::fs::write(&path, &finished[..cut]).expect("a file");
        assert_eq!(play("8", &["--resume"]).out, whole, "cut at {cut}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), finished, "cut at {cut}");
    }
    refused(
        &play("8", &["--resume", "--seed", "9"]),
        &["pair 1 does not belong to this match", "--seed and --openings"],
    );
    let args = ["arena", "sllim", "level:2", "random", "--save", &path_word, "--resume"];
    refused(&run(&args), &["White is level:1, not level:2"]);
    let args = ["arena", "j", "level:1", "random", "--save", &path_word, "--resume"];
    refused(&run(&args), &["the rules are sllim, not j"]);
}

#[test]
fn bad_arguments_are_refused_with_what_is_valid() {
    let with = |args: &[&str]| run(&[&["arena"], args].concat());
    refused(&with(&["chess", "random", "random"]), &["there is no game 'chess'"]);
    refused(&with(&["j", "strong", "random"]), &["FIRST: invalid player 'strong'", "level:N", "two-ply"]);
    refused(&with(&["j", "random", "level:99"]), &["SECOND: invalid level '99': levels of j are 1 to "]);
    refused(&with(&["j", "random", "level:+1"]), &["levels of j are 1 to "]);
    refused(&with(&["j", "engine:nodes=0", "random"]), &["'nodes=0'", "valid are nodes=N, depth=D"]);
    refused(&with(&["j", "engine:speed=1", "random"]), &["'speed=1'", "valid are nodes=N"]);
    refused(
        &with(&["j", "engine:depth=91", "random"]),
        &["'depth=91'", "depth=D (1 to 90), movetime=MS (1 to 1000000000)"],
    );
    refused(
        &with(&["j", "engine:hash=1,hash=1", "random"]),
        &["'hash=1'", "threads=T (1 to 256), hash=MIB (1 to 4096)"],
    );
    let uct = with(&["j", "uct:hash=1", "random"]);
    refused(&uct, &["'hash=1'", "valid are nodes=N, depth=D"]);
    assert!(!uct.err.contains("hash=MIB"), "{uct:?}");
    refused(&with(&["j", "greedy:nodes=3", "random"]), &["invalid player 'greedy:nodes=3'"]);
    refused(&with(&["j", "ugi:", "random"]), &["invalid player 'ugi:'"]);
    refused(&with(&["j", "random", "random", "--games", "3"]), &["an even number from 2"]);
    refused(&with(&["j", "random", "random", "--sprt", "5,0"]), &["the smaller one first, as in 0,10"]);
    refused(&with(&["j", "random", "random", "--sprt", "NaN,0"]), &["the smaller one first"]);
    refused(&with(&["j", "random", "random", "--nodes", "0"]), &["expected a whole number from 1"]);
    refused(&with(&["j", "random", "random", "--concurrency", "0"]), &["from 1 to 256"]);
    refused(&with(&["j", "random", "random", "--openings", "100"]), &["--openings: no random opening", "use fewer"]);
    refused(&with(&["j", "random", "random", "--resume"]), &["--save"]);
    for clock in ["0", "-1", "5+", "5+x", "90000", "NaN"] {
        refused(&with(&["j", "random", "random", "--clock", clock]), &["expected seconds", "as in 60+0.5"]);
    }
    refused(&with(&["j", "random", "random", "--clock", "5", "--nodes", "9"]), &["--clock", "cannot be used with"]);
    refused(&with(&["j", "random", "random", "--save", "/nowhere/x.txt"]), &["/nowhere/x.txt: cannot be written"]);
    refused(&with(&["sight-reduction:solitaire=on", "random", "random"]), &["is a solitaire"]);
}

/// External programs, which are shell scripts here.
#[cfg(unix)]
mod external {
    use super::{file, good, line};
    use crate::common::file_with;

    /// A match of a script against chance.
    fn against_chance(name: &str, script: &str, more: &[&str]) -> String {
        let path = file_with(&format!("{name}.sh"), script);
        let player = format!("ugi:sh {}", path.display());
        good(&[&["arena", "j", &player, "random", "--games", "2"], more].concat())
    }

    /// A loop that answers all but `go`, for which it does this.
    fn on_go(what: &str) -> String {
        format!(
            "while read -r word rest; do case $word in\n\
             ugi) echo 'id name Script'; echo ugiok;; isready) echo readyok;; quit) exit 0;;\n\
             setoption) test \"$rest\" = 'name Rules value j' || exit 3;;\n\
             position) rest=${{rest#fen }}; start=${{rest%% moves *}}; moves=${{rest#* moves }};;\n\
             go) {what};; esac; done\n"
        )
    }

    #[test]
    fn a_program_that_speaks_the_interface_plays() {
        let ours = env!("CARGO_BIN_EXE_halfboard");
        let what = format!(
            "test \"$rest\" = 'nodes 7' || exit 4; now=$({ours} apply j $moves --position \"$start\"); \
             echo info depth 1; echo bestmove $({ours} moves j --position \"$now\" | head -n 1)"
        );
        let out = against_chance("good", &on_go(&what), &["--nodes", "7"]);
        assert_eq!(line(&out, "faults"), "faults: FIRST 0, SECOND 0", "{out}");
    }

    #[test]
    fn a_program_is_told_the_clock_and_loses_when_its_time_is_over() {
        let ours = env!("CARGO_BIN_EXE_halfboard");
        let answer = format!(
            "now=$({ours} apply j $moves --position \"$start\"); \
             echo bestmove $({ours} moves j --position \"$now\" | head -n 1)"
        );
        // The side differs between the two games, and nothing but the first turn has the whole time.
        let told = format!("case \"$rest\" in p[12]time*' p'[12]'inc 500') ;; *) exit 4;; esac; {answer}");
        let out = against_chance("told", &on_go(&told), &["--clock", "600+0.5"]);
        assert_eq!(line(&out, "faults"), "faults: FIRST 0, SECOND 0", "{out}");
        let late = against_chance("late", &on_go(&format!("sleep 1; {answer}")), &["--clock", "0.5"]);
        assert!(line(&late, "faults").starts_with("faults: FIRST 2 (it ran out of time"), "{late}");
    }

    #[test]
    fn a_program_that_misbehaves_loses() {
        let cases = [
            ("dies-at-once", "exit 7\n".to_owned(), "exited"),
            ("dies-later", on_go("exit 7"), "exited (exit status: 7)"),
            ("illegal", on_go("echo bestmove z9z9"), "move 'z9z9' is not legal here"),
            ("no-move", on_go("echo bestmove"), "bestmove without a move"),
            ("silent", on_go(":"), "no bestmove within 1 s"),
            ("deaf", "exec sleep 60\n".to_owned(), "no ugiok within 1 s"),
            ("talks", "while true; do echo info; done\n".to_owned(), "no ugiok within 1 s"),
            ("garbage", "head -c 3000000 /dev/zero\n".to_owned(), "exited"),
        ];
        for (name, script, words) in cases {
            // Programs that answer or die are given time, because a busy machine may need it.
            let timeout = if words.ends_with("within 1 s") { "1" } else { "60" };
            let out = against_chance(name, &script, &["--timeout", timeout]);
            assert!(out.contains("score: 0 of 2 (0.0 %); 0 won, 0 drawn, 2 lost"), "{name}: {out}");
            assert!(out.contains("endings: fault 2"), "{name}: {out}");
            assert!(line(&out, "faults").starts_with(&format!("faults: FIRST 2 ({words}")), "{name}: {out}");
        }
        let out = good(&["arena", "j", "random", "ugi:/nowhere/engine", "--games", "2"]);
        assert!(out.contains("2 won") && out.contains("SECOND 2 (cannot be started"), "{out}");
    }

    #[test]
    fn faults_are_kept_in_the_file() {
        let path = file("arena-faults.txt");
        let path = path.to_string_lossy();
        for rules in ["j", "sight-reduction:setup=fair"] {
            let _ = std::fs::remove_file(&*path);
            let args = ["arena", rules, "ugi:/nowhere/engine", "random", "--games", "2", "--openings", "0"];
            let out = good(&[&args[..], &["--save", &path]].concat());
            assert!(out.contains("0 won, 0 drawn, 2 lost"), "{out}");
            let again = good(&[&args[..], &["--save", &path, "--resume"]].concat());
            assert_eq!(out, again);
            good(&["record", "check", &*path]);
        }
    }
}

#[test]
fn games_whose_end_is_proven_need_not_be_played_out() {
    let path = file("arena-adjudicated.txt");
    let path_word = path.to_string_lossy().into_owned();
    let args = ["arena", "lines-of-action", "level:2", "greedy", "--games", "4"];
    let judged = ["--adjudicate", "3000", "--save", &path_word];
    let out = good(&[&args[..], &judged].concat());
    assert!(line(&out, "endings").contains("proven"), "{out}");
    let text = std::fs::read_to_string(&path).expect("the games were kept");
    assert!(text.contains("[Termination \"proven win of "), "{text}");
    good(&["record", "check", &path_word]);
    assert_eq!(good(&[&args[..], &judged, &["--resume"]].concat()), out);
    // Who wins does not change by it.
    let played = good(&args);
    assert!(!line(&played, "endings").contains("proven"), "{played}");
}
