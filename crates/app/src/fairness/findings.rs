//! The fairness findings that ship with the app: a text with a line for each variant, parsed strictly, since figures
//! that do not add up are worse than none.

use std::fmt;

use halfboard_engine::fairness::stats::Share;
use halfboard_rules::registry;

/// The name of the text among the app's files.
pub const FILE: &str = "data/fairness.txt";

const TITLE: &str = "halfboard fairness 1";
const VALID: &str = "RULES | solved or played | OUTCOME | fates W B SECOND FIRST or - | \
                     games N unfinished U plies LOW MEDIAN HIGH or - | REASON:COUNT … or - | COMMAND";

/// The finding about one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The canonical rules string.
    pub rules: String,
    /// Whether the outcome is proven for every board counted, or estimated from games of the engine against itself.
    pub proven: bool,
    /// The results.
    pub outcome: Outcome,
    /// Counts of solved boards by winner: always White, always Black, the second player, the first player.
    pub fates: Option<[u64; 4]>,
    /// Statistics of the games played, if any.
    pub games: Option<GameStatistics>,
    /// The command that reproduces the finding.
    pub command: String,
}

/// The results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Results of one of two sides.
    Duel {
        /// The side whose results these are.
        side: FindingSide,
        /// Number of wins.
        won: u64,
        /// Number of draws.
        drawn: u64,
        /// Number of losses.
        lost: u64,
    },
    /// Results of a solitaire.
    Alone {
        /// Number of solvable boards.
        solved: u64,
        /// Pairs of the fewest checkers that can be left and the number of such boards.
        left: Vec<(u8, u64)>,
    },
}

/// The side that results are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingSide {
    /// The side that moves first.
    Begins,
    /// The first seat, where the first mover is chosen in play.
    SeatOne,
}

/// Statistics of games played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStatistics {
    /// Number of games.
    pub count: u64,
    /// Number of games that exceeded the length limit; they do not count as results.
    pub unfinished: u64,
    /// Game length in plies: the 10th, 50th and 90th percentile.
    pub plies: [u32; 3],
    /// Reasons for the end, named as in records, with their counts.
    pub ends: Vec<(String, u64)>,
}

/// An error in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingError {
    /// The line, from 1.
    pub line: usize,
    /// The error message.
    pub problem: String,
}

impl fmt::Display for FindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "findings, line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for FindingError {}

impl Finding {
    /// Returns the score of the reported side, draws counted half; for solitaires the share of solvable boards.
    pub fn share(&self) -> Share {
        match &self.outcome {
            Outcome::Duel { won, drawn, .. } => {
                Share { points: *won as f64 + *drawn as f64 / 2.0, of: self.outcome.count() }
            }
            Outcome::Alone { solved, .. } => Share::new(*solved, self.outcome.count()),
        }
    }

    /// Returns the share of draws; `None` for solitaires.
    pub fn draws(&self) -> Option<Share> {
        match &self.outcome {
            Outcome::Duel { drawn, .. } => Some(Share::new(*drawn, self.outcome.count())),
            Outcome::Alone { .. } => None,
        }
    }

    /// Returns the game's id.
    pub fn game(&self) -> &str {
        self.rules.split(':').next().unwrap_or(&self.rules)
    }

    /// Checks that the numbers add up.
    fn adds_up(&self) -> Result<(), &'static str> {
        let count = self.outcome.count();
        if count == 0 {
            return Err("nothing was counted");
        }
        if let Some([white, black, second, first]) = self.fates {
            let Outcome::Duel { won, drawn, .. } = self.outcome else { return Err("solitaires have no fates") };
            if white + black + second + first != count || drawn != 0 || (won != white + first && won != black + first) {
                return Err("the fates of the boards do not come to the wins");
            }
        }
        if let Some(games) = &self.games {
            if games.ends.iter().map(|(_, count)| count).sum::<u64>() != games.count {
                return Err("the games did not end as often as there were games");
            }
            if !self.proven && games.count - games.unfinished.min(games.count) != count {
                return Err("the results are not those of the games");
            }
            if !games.plies.is_sorted() {
                return Err("the plies are not in order");
            }
        }
        Ok(())
    }
}

