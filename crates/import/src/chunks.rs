//! Records and PGN: the text is split where the tags of a game begin, and each game is parsed by itself.

use halfboard_rules::record::{self, RecordError};

use crate::lines_of_action::pgn;
use crate::{GameFormat, ImportedGame};

/// The text of one game.
struct Chunk<'a> {
    text: &'a str,
    /// The line on which it begins, from 1.
    line: usize,
}

/// Reads the games of a text one by one.
pub(crate) fn read(
    text: &str,
    format: Option<GameFormat>,
) -> impl Iterator<Item = Result<ImportedGame, RecordError>> + '_ {
    split(text).into_iter().zip(1..).map(move |(chunk, game)| match format {
        Some(GameFormat::PlayStrategy) => pgn::read(chunk.text, game, chunk.line),
        None if is_pgn(chunk.text) => pgn::read(chunk.text, game, chunk.line),
        _ => read_chunk(&chunk, game),
    })
}

/// Returns whether a game is in PGN of another server: it has a tag for the variant and none for our rules.
fn is_pgn(text: &str) -> bool {
    let has = |name: &str| text.lines().any(|line| is_tag(line) && line.trim_start()[1..].starts_with(name));
    has("Variant") && !has("Game ")
}

fn read_chunk(chunk: &Chunk<'_>, game: usize) -> Result<ImportedGame, RecordError> {
    let error = |error: RecordError| RecordError { game, line: chunk.line + error.line - 1, ..error };
    let mut records = record::parse(chunk.text).map_err(error)?;
    let record = records.swap_remove(0);
    Ok(ImportedGame { record, game, line: chunk.line, format: GameFormat::Record, variations: Vec::new() })
}

/// Returns where the first tag is, as a byte offset.
pub(crate) fn first_tag(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_tag(line) {
            return Some(at + line.len() - line.trim_start().len());
        }
        at += line.len();
    }
    None
}

/// Returns whether a line is a tag, such as `[White "Ann"]`.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.len() < rest.len() && name.trim_start().starts_with('"')
}

/// Splits a text into games: one begins with a tag after something else than a tag.
fn split(text: &str) -> Vec<Chunk<'_>> {
    // A comment that is never closed would swallow all games after it.
    split_by(text, true).unwrap_or_else(|| split_by(text, false).unwrap_or_default())
}

/// Splits a text; tags in comments in braces are no tags if `braces`. Returns `None` if a comment is not closed.
fn split_by(text: &str, braces: bool) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    let (mut start, mut start_line) = (0, 1);
    let (mut in_tags, mut in_comment, mut has_turns) = (false, false, false);
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if !in_comment && is_tag(line) {
            if !in_tags && has_turns {
                chunks.push(Chunk { text: &text[start..at], line: start_line });
                (start, start_line, has_turns) = (at, number, false);
            }
            in_tags = true;
        } else if !line.trim().is_empty() {
            // Comments before the first tags belong to the first game.
            has_turns |= in_tags || !chunks.is_empty();
            in_tags &= in_comment;
            in_comment = braces && ends_in_comment(line, in_comment);
        }
        at += line.len();
    }
    chunks.push(Chunk { text: &text[start..], line: start_line });
    (!in_comment).then_some(chunks)
}

/// Returns whether a line ends within a comment in braces.
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if inside => {
                chars.next();
            }
            '{' => inside = true,
            '}' => inside = false,
            ';' if !inside => return false,
            _ => {}
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::{first_tag, split};

    #[test]
    fn games_begin_with_tags_after_turns() {
        let text = "{x}\n[Game \"j\"]\n[White \"A\"]\n\n{a\n[b \"c\"]\n} A5 *\n; end\n[Game \"j\"]\n\n*\n";
        let lines: Vec<usize> = split(text).iter().map(|chunk| chunk.line).collect();
        assert_eq!(lines, [1, 9]);
        assert_eq!(first_tag(text), Some(4));
        // The first comment is not closed.
        let text = "[Game \"j\"]\n\n{a *\n\n[Game \"j\"]\n\n*\n";
        assert_eq!(split(text).len(), 2);
    }
}
