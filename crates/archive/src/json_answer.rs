//! The explorer's answer from JSON, as a server sends it.

use serde::Deserialize;

use crate::explorer::{ExplorerAnswer, ExplorerMove, Tally};

#[derive(Deserialize)]
struct JsonAnswer {
    position: String,
    #[serde(flatten)]
    counts: JsonCounts,
    moves: Vec<JsonMove>,
}

#[derive(Deserialize)]
struct JsonCounts {
    games: u64,
    white: u64,
    black: u64,
    draw: u64,
}

#[derive(Deserialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    counts: JsonCounts,
    last: Option<String>,
    value: Option<f64>,
    proof: Option<String>,
}

impl JsonCounts {
    fn tally(&self, last: Option<String>) -> Tally {
        let JsonCounts { games, white, black, draw } = *self;
        Tally { games, white, black, draw, last: last.unwrap_or_default() }
    }
}

/// Parses the JSON of an [`ExplorerAnswer`]. Unknown fields are ignored.
///
/// # Errors
///
/// Fails if the text is not such an object.
///
/// ```
/// use halfboard_archive::parse_explorer_answer;
/// let text = r#"{"position":"8/8/8/8 w w12b12","games":2,"white":1,"black":1,"draw":0,"moves":[
///     {"move":"A5","games":2,"white":1,"black":1,"draw":0,"last":"2026-11-17","value":null,"proof":null}]}"#;
/// let answer = parse_explorer_answer(text)?;
/// assert_eq!((answer.moves[0].mv.as_str(), answer.moves[0].tally.last.as_str()), ("A5", "2026-11-17"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn parse_explorer_answer(text: &str) -> Result<ExplorerAnswer, serde_json::Error> {
    let answer: JsonAnswer = serde_json::from_str(text)?;
    let new =
        |mv: JsonMove| ExplorerMove { tally: mv.counts.tally(mv.last), mv: mv.mv, value: mv.value, proof: mv.proof };
    let moves: Vec<ExplorerMove> = answer.moves.into_iter().map(new).collect();
    // The total has no date of its own in JSON.
    let last = moves.iter().map(|mv| mv.tally.last.clone()).max();
    Ok(ExplorerAnswer { position: answer.position, tally: answer.counts.tally(last), moves })
}
