//! The findings that come with the app: every preset of every game is there, the numbers add up, and texts that are
//! damaged are refused. Boards that are judged come out as the solver says.

use std::path::Path;

use halfboard_app::fairness::{Board, BoardError, FILE, Favour, Finding, Judging, Outcome, read};
use halfboard_app::phrases::{self, Language};
use halfboard_app::route::Shared;
use halfboard_engine::limits::{CancelToken, system_now};
use halfboard_engine::solve::ProgressObserver;
use halfboard_engine::solve::{self, SolveRequest};
use halfboard_rules::game::Color;
use halfboard_rules::registry;
use halfboard_worker::messages::{RequestKind, ResponseKind};

fn text() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(FILE);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn findings() -> Vec<Finding> {
    read(&text()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_preset_of_every_game_is_there() {
    let findings = findings();
    for game in registry::games() {
        for preset in game.presets() {
            assert!(findings.iter().any(|finding| finding.rules == preset.rules), "{} is missing", preset.rules);
        }
    }
    for finding in &findings {
        let alone = finding.rules.contains("solitaire=on");
        assert_eq!(matches!(finding.outcome, Outcome::Alone { .. }), alone, "{}", finding.rules);
        assert!(!phrases::fairness::variant(finding).is_empty());
        // What a command says about rules is about these.
        let all = finding.command.contains(&format!("--all-presets {}", finding.game()));
        assert!(all || finding.command.split(' ').any(|word| word == finding.rules), "{}", finding.command);
    }
}

#[test]
fn figures_are_those_of_the_documents() {
    let findings = findings();
    let share = |rules: &str| {
        let finding = findings.iter().find(|finding| finding.rules == rules).expect(rules);
        phrases::speak(Language::English);
        let share = finding.share();
        format!("{} ({})", phrases::fairness::percent(share.part()), phrases::fairness::bounds(&share))
    };
    // What the page says in words about random boards and the fair start.
    let fates: Vec<[u64; 4]> = findings.iter().filter_map(|finding| finding.fates).collect();
    assert_eq!(fates.iter().flatten().sum::<u64>(), 1200);
    assert!(fates.iter().all(|[_, _, _, first]| *first == 0), "no board is won by who begins");
    assert_eq!(share("sight-reduction:setup=fair"), "100.0 % (98.1–100.0)");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/findings.md");
    let documented = std::fs::read_to_string(path).expect("the document");
    for rules in
        ["sight-reduction", "sight-reduction:sight=queen", "lines-of-action:wrap=both", "j", "sllim:setup=expert"]
    {
        assert!(documented.contains(&share(rules)), "{rules}: {}", share(rules));
    }
}

#[test]
fn damaged_findings_are_refused() {
    let good = text();
    let line = good.lines().find(|line| line.starts_with("sight-reduction |")).expect("there is one");
    for (old, new, words) in [
        ("begins 114 0 386", "begins 115 0 385", "the fates of the boards"),
        ("fates 114 101 285 0", "fates 114 101 284 0", "the fates of the boards"),
        ("no-move:50", "no-move:49", "did not end as often"),
        ("plies 17 22 24", "plies 23 22 24", "not in order"),
        ("solved", "guessed", "a line is"),
        ("begins 114", "begins -114", "a line is"),
        ("begins 114", "begins 99999999999", "a line is"),
        ("sight-reduction |", "chess |", "no game"),
        ("sight-reduction |", "sight-reduction:sight=orthogonal |", "written"),
        ("| halfboard", "| rm", "a line is"),
    ] {
        let changed = good.replacen(line, &line.replacen(old, new, 1), 1);
        let error = read(&changed).expect_err(words);
        assert!(error.to_string().contains(words) && error.line > 1, "{error}, not {words}");
    }
    assert_eq!(read(&format!("{good}{line}\n")).expect_err("twice").problem, "these rules are there already");
    assert_eq!(read("").expect_err("nothing").line, 1);
    for at in (0..good.len()).step_by(97) {
        let _ = read(&good[..good.floor_char_boundary(at)]);
    }
}

fn link(rules: &str, position: Option<&str>, seed: Option<&str>) -> Shared {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Shared { rules: rules.to_owned(), position: own(position), seed: own(seed), moves: None }
}

fn judge(shared: &Shared) -> Judging {
    let mut judging = Judging::new(Board::read(shared).unwrap_or_else(|error| panic!("{shared}: {error:?}")));
    while let Some(begins) = judging.wanted() {
        assert!(matches!(Judging::question(), RequestKind::Solve { .. }));
        let mut watch = ProgressObserver { cancel: &CancelToken::default(), on_progress: &mut |_, _| {} };
        let session = judging.board.session(begins);
        let solved = solve::solve(session, &SolveRequest::default(), None, system_now, &mut watch).expect("an answer");
        let solve::SolveReport {
            verdict, distance, line, optimal_moves: keep, all_optimal: keep_is_all, nodes, ..
        } = solved;
        assert!(judging.hear(&ResponseKind::SolveResult { verdict, distance, line, keep, keep_is_all, nodes }));
    }
    judging
}

#[test]
fn winning_first_moves_are_counted_only_where_all_are_known() {
    phrases::speak(Language::English);
    for keep_is_all in [true, false] {
        let mut judging = Judging::new(Board::read(&link("sight-reduction", None, Some("3"))).expect("a board"));
        let verdict = Some(solve::Verdict::Outcome(halfboard_rules::game::Outcome::Win(Color::White)));
        let keep = vec!["A1".to_owned()];
        let answer =
            ResponseKind::SolveResult { verdict, distance: None, line: Vec::new(), keep, keep_is_all, nodes: 1 };
        assert!(judging.hear(&answer));
        let said = phrases::fairness::judged(Color::White, judging.judged(Color::White).expect("judged"));
        assert!(said.starts_with("White begins and wins."), "{said}");
        assert_eq!(said.contains("1 keeps the win"), keep_is_all, "{said}");
    }
}

#[test]
fn boards_are_judged_with_either_colour_to_begin() {
    // The first lines of the survey that the findings are made from.
    for (seed, favour) in
        [("1", Favour::Second), ("3", Favour::Color(Color::White)), ("5", Favour::Color(Color::Black))]
    {
        let judging = judge(&link("sight-reduction", None, Some(seed)));
        assert_eq!(judging.favour(), Some(favour), "seed {seed}");
        let white = judging.judged(Color::White).expect("judged");
        assert_eq!(white.keep.is_some_and(|keep| keep > 0), white.winner == Color::White);
        assert!(white.keep <= Some(white.moves) && white.moves > 0);
    }
    // One white pair that sees each other against nothing: White can move, Black cannot.
    let judging = judge(&link("sight-reduction:first=black", Some("ww6/8/8/8"), None));
    assert_eq!(judging.favour(), Some(Favour::Color(Color::White)));
    phrases::speak(Language::English);
    let black = judging.judged(Color::Black).expect("judged");
    assert_eq!(phrases::fairness::judged(Color::Black, black), "Black begins, has no move, and loses.");
    assert_eq!(judge(&link("sight-reduction", Some("8/8/8/8"), None)).favour(), Some(Favour::Second));
    // Links lead back to the same board, and to games with either colour to begin.
    let board = Board::read(&link("sight-reduction:sight=queen", None, Some("7"))).expect("valid");
    for begins in [Color::White, Color::Black] {
        let again = Board::read(&board.link(begins)).expect("valid");
        assert_eq!(again.session(begins).position(), board.session(begins).position());
        assert_eq!(again.rules, "sight-reduction:sight=queen");
    }
}

#[test]
fn boards_that_cannot_be_judged_are_told() {
    let wrong = |shared: &Shared| Board::read(shared).expect_err("wrong");
    assert!(matches!(wrong(&link("chess", None, None)), BoardError::Rules(_)));
    assert!(matches!(wrong(&link("j", None, None)), BoardError::NoDuel(_)));
    assert!(matches!(wrong(&link("sight-reduction:solitaire=on", None, None)), BoardError::NoDuel(_)));
    assert!(matches!(wrong(&link("sight-reduction", None, Some("x"))), BoardError::Seed(_)));
    assert!(matches!(wrong(&link("sight-reduction", Some("8/8"), Some("1"))), BoardError::TooMuch));
    assert!(matches!(wrong(&link("sight-reduction", Some("9/8/8/8"), None)), BoardError::Position(_)));
    assert!(matches!(wrong(&link("sight-reduction", Some("<b> w play wb"), None)), BoardError::Position(_)));
    let start = registry::rules("sight-reduction:setup=deterministic").expect("ours").start(0).position();
    assert_eq!(wrong(&link("sight-reduction:setup=deterministic", Some(&start), None)), BoardError::NotInPlay);
    let fair = registry::rules("sight-reduction:setup=fair").expect("ours").start(3).position();
    assert!(Board::read(&link("sight-reduction:setup=fair", Some(&fair), None)).is_ok());
    for language in Language::ALL {
        phrases::speak(language);
        let (said, _) = phrases::fairness::board_error(&wrong(&link("sight-reduction", Some("9/8/8/8"), None)));
        assert!(!said.is_empty());
    }
}