impl Outcome {
    /// Returns the number of boards or games counted.
    pub fn count(&self) -> u64 {
        match self {
            Outcome::Duel { won, drawn, lost, .. } => won + drawn + lost,
            Outcome::Alone { solved, left } => solved + left.iter().map(|(_, count)| count).sum::<u64>(),
        }
    }
}

/// Parses the findings. Fails at the first malformed or inconsistent line.
pub fn read(text: &str) -> Result<Vec<Finding>, FindingError> {
    let error = |line: usize, problem: &str| FindingError { line, problem: problem.to_owned() };
    let mut lines = text.lines().zip(1..);
    if lines.next().is_none_or(|(first, _)| first != TITLE) {
        return Err(error(1, &format!("the findings begin with '{TITLE}'")));
    }
    let mut findings: Vec<Finding> = Vec::new();
    for (line, number) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
        let finding = read_line(line).ok_or_else(|| error(number, &format!("a line is '{VALID}'")))?;
        let rules = registry::rules(&finding.rules).map_err(|wrong| error(number, &wrong.to_string()))?;
        if rules.canonical() != finding.rules {
            return Err(error(number, &format!("these rules are written '{}'", rules.canonical())));
        }
        if findings.iter().any(|other| other.rules == finding.rules) {
            return Err(error(number, "these rules are there already"));
        }
        finding.adds_up().map_err(|problem| error(number, problem))?;
        findings.push(finding);
    }
    Ok(findings)
}

fn read_line(line: &str) -> Option<Finding> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [rules, source, outcome, fates, games, ends, command] = fields[..] else { return None };
    let proven = match source {
        "solved" => true,
        "played" => false,
        _ => return None,
    };
    let fates = match words(fates)[..] {
        ["-"] => None,
        ["fates", white, black, second, first] => {
            Some([number(white)?, number(black)?, number(second)?, number(first)?])
        }
        _ => return None,
    };
    let games = match words(games)[..] {
        ["-"] if ends == "-" => None,
        ["games", count, "unfinished", unfinished, "plies", low, median, high] => Some(GameStatistics {
            count: number(count)?,
            unfinished: number(unfinished)?,
            plies: [low.parse().ok()?, median.parse().ok()?, high.parse().ok()?],
            ends: words(ends).into_iter().map(pair).collect::<Option<_>>()?,
        }),
        _ => return None,
    };
    let command = Some(command).filter(|command| command.starts_with("halfboard "))?.to_owned();
    Some(Finding { rules: rules.to_owned(), proven, outcome: read_outcome(outcome)?, fates, games, command })
}

fn read_outcome(text: &str) -> Option<Outcome> {
    match words(text)[..] {
        [side @ ("begins" | "seat-1"), won, drawn, lost] => Some(Outcome::Duel {
            side: if side == "begins" { FindingSide::Begins } else { FindingSide::SeatOne },
            won: number(won)?,
            drawn: number(drawn)?,
            lost: number(lost)?,
        }),
        ["alone", solved, "of", of, ref rest @ ..] => {
            let left = match rest {
                [] => Vec::new(),
                ["left", left @ ..] => {
                    let left = left.iter().map(|word| pair(word));
                    left.map(|pair| pair.and_then(|(left, count)| Some((left.parse().ok()?, count))))
                        .collect::<Option<_>>()?
                }
                _ => return None,
            };
            let outcome = Outcome::Alone { solved: number(solved)?, left };
            (outcome.count() == number(of)?).then_some(outcome)
        }
        _ => None,
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Parses a number that fits 32 bits, so that sums cannot overflow.
fn number(word: &str) -> Option<u64> {
    word.parse::<u32>().ok().map(u64::from)
}

fn pair(word: &str) -> Option<(String, u64)> {
    let (name, count) = word.split_once(':')?;
    Some((name.to_owned(), number(count)?))
}
