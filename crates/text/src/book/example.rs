//! Examples on the rules pages: a position with claims about it, which tests check.

use halfboard_rules::game::Ending;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// A position with claims about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The rules string.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// The claims, in order.
    pub claims: Vec<Claim>,
}

/// Something that the rules say about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These are all the legal moves.
    Moves(Vec<String>),
    /// These are legal moves.
    Has(Vec<String>),
    /// These are not.
    HasNot(Vec<String>),
    /// A move leads to another position.
    Play {
        /// The move.
        mv: String,
        /// The position string after it.
        next: String,
    },
    /// How the game has ended, or that it has not: the result and its reason, as records write them.
    Result(String),
}

impl Example {
    /// Reads the lines of an example.
    pub(super) fn read(text: &str) -> Result<Example, String> {
        let mut lines = text.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
        let mut expect = |word: &str| match lines.next() {
            Some((first, rest)) if first == word && !rest.is_empty() => Ok(rest.to_owned()),
            other => Err(format!("an example has '{word}' where {other:?} stands")),
        };
        let (rules, position) = (expect("rules")?, expect("position")?);
        let mut claims = Vec::new();
        while let Some((word, rest)) = lines.next() {
            let moves = || rest.split(' ').map(str::to_owned).collect();
            claims.push(match word {
                "moves" => Claim::Moves(moves()),
                "has" => Claim::Has(moves()),
                "hasnot" => Claim::HasNot(moves()),
                "play" => match lines.next() {
                    Some(("next", next)) => Claim::Play { mv: rest.to_owned(), next: next.to_owned() },
                    other => return Err(format!("'play' is followed by 'next', not by {other:?}")),
                },
                "result" => Claim::Result(rest.to_owned()),
                _ => return Err(format!("an example has no line '{word}'")),
            });
        }
        Ok(Example { rules, position, claims })
    }

    /// The position on a board. That there is one is tested for every example of the book.
    pub fn session(&self) -> Option<Box<dyn Session>> {
        registry::rules(&self.rules).ok()?.position(&self.position).ok()
    }

    /// How the position after a move looks, with the move as its last.
    pub fn after(&self, mv: &str) -> Option<Box<dyn Session>> {
        let mut session = self.session()?;
        session.play(mv).ok()?;
        Some(session)
    }

    /// The end that is claimed, if the game is said to be over.
    pub fn ending(&self) -> Option<Ending> {
        let claimed = self.claims.iter().any(|claim| matches!(claim, Claim::Result(_)));
        self.session().filter(|_| claimed)?.ending()
    }

    /// The legal moves that it names, each once.
    pub fn legal(&self) -> Vec<&str> {
        let mut named: Vec<&str> = Vec::new();
        for claim in &self.claims {
            match claim {
                Claim::Moves(moves) | Claim::Has(moves) => named.extend(moves.iter().map(String::as_str)),
                Claim::Play { mv, .. } => named.push(mv),
                Claim::HasNot(_) | Claim::Result(_) => {}
            }
        }
        let mut seen = std::collections::HashSet::new();
        named.retain(|mv| seen.insert(*mv));
        named
    }

    /// The options that differ from the game's default rules, as the rules string has them.
    pub fn options(&self) -> Option<&str> {
        self.rules.split_once(':').map(|(_, options)| options)
    }
}
