//! Messages between page and worker as lines of text with tabs between the fields. They are read as carefully as anything
//! from outside, because a broken message must not end either side.
//!
//! Rules, positions, moves and problems hold no tabs; moves hold no spaces either, so that spaces part the moves of a line.

use std::str::FromStr;

use halfboard_engine::explanation::MoveExplanation;
use halfboard_engine::games::sight_reduction::solitaire::puzzle::SolitairePuzzle;
use halfboard_engine::levels::LEVEL_COUNT;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::value::{Proof, Value};

use super::{Answer, Ask, Clock, Kind, MOST_MEMORY, Unread};

impl Ask {
    /// The message.
    pub fn encode(&self) -> String {
        let clock = self.clock.map_or("-".to_owned(), |clock| format!("{} {}", clock.remaining, clock.increment));
        let kind = match self.kind {
            Kind::Play { level, seed } => format!("play\t{level}\t{seed}"),
            Kind::Hint { nodes, lines } => format!("hint\t{nodes}\t{lines}"),
            Kind::Full { nodes, lines } => format!("full\t{nodes}\t{lines}"),
            Kind::Solve { nodes, distance } => format!("solve\t{nodes}\t{}", switch_word(distance)),
            Kind::Make { grade, aimed, number } => {
                format!("make\t{}\t{}\t{number}", grade.as_str(), switch_word(aimed))
            }
        };
        let Ask { id, rules, start, moves, memory, .. } = self;
        let moves = moves.join(" ");
        format!("ask\t{id}\t{}\t{}\t{}\t{memory}\t{clock}\t{kind}", plain(rules), plain(start), plain(&moves))
    }

    /// Reads a message.
    pub fn decode(text: &str) -> Result<Ask, Unread> {
        let mut fields = Fields(text.split('\t'));
        fields.word("the message", &["ask"])?;
        let id = fields.number("the id")?;
        let rules = fields.next("the rules")?.to_owned();
        let start = fields.next("the start")?.to_owned();
        let moves = words(fields.next("the moves")?);
        let memory = fields.within("the memory", 1, MOST_MEMORY)?;
        let clock = match fields.next("the clock")? {
            "-" => None,
            text => Some(read_clock(text).ok_or_else(|| unread("the clock", text))?),
        };
        let kind = match fields.word("the kind", &["play", "hint", "full", "solve", "make"])? {
            "play" => Kind::Play {
                level: fields.within("the level", 1, LEVEL_COUNT as u8)?,
                seed: fields.number("the seed")?,
            },
            "hint" => Kind::Hint { nodes: fields.number("the nodes")?, lines: fields.within("the lines", 1, u8::MAX)? },
            "full" => Kind::Full { nodes: fields.number("the nodes")?, lines: fields.within("the lines", 1, u8::MAX)? },
            "solve" => Kind::Solve { nodes: fields.number("the nodes")?, distance: fields.switch("the distance")? },
            _ => {
                let grade = fields.next("the grade")?;
                let grade = grade.parse().map_err(|_| unread("the grade", grade))?;
                Kind::Make { grade, aimed: fields.switch("the aim")?, number: fields.number("the number")? }
            }
        };
        fields.end()?;
        Ok(Ask { id, rules, start, moves, kind, clock, memory })
    }

    /// The id of a message that may be broken elsewhere, so that its failure can be told to who asked; 0 without one.
    pub fn id_of(text: &str) -> u32 {
        text.split('\t').nth(1).and_then(|id| id.parse().ok()).unwrap_or(0)
    }
}

