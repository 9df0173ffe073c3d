//! Messages between page and worker: what goes in comes out, and what is damaged is refused.

use halfboard_engine::explanation::{MoveEffect, MoveExplanation};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::random::SplitMix64;
use halfboard_worker::messages::{Answer, Ask, Clock, Kind};

fn asks() -> Vec<Ask> {
    let kinds = [
        Kind::Play { level: 8, seed: u64::MAX },
        Kind::Hint { nodes: 200_000, lines: 1 },
        Kind::Full { nodes: 0, lines: 255 },
        Kind::Solve { nodes: 7, distance: true },
        Kind::Make { grade: Grade::Hard, aimed: true, number: u64::MAX },
    ];
    let clock = Clock { remaining: 59.25, increment: 0.1 };
    let start = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -";
    let ask = |(id, kind)| Ask {
        id,
        rules: "lines-of-action".to_owned(),
        start: start.to_owned(),
        moves: if id == 0 { Vec::new() } else { vec!["a2c2".to_owned(), "A4,B4".to_owned()] },
        kind,
        clock: (id == 1).then_some(clock),
        memory: 16,
    };
    (0..).zip(kinds).map(ask).collect()
}

fn answers() -> Vec<Answer> {
    let proofs = [Proof::Win(3), Proof::Loss(4), Proof::Draw, Proof::Left(7)].map(Value::Proven);
    let values = proofs.into_iter().chain([Value::Estimated(-123), Value::EstimatedLeft(0)]);
    let line =
        |value, moves: &[&str]| PrincipalVariation { value, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
    let mut answers: Vec<Answer> = values
        .map(|value| Answer::Progress {
            id: 7,
            depth: 12,
            nodes: u64::MAX,
            nodes_per_second: 654_321,
            share: 1.0 / 3.0,
            lines: vec![line(value, &["a2c2", "b8b6"]), line(Value::Estimated(3), &["a2c2"])],
        })
        .collect();
    let done = |others: Vec<PrincipalVariation<String>>, reasons| Answer::Done {
        id: u32::MAX,
        mv: "A2B5xhB3".to_owned(),
        value: Value::Estimated(0),
        line: vec!["A2B5xhB3".to_owned(), "C1C2".to_owned()],
        others,
        reasons,
        nodes: 5,
        seconds: 0.123_456_789,
        depth: 3,
    };
    let reasons = vec![
        MoveExplanation::OnlyMove,
        MoveExplanation::Effect(MoveEffect::Completes),
        MoveExplanation::Term { name: "last pairs" },
    ];
    let others = vec![line(Value::Proven(Proof::Loss(2)), &["A1"]), line(Value::Estimated(-9), &["A2", "A3"])];
    answers.extend([Answer::Ready, done(Vec::new(), Vec::new()), done(others, reasons)]);
    answers.push(Answer::Working { id: 1, share: 0.25 });
    let verdicts = ["1-0", "0-1", "1/2-1/2", "solved", "stuck 12", "seat-1", "seat-2"].map(|word| word.parse().ok());
    assert!(verdicts.iter().all(Option::is_some));
    answers.extend(verdicts.into_iter().chain([None]).map(|verdict| Answer::Solved {
        id: 5,
        verdict,
        distance: verdict.map(|_| 9),
        line: vec!["A1".to_owned()],
        keep: if verdict.is_some() { vec!["A1".to_owned(), "B2".to_owned()] } else { Vec::new() },
        keep_is_all: verdict.is_some(),
        nodes: 3,
    }));
    let puzzle = "4 | hard | sight-reduction:solitaire=on | seed 3013964819 | solved | A1 A2";
    answers.push(Answer::Made { id: 6, puzzle: SolitairePuzzle::parse(puzzle).expect("a puzzle") });
    answers.push(Answer::Failed { id: 0, problem: "16 MiB cannot be had; less may do".to_owned() });
    answers
}

#[test]
fn messages_come_back_as_they_went_in() {
    for ask in asks() {
        assert_eq!(Ask::decode(&ask.encode()), Ok(ask.clone()));
        assert_eq!(Ask::id_of(&ask.encode()), ask.id);
    }
    for answer in answers() {
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
    }
}

#[test]
fn a_problem_stays_one_message() {
    let failed = Answer::Failed { id: 3, problem: "two\nlines\tand a tab".to_owned() };
    let read = Answer::Failed { id: 3, problem: "two lines and a tab".to_owned() };
    assert_eq!(Answer::decode(&failed.encode()), Ok(read));
}

#[test]
fn errors_name_the_field() {
    let cases = [
        ("", "the message"),
        ("ask", "the id"),
        ("ask\t-1", "the id"),
        ("ask\t1\tj\t8/8\t", "the memory"),
        ("ask\t1\tj\t8/8\t\t0\t-\tplay\t1\t1", "the memory"),
        ("ask\t1\tj\t8/8\t\t99999\t-\tplay\t1\t1", "the memory"),
        ("ask\t1\tj\t8/8\t\t8\tNaN 0\tplay\t1\t1", "the clock"),
        ("ask\t1\tj\t8/8\t\t8\t1 -1\tplay\t1\t1", "the clock"),
        ("ask\t1\tj\t8/8\t\t8\t-\tdance\t1\t1", "the kind"),
        ("ask\t1\tj\t8/8\t\t8\t-\tplay\t9\t1", "the level"),
        ("ask\t1\tj\t8/8\t\t8\t-\thint\t9\t0", "the lines"),
        ("ask\t1\tj\t8/8\t\t8\t-\tsolve\t9\tperhaps", "the distance"),
        ("ask\t1\tj\t\t\t8\t-\tmake\twild\tno\t1", "the grade"),
        ("ask\t1\tj\t8/8\t\t8\t-\thint\t9\t1\tmore", "what follows the message"),
    ];
    for (text, field) in cases {
        assert_eq!(Ask::decode(text).map_err(|error| error.field), Err(field), "{text:?}");
    }
    let cases = [
        ("progress\t1\t1\t1\t1\t1.5\tdraw:0 A1", "the share"),
        ("progress\t1\t1\t1\t1\t0.5", "the line"),
        ("solved\t1\t2-0", "the verdict"),
        ("made\t1\t4 | hard", "the puzzle"),
        ("done\t1\t1\t1\tinf", "the seconds"),
    ];
    for (text, field) in cases {
        assert_eq!(Answer::decode(text).map_err(|error| error.field), Err(field), "{text:?}");
    }
}

/// Good messages with characters changed, left out and put in: whatever comes, it is read or refused.
#[test]
fn damaged_messages_never_panic() {
    let mut random = SplitMix64::new(1);
    let mut below = |most: usize| random.below(most as u64) as usize;
    let good: Vec<String> = asks().iter().map(Ask::encode).chain(answers().iter().map(Answer::encode)).collect();
    for round in 0..20_000 {
        let mut text: Vec<char> = good[round % good.len()].chars().collect();
        for _ in 0..=below(4) {
            let at = below(text.len().max(1)).min(text.len());
            let odd = ['\t', '\n', ' ', ':', '-', '9', 'é', '\0', '=', ',', '\u{1f600}'];
            match below(3) {
                0 => text.insert(at, odd[below(odd.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at + 20),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(ask) = Ask::decode(&text) {
            assert_eq!(Ask::decode(&ask.encode()).map(|again| again.id), Ok(ask.id));
        }
        if let Ok(answer) = Answer::decode(&text) {
            assert!(Answer::decode(&answer.encode()).is_ok(), "{text:?}");
        }
    }
}
