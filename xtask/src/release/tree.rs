//! A tree of files as it appears in an archive: sorted, with fixed owners and modes, so that equal content gives equal bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::TaskError;

/// A file or folder of a [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Permission bits.
    pub(super) mode: u32,
    /// Numeric user and group.
    pub(super) owner: u32,
    /// The content of a file; `None` for a folder.
    pub(super) content: Option<Vec<u8>>,
}

/// Files and folders by path, with `/` as separator. Parents come before their content.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree(BTreeMap<String, Node>);

impl Tree {
    /// Adds a file that everyone may read.
    pub(super) fn file(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.insert(path.into(), Node { mode: 0o644, owner: 0, content: Some(content.into()) });
    }

    /// Adds a file that everyone may execute.
    pub(super) fn program(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.insert(path.into(), Node { mode: 0o755, owner: 0, content: Some(content.into()) });
    }

    /// Adds a folder.
    pub(super) fn folder(&mut self, path: impl Into<String>, mode: u32, owner: u32) {
        self.insert(path.into(), Node { mode, owner, content: None });
    }

    fn insert(&mut self, path: String, node: Node) {
        let parents: Vec<&str> = path.match_indices('/').map(|(end, _)| &path[..end]).collect();
        for parent in parents {
            let folder = Node { mode: 0o755, owner: 0, content: None };
            self.0.entry(parent.to_owned()).or_insert(folder);
        }
        self.0.insert(path, node);
    }

    /// Returns a copy with every path below `folder`.
    pub(super) fn below(&self, folder: &str) -> Tree {
        let mut tree = Tree::default();
        for (path, node) in &self.0 {
            tree.insert(format!("{folder}/{path}"), node.clone());
        }
        tree
    }

    /// Returns paths and nodes in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.0.iter().map(|(path, node)| (path.as_str(), node))
    }
}

/// Reads the files of a folder on disk, without its folders.
pub(super) fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, TaskError> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() {
            let content = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            files.insert(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), content);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_keep_their_owner() {
        let mut tree = Tree::default();
        tree.folder("var/lib/x", 0o700, 7);
        tree.file("var/lib/x/y", "z");
        tree.program("bin/p", "p");
        let tree = tree.below("top");
        let listed: Vec<(&str, u32, u32)> = tree.iter().map(|(path, node)| (path, node.mode, node.owner)).collect();
        let expected = [
            ("top", 0o755, 0),
            ("top/bin", 0o755, 0),
            ("top/bin/p", 0o755, 0),
            ("top/var", 0o755, 0),
            ("top/var/lib", 0o755, 0),
            ("top/var/lib/x", 0o700, 7),
            ("top/var/lib/x/y", 0o644, 0),
        ];
        assert_eq!(listed, expected);
    }
}
