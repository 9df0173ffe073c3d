//! One whole game against the server's engine over a WebSocket. The released program itself is the referee on the client's side.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::super::target::output;
use super::http::request;
use super::websocket::WebSocket;
use crate::TaskError;

/// A game in which every turn removes a checker, so that it ends soon however it is played.
const RULES: &str = "sight-reduction";
const SEED: &str = "7";
/// Limit that no game of these rules reaches.
const MAX_TURNS: u64 = 200;

/// Plays the game to its end. Returns the number of turns and the result.
pub(super) fn play(address: SocketAddr, program: &Path) -> Result<(u64, String), TaskError> {
    let new = json!({
        "rules": RULES, "name": "Smoke test", "start": {"seed": SEED}, "seats": ["me", {"engine": {"level": 1}}],
    });
    let seat = request(address, "POST", "/api/games", "", Some(&new.to_string()))?;
    let answer = String::from_utf8_lossy(&seat.body).into_owned();
    let seat: Value = serde_json::from_str(&answer).map_err(|_| format!("POST /api/games: {answer}"))?;
    let game = seat["game"].as_str().ok_or_else(|| format!("POST /api/games: {answer}"))?;
    let mut socket = WebSocket::open(address, &format!("/api/games/{game}/socket"))?;
    socket.send(&json!({"type": "hello", "protocol": 1, "token": seat["token"], "after": 0}))?;

    let ask = |arguments: &[&str]| Ok::<_, TaskError>(output(Command::new(program).args(arguments))?.trim().to_owned());
    let mut position = ask(&["start", RULES, "--seed", SEED])?;
    let mut turns = 0;
    let mut asked = None;
    loop {
        let message = socket.receive()?;
        if message["type"] == "refused" {
            return Err(format!("turn {turns}: {message}"));
        }
        for played in moves(&message) {
            position = ask(&["apply", RULES, "--position", &position, &played])?;
            turns += 1;
        }
        let legal = ask(&["moves", RULES, "--position", &position])?;
        let Some(first) = legal.lines().next() else { break };
        if turns > MAX_TURNS {
            return Err(format!("the game has not ended after {turns} turns: {position}"));
        }
        // Seats play in turn, and ours is the first. Messages without events do not change whose turn it is.
        if message["type"] != "present" && turns % 2 == 0 && asked != Some(turns) {
            asked = Some(turns);
            let command = json!({"type": "play", "line": 0, "ply": turns, "move": first});
            socket.send(&json!({"type": "do", "key": turns + 1, "command": command}))?;
        }
    }
    let expected = ask(&["result", RULES, "--position", &position])?;
    let record = request(address, "GET", &format!("/api/games/{game}/record"), "", None)?;
    let record = String::from_utf8_lossy(&record.body).into_owned();
    let result = expected.split(' ').next().unwrap_or_default().to_owned();
    if result == "*" || !record.contains(&format!("[Result \"{result}\"]")) {
        return Err(format!("the server's record does not say \"{expected}\":\n{record}"));
    }
    Ok((turns, expected))
}

/// Returns the moves that a message reports.
fn moves(message: &Value) -> Vec<String> {
    let events = message["events"].as_array().into_iter().flatten().map(|event| &event["event"]);
    let played = events.filter(|event| event["type"] == "played");
    played.filter_map(|event| event["move"].as_str()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_from_events() {
        let message = json!({"type": "news", "events": [
            {"version": 4, "event": {"type": "played", "line": 0, "ply": 0, "move": "a2c2"}},
            {"version": 5, "event": {"type": "said", "text": "hi"}},
        ]});
        assert_eq!(moves(&message), ["a2c2"]);
        assert!(moves(&json!({"type": "present"})).is_empty());
    }
}
