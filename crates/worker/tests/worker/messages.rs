//! The codec of worker messages: round trips, and errors for damaged bytes.

use halfboard_engine::explanation::{MoveEffect, MoveExplanation};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::value::{Proof, Value};
use halfboard_rules::random::SplitMix64;
use halfboard_worker::messages::{Clock, GameUpdate, RequestKind, ResponseKind, WorkerRequest, WorkerResponse};

fn requests() -> Vec<WorkerRequest> {
    let rules = "sight-reduction:solitaire=on".to_owned();
    let kinds = [
        RequestKind::Play { level: 8, seed: u64::MAX, seconds: Some(15) },
        RequestKind::Hint { nodes: 200_000, lines: 1 },
        RequestKind::Analyze { nodes: 0, lines: 255 },
        RequestKind::Solve { nodes: 7, distance: true },
        RequestKind::GeneratePuzzle { rules, grade: Grade::Hard, aimed: true, number: u64::MAX },
    ];
    let clock = Clock { remaining: 59.25, increment: 0.1 };
    let (rules, start) = ("lines-of-action", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w - -");
    let moves = vec!["a2c2".to_owned(), "A4,B4".to_owned()];
    let request = |(id, kind)| WorkerRequest {
        id,
        game: match id {
            0 => GameUpdate::Replace { rules: rules.to_owned(), start: start.to_owned(), moves: moves.clone() },
            _ => GameUpdate::Continue { undo: id, moves: moves.clone() },
        },
        kind,
        clock: (id == 1).then_some(clock),
        memory: 16,
    };
    (0..).zip(kinds).map(request).collect()
}

fn responses() -> Vec<WorkerResponse> {
    let proofs = [Proof::Win(3), Proof::Loss(4), Proof::Draw, Proof::Left(7)].map(Value::Proven);
    let values = proofs.into_iter().chain([Value::Estimated(-123), Value::EstimatedLeft(0)]);
    let line =
        |value, moves: &[&str]| PrincipalVariation { value, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
    let mut kinds: Vec<ResponseKind> = values
        .map(|value| ResponseKind::SearchProgress {
            depth: 12,
            nodes: u64::MAX,
            nodes_per_second: 654_321,
            share: 1.0 / 3.0,
            lines: vec![line(value, &["a2c2", "b8b6"]), line(Value::Estimated(3), &["a2c2"])],
        })
        .collect();
    let done = |others: Vec<PrincipalVariation<String>>, reasons| ResponseKind::SearchResult {
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
    kinds.extend([done(Vec::new(), Vec::new()), done(others, reasons)]);
    kinds.push(ResponseKind::SolveProgress { share: 0.25 });
    let verdicts = ["1-0", "0-1", "1/2-1/2", "solved", "stuck 12", "seat-1", "seat-2"].map(|word| word.parse().ok());
    assert!(verdicts.iter().all(Option::is_some));
    kinds.extend(verdicts.into_iter().chain([None]).map(|verdict| ResponseKind::SolveResult {
        verdict,
        distance: verdict.map(|_| 9),
        line: vec!["A1".to_owned()],
        keep: if verdict.is_some() { vec!["A1".to_owned(), "B2".to_owned()] } else { Vec::new() },
        keep_is_all: verdict.is_some(),
        nodes: 3,
    }));
    let puzzle = "4 | hard | sight-reduction:solitaire=on | seed 3013964819 | solved | A1 A2";
    kinds.push(ResponseKind::Puzzle(SolitairePuzzle::parse(puzzle).expect("a puzzle")));
    kinds.push(ResponseKind::Failed { problem: "16 MiB cannot be had; less may do".to_owned() });
    (0..).zip(kinds).map(|(id, kind)| WorkerResponse { id, kind }).collect()
}

#[test]
fn messages_survive_a_round_trip() {
    for request in requests() {
        assert_eq!(WorkerRequest::decode(&request.encode()), Ok(request));
    }
    for response in responses() {
        assert_eq!(WorkerResponse::decode(&response.encode()), Ok(response));
    }
}

#[test]
fn truncated_and_extended_messages_are_errors() {
    for bytes in requests().iter().map(WorkerRequest::encode) {
        assert!((0..bytes.len()).all(|end| WorkerRequest::decode(&bytes[..end]).is_err()), "{bytes:?}");
        assert!(WorkerRequest::decode(&[&bytes[..], &[0]].concat()).is_err());
    }
    for bytes in responses().iter().map(WorkerResponse::encode) {
        assert!((0..bytes.len()).all(|end| WorkerResponse::decode(&bytes[..end]).is_err()), "{bytes:?}");
        let error = WorkerResponse::decode(&[&bytes[..], &[0]].concat()).expect_err("a trailing byte");
        assert!(error.to_string().starts_with("invalid worker message: "), "{error}");
    }
}

#[test]
fn damaged_messages_never_panic() {
    let mut random = SplitMix64::new(1);
    let mut below = |limit: usize| random.below(limit as u64) as usize;
    let requests = requests().into_iter().map(|request| request.encode());
    let responses = responses().into_iter().map(|response| response.encode());
    let good: Vec<Vec<u8>> = requests.chain(responses).collect();
    for round in 0..20_000 {
        let mut bytes = good[round % good.len()].clone();
        for _ in 0..=below(4) {
            let at = below(bytes.len().max(1)).min(bytes.len());
            match below(3) {
                0 => bytes.insert(at, below(256) as u8),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.truncate(at + 20),
            }
        }
        if let Ok(request) = WorkerRequest::decode(&bytes) {
            assert_eq!(WorkerRequest::decode(&request.encode()).map(|again| again.id), Ok(request.id));
        }
        if let Ok(response) = WorkerResponse::decode(&bytes) {
            assert!(WorkerResponse::decode(&response.encode()).is_ok(), "{bytes:?}");
        }
    }
}