impl Answer {
    /// The message.
    pub fn encode(&self) -> String {
        match self {
            Answer::Ready => "ready".to_owned(),
            Answer::Progress { id, depth, nodes, nodes_per_second, share, lines } => {
                let mut text = format!("progress\t{id}\t{depth}\t{nodes}\t{nodes_per_second}\t{share}");
                lines.iter().for_each(|line| text += &line_field(line.value, &line.moves));
                text
            }
            Answer::Working { id, share } => format!("working\t{id}\t{share}"),
            Answer::Done { id, mv, value, line, others, reasons, nodes, seconds, depth } => {
                let reasons: Vec<String> = reasons.iter().map(|reason| reason.to_token()).collect();
                let mut text = format!("done\t{id}\t{depth}\t{nodes}\t{seconds}\t{}\t{}", reasons.join(","), plain(mv));
                let best = std::iter::once((*value, line));
                for (value, moves) in best.chain(others.iter().map(|line| (line.value, &line.moves))) {
                    text += &line_field(value, moves);
                }
                text
            }
            Answer::Solved { id, verdict, distance, line, keep, keep_is_all, nodes } => {
                let verdict = verdict.map_or("-".to_owned(), |verdict| verdict.to_string());
                let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
                let (line, keep, all) = (plain(&line.join(" ")), plain(&keep.join(" ")), switch_word(*keep_is_all));
                format!("solved\t{id}\t{verdict}\t{distance}\t{line}\t{keep}\t{all}\t{nodes}")
            }
            Answer::Made { id, puzzle } => format!("made\t{id}\t{}", plain(&puzzle.to_string())),
            Answer::Failed { id, problem } => format!("failed\t{id}\t{}", plain(problem)),
        }
    }

    /// Reads a message.
    pub fn decode(text: &str) -> Result<Answer, Unread> {
        let mut fields = Fields(text.split('\t'));
        let answer = match fields.word("the message", &WORDS)? {
            "ready" => Answer::Ready,
            "progress" => Answer::Progress {
                id: fields.number("the id")?,
                depth: fields.number("the depth")?,
                nodes: fields.number("the nodes")?,
                nodes_per_second: fields.number("the nodes a second")?,
                share: fields.within("the share", 0.0, 1.0)?,
                lines: fields.lines()?,
            },
            "working" => Answer::Working { id: fields.number("the id")?, share: fields.within("the share", 0.0, 1.0)? },
            "done" => {
                let id = fields.number("the id")?;
                let depth = fields.number("the depth")?;
                let nodes = fields.number("the nodes")?;
                let seconds = fields.within("the seconds", 0.0, f64::MAX)?;
                let reasons = fields.next("the reasons")?.split(',').filter(|word| !word.is_empty());
                let reasons =
                    reasons.map(|word| MoveExplanation::from_token(word).ok_or_else(|| unread("a reason", word)));
                let reasons = reasons.collect::<Result<_, _>>()?;
                let mv = fields.next("the move")?.to_owned();
                let mut lines = fields.lines()?;
                let PrincipalVariation { value, moves } = lines.remove(0);
                let others = lines;
                Answer::Done { id, mv, value, line: moves, others, reasons, nodes, seconds, depth }
            }
            "solved" => Answer::Solved {
                id: fields.number("the id")?,
                verdict: fields.unless_dash("the verdict")?,
                distance: fields.unless_dash("the distance")?,
                line: words(fields.next("the line")?),
                keep: words(fields.next("the moves")?),
                keep_is_all: fields.switch("whether they are all")?,
                nodes: fields.number("the nodes")?,
            },
            "made" => {
                let id = fields.number("the id")?;
                let text = fields.next("the puzzle")?;
                Answer::Made { id, puzzle: SolitairePuzzle::parse(text).ok_or_else(|| unread("the puzzle", text))? }
            }
            _ => Answer::Failed { id: fields.number("the id")?, problem: fields.next("the problem")?.to_owned() },
        };
        fields.end()?;
        Ok(answer)
    }
}

/// The first words of answers.
const WORDS: [&str; 7] = ["ready", "progress", "working", "done", "solved", "made", "failed"];

/// Text without what parts fields and messages.
fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn unread(field: &'static str, found: &str) -> Unread {
    Unread { field, found: found.to_owned() }
}

