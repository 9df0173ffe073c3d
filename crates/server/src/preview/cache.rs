//! The pictures painted last.

use std::collections::VecDeque;

use axum::body::Bytes;

/// The maximum size of all pictures together, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// Pictures by key, the one used last at the end.
#[derive(Default)]
pub(super) struct PictureCache {
    pictures: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl PictureCache {
    /// Returns a picture.
    pub(super) fn get(&mut self, key: &str) -> Option<Bytes> {
        let index = self.pictures.iter().position(|(known, _)| known == key)?;
        let found = self.pictures.remove(index)?;
        let picture = found.1.clone();
        self.pictures.push_back(found);
        Some(picture)
    }

    /// Adds a picture, and drops those that have not been used for the longest time if there are too many.
    pub(super) fn insert(&mut self, key: String, picture: Bytes) {
        self.bytes += key.len() + picture.len();
        self.pictures.push_back((key, picture));
        while self.bytes > MAX_BYTES {
            let Some((key, picture)) = self.pictures.pop_front() else { return };
            self.bytes -= key.len() + picture.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_the_longest_time_goes() {
        let mut cache = PictureCache::default();
        let large = Bytes::from(vec![0; MAX_BYTES / 3]);
        for key in ["a", "b"] {
            cache.insert(key.to_owned(), large.clone());
        }
        assert!(cache.get("a").is_some());
        cache.insert("c".to_owned(), large.clone());
        assert!(cache.get("b").is_none() && cache.get("a").is_some() && cache.get("c").is_some());
        assert!(cache.bytes <= MAX_BYTES);
    }
}
