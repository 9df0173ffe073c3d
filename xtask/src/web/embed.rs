//! The files of the embeddable board, `dist/embed/`: the script at an address that never changes, what it loads in a folder
//! named by its hash, and the pages about it.

use super::files::{self, Files};
use super::pages::fill;
use crate::{TaskError, workspace};

/// The module script that other sites load.
const SCRIPT: &str = "halfboard-board.js";

/// What the script and all that it loads may take, compressed, in bytes.
const BUDGET: usize = 250_000;

/// Adds the embeddable board to the site. `program` holds the compiled program and its loader script.
pub(crate) fn add(site: &mut Files, program: Files) -> Result<(), TaskError> {
    let folder = workspace().join("crates/embed/static");
    let hash = files::hash(&program);
    for (name, content) in program {
        site.insert(format!("embed/{hash}/{name}"), content);
    }
    for name in files::names(&folder)? {
        let content = match name.as_str() {
            SCRIPT => fill(&folder.join(SCRIPT), &[("files", &hash)])?.into_bytes(),
            _ => files::read(&folder.join(&name))?,
        };
        site.insert(format!("embed/{name}"), content);
    }
    Ok(())
}

/// Returns whether a file is loaded by pages that embed a board.
fn is_loaded(name: &str) -> bool {
    name.strip_prefix("embed/").is_some_and(|name| name == SCRIPT || name.contains('/'))
}

/// Fails if the embeddable board is larger than its budget. `size` returns the compressed size of a file.
pub(crate) fn check_budget(site: &Files, size: impl Fn(&str) -> usize) -> Result<(), TaskError> {
    let sum: usize = site.keys().filter(|name| is_loaded(name)).map(|name| size(name)).sum();
    if sum <= BUDGET {
        return Ok(());
    }
    Err(format!("the embeddable board has {sum} bytes compressed; the budget is {BUDGET}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_counts_what_other_sites_load() {
        let names = ["embed/index.html", "embed/halfboard-board.js", "embed/1f/halfboard_embed_bg.wasm", "index.html"];
        let site: Files = names.iter().map(|name| ((*name).to_owned(), Vec::new())).collect();
        assert!(check_budget(&site, |_| BUDGET / 2).is_ok());
        let error = check_budget(&site, |_| BUDGET / 2 + 1).expect_err("too large");
        assert!(error.contains("250002 bytes"), "{error}");
    }
}