fn switch_word(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

fn line_field(value: Value, moves: &[String]) -> String {
    format!("\t{} {}", value_word(value), plain(&moves.join(" ")))
}

fn value_word(value: Value) -> String {
    match value {
        Value::Proven(Proof::Win(plies)) => format!("win:{plies}"),
        Value::Proven(Proof::Loss(plies)) => format!("loss:{plies}"),
        Value::Proven(Proof::Draw) => "draw:0".to_owned(),
        Value::Proven(Proof::Left(count)) => format!("left:{count}"),
        Value::EstimatedLeft(count) => format!("about:{count}"),
        Value::Estimated(hundredths) => format!("estimate:{hundredths}"),
    }
}

fn read_value(text: &str) -> Result<Value, Unread> {
    let value = text.split_once(':').and_then(|(kind, number)| {
        Some(match kind {
            "win" => Value::Proven(Proof::Win(number.parse().ok()?)),
            "loss" => Value::Proven(Proof::Loss(number.parse().ok()?)),
            "draw" => Value::Proven(Proof::Draw),
            "left" => Value::Proven(Proof::Left(number.parse().ok()?)),
            "about" => Value::EstimatedLeft(number.parse().ok()?),
            "estimate" => Value::Estimated(number.parse().ok()?),
            _ => return None,
        })
    });
    value.ok_or_else(|| unread("the value", text))
}

fn read_line(text: &str) -> Result<PrincipalVariation<String>, Unread> {
    let (value, moves) = text.split_once(' ').unwrap_or((text, ""));
    let line = PrincipalVariation { value: read_value(value)?, moves: words(moves) };
    if line.moves.is_empty() { Err(unread("a line", text)) } else { Ok(line) }
}

fn read_clock(text: &str) -> Option<Clock> {
    let (remaining, increment) = text.split_once(' ')?;
    let seconds = |text: &str| text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    Some(Clock { remaining: seconds(remaining)?, increment: seconds(increment)? })
}

/// The fields of a message that were not read yet.
struct Fields<'a>(std::str::Split<'a, char>);

impl<'a> Fields<'a> {
    fn next(&mut self, field: &'static str) -> Result<&'a str, Unread> {
        self.0.next().ok_or_else(|| unread(field, ""))
    }

    fn word(&mut self, field: &'static str, known: &[&str]) -> Result<&'a str, Unread> {
        let word = self.next(field)?;
        if known.contains(&word) { Ok(word) } else { Err(unread(field, word)) }
    }

    fn number<N: FromStr>(&mut self, field: &'static str) -> Result<N, Unread> {
        let text = self.next(field)?;
        text.parse().map_err(|_| unread(field, text))
    }

    fn switch(&mut self, field: &'static str) -> Result<bool, Unread> {
        Ok(self.word(field, &["yes", "no"])? == "yes")
    }

    /// Something that may be unknown, which a dash says.
    fn unless_dash<T: FromStr>(&mut self, field: &'static str) -> Result<Option<T>, Unread> {
        match self.next(field)? {
            "-" => Ok(None),
            text => text.parse().map(Some).map_err(|_| unread(field, text)),
        }
    }

    /// All lines that follow, at least one.
    fn lines(&mut self) -> Result<Vec<PrincipalVariation<String>>, Unread> {
        let first = read_line(self.next("the line")?)?;
        std::iter::once(Ok(first)).chain(self.0.by_ref().map(read_line)).collect()
    }

    /// What is not a number at all is not within any range either.
    fn within<N: FromStr + PartialOrd>(&mut self, field: &'static str, least: N, most: N) -> Result<N, Unread> {
        let text = self.next(field)?;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| unread(field, text))
    }

    fn end(&mut self) -> Result<(), Unread> {
        self.0.next().map_or(Ok(()), |more| Err(unread("what follows the message", more)))
    }
}
