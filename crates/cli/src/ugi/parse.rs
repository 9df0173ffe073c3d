//! Parses commands of the protocol. Positions, moves and rules stay text.

use std::str::{FromStr, SplitWhitespace};

/// The valid words, for error messages.
const COMMANDS: &str = "ugi, setoption, isready, uginewgame, position, go, stop, query, quit";
const LIMITS: &str = "p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite";

/// A command of the protocol.
#[derive(Debug, PartialEq)]
pub(super) enum UgiCommand {
    Ugi,
    SetOption { name: String, value: String },
    IsReady,
    NewGame,
    Position { start: Option<String>, moves: Vec<String> },
    Go(GoParams),
    Stop,
    Query(Query),
    Quit,
}

/// The parameters of `go`. Times are in milliseconds, and may be negative.
#[derive(Debug, Default, PartialEq)]
pub(super) struct GoParams {
    pub(super) time: [Option<i64>; 2],
    pub(super) increment: [Option<i64>; 2],
    pub(super) movetime: Option<i64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) infinite: bool,
}

/// A query about the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Query {
    FirstsTurn,
    GameOver,
    Result,
}

/// Parses a line that is not empty.
pub(super) fn parse_command(line: &str) -> Result<UgiCommand, String> {
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default();
    let order = match command {
        "setoption" => return set_option(words),
        "position" => return position(words),
        "go" => return go(words).map(UgiCommand::Go),
        "query" => query(words.next())?,
        "ugi" => UgiCommand::Ugi,
        "isready" => UgiCommand::IsReady,
        "uginewgame" => UgiCommand::NewGame,
        "stop" => UgiCommand::Stop,
        "quit" => UgiCommand::Quit,
        _ => return Err(format!("there is no command '{command}'; the commands are {COMMANDS}")),
    };
    match words.next() {
        None => Ok(order),
        Some(word) => Err(format!("{command}: '{word}' is too much")),
    }
}

fn query(what: Option<&str>) -> Result<UgiCommand, String> {
    const VALID: &str = "valid are p1turn, gameover and result";
    match what {
        Some("p1turn") => Ok(UgiCommand::Query(Query::FirstsTurn)),
        Some("gameover") => Ok(UgiCommand::Query(Query::GameOver)),
        Some("result") => Ok(UgiCommand::Query(Query::Result)),
        Some(word) => Err(format!("query: '{word}' cannot be asked; {VALID}")),
        None => Err(format!("query: what is asked is missing; {VALID}")),
    }
}

fn set_option(mut words: SplitWhitespace<'_>) -> Result<UgiCommand, String> {
    const FORM: &str = "setoption: it is written 'setoption name NAME value VALUE'";
    let (mut name, mut value) = (Vec::new(), Vec::new());
    if words.next() != Some("name") {
        return Err(FORM.to_owned());
    }
    name.extend(words.by_ref().take_while(|&word| word != "value"));
    value.extend(words);
    if name.is_empty() || value.is_empty() {
        return Err(FORM.to_owned());
    }
    Ok(UgiCommand::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position(mut words: SplitWhitespace<'_>) -> Result<UgiCommand, String> {
    const FORM: &str = "position: it is written 'position startpos' or 'position fen POSITION', and then, if there are \
                        any, 'moves' and the moves";
    let kind = words.next();
    let start: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match (kind, start.is_empty()) {
        (Some("startpos"), true) => None,
        // The parts of a position string are separated by single spaces.
        (Some("fen"), false) => Some(start.join(" ")),
        _ => return Err(FORM.to_owned()),
    };
    Ok(UgiCommand::Position { start, moves: words.map(str::to_owned).collect() })
}

fn go(mut words: SplitWhitespace<'_>) -> Result<GoParams, String> {
    let mut go = GoParams::default();
    while let Some(word) = words.next() {
        let mut value = || words.next();
        match word {
            "p1time" => go.time[0] = Some(number(word, value())?),
            "p2time" => go.time[1] = Some(number(word, value())?),
            "p1inc" => go.increment[0] = Some(number(word, value())?),
            "p2inc" => go.increment[1] = Some(number(word, value())?),
            "movetime" => go.movetime = Some(number(word, value())?),
            "depth" => go.depth = Some(number::<u32>(word, value())?.max(1)),
            "nodes" => go.nodes = Some(number::<u64>(word, value())?.max(1)),
            "infinite" => go.infinite = true,
            _ => return Err(format!("go: '{word}' is no limit; the limits are {LIMITS}")),
        }
    }
    Ok(go)
}

fn number<T: FromStr>(name: &str, word: Option<&str>) -> Result<T, String> {
    let word = word.ok_or_else(|| format!("go: a whole number must follow {name}"))?;
    word.parse().map_err(|_| format!("go: {name} must be a whole number, and '{word}' is none that fits"))
}
