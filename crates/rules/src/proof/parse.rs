//! Parses proofs; [`super::verify`] checks them.

use super::{Choice, Claim, FIRST_LINE, Proof, ProofError, TITLE, Winner};

/// Parses a proof; its claim is not checked.
pub fn parse(text: &str) -> Result<Proof, ProofError> {
    let mut lines = text.lines();
    let mut number = 0;
    let mut next = |what: &str| {
        number += 1;
        lines.next().ok_or_else(|| ProofError::new(number, format!("the proof is cut off: {what} is missing")))
    };
    let title = next("its first line")?;
    if title != TITLE {
        return Err(ProofError::new(1, format!("a proof begins with '{TITLE}'")));
    }
    let rules = field(2, next("rules")?, "rules")?;
    let position = field(3, next("position")?, "position")?;
    let claim_line = field(4, next("claim")?, "claim")?;
    let count = next("the number of lines")?;
    let claim = match parse_claim(claim_line)? {
        ClaimLine::Win(winner, within) => {
            let count = number_of(5, field(5, count, "strategy")?)?;
            let mut strategy = Vec::new();
            for index in 0..count {
                strategy.push(choice(FIRST_LINE + index, next("a line of the strategy")?)?);
            }
            Claim::Win { winner, within, strategy }
        }
        ClaimLine::Solitaire(left) => {
            let count = number_of(5, field(5, count, "moves")?)?;
            let mut moves = Vec::new();
            for _ in 0..count {
                moves.push(next("a move")?.to_owned());
            }
            Claim::Solitaire { left, moves }
        }
    };
    if next("'end'")? != "end" {
        return Err(ProofError::new(number, "after the lines that were counted comes 'end'"));
    }
    if lines.any(|line| !line.is_empty()) {
        return Err(ProofError::new(number + 1, "nothing comes after 'end'"));
    }
    Ok(Proof { rules: rules.to_owned(), position: position.to_owned(), claim })
}

/// Returns the text after the keyword of a line.
fn field<'a>(number: usize, line: &'a str, word: &str) -> Result<&'a str, ProofError> {
    let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    rest.ok_or_else(|| ProofError::new(number, format!("this line must be '{word}', a space, and more")))
}

enum ClaimLine {
    Win(Winner, u32),
    Solitaire(Option<u8>),
}

fn parse_claim(text: &str) -> Result<ClaimLine, ProofError> {
    let words: Vec<&str> = text.split(' ').collect();
    let claim = match words[..] {
        ["solved"] => Some(ClaimLine::Solitaire(None)),
        ["stuck", left] => digits(left).map(|left: u8| ClaimLine::Solitaire(Some(left))),
        [winner, "within", plies] => {
            let winner = Winner::WORDS.iter().find(|(_, word)| *word == winner);
            winner.zip(digits(plies)).map(|((winner, _), plies)| ClaimLine::Win(*winner, plies))
        }
        _ => None,
    };
    let valid = "a claim is '1-0 within N' (or 0-1, seat-1, seat-2), 'solved' or 'stuck N'";
    claim.ok_or_else(|| ProofError::new(4, format!("'{text}' is no claim; {valid}")))
}

/// Parses a number in plain digits without leading zeros.
fn digits<N: std::str::FromStr + ToString>(word: &str) -> Option<N> {
    word.parse().ok().filter(|number: &N| number.to_string() == word)
}

fn number_of(line: usize, word: &str) -> Result<usize, ProofError> {
    digits(word).ok_or_else(|| ProofError::new(line, format!("'{word}' is not a number of lines")))
}

fn choice(number: usize, line: &str) -> Result<Choice, ProofError> {
    let mut words = line.splitn(3, ' ');
    let choice = (|| {
        let within = digits(words.next()?)?;
        Some(Choice { within, mv: words.next()?.to_owned(), position: words.next()?.to_owned() })
    })();
    choice.ok_or_else(|| ProofError::new(number, "a line of a strategy is the plies, the move and the position"))
}
