//! Damaged backups: bits are flipped, bytes overwritten and files cut in backups of every kind. Each must be refused, or have
//! the content of the original.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use halfboard_rules::random::SplitMix64;
use halfboard_server::store::{
    BackupContent, BackupSet, DecryptionKeys, Encryption, LocalFiles, ReadOptions, SetOptions, Store, verify,
    verify_stream,
};

use crate::powerloss::{sample_game, talkative_game};
use crate::report::Report;
use crate::workdir::WorkDir;

/// A key pair that protects nothing.
const IDENTITY: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
const RECIPIENT: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";

/// Minimum size of the large backup, in bytes: a million different bits.
const LARGE_BYTES: usize = 125_000;

/// Games of the large backup, and chat messages in each of them.
const LARGE_GAMES: usize = 8;
const LARGE_MESSAGES: u32 = 25;

/// Number of damages of one kind.
#[derive(Clone, Debug, Default)]
pub struct FlipCounts {
    /// What was damaged.
    pub kind: String,
    /// Length of the original, in bytes.
    pub bytes: usize,
    /// Single flipped bits, each of them another one.
    pub flips: usize,
    /// Several flipped bits, overwritten bytes, cut files.
    pub others: usize,
    /// Damaged backups that were read without an error, with the same content.
    pub harmless: usize,
    /// Damaged backups that were read without an error, with another content.
    pub accepted: Vec<String>,
}

/// A damage of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileDamage {
    /// These bits are flipped, counted from the start of the file.
    Flips(Vec<u64>),
    /// The file ends here.
    Cut(usize),
    /// From here on these bytes are written.
    Overwritten(usize, Vec<u8>),
}

impl FileDamage {
    /// Returns a random damage other than a single bit.
    fn other(length: usize, random: &mut SplitMix64) -> FileDamage {
        let length = length as u64;
        match random.below(3) {
            0 => FileDamage::Flips((0..2 + random.below(6)).map(|_| random.below(8 * length)).collect()),
            1 => FileDamage::Cut(random.below(length) as usize),
            _ => {
                let (start, count) = (random.below(length), 1 + random.below(64));
                let bytes = (start..(start + count).min(length)).map(|_| random.below(256) as u8).collect();
                FileDamage::Overwritten(start as usize, bytes)
            }
        }
    }

    fn is_single_flip(&self) -> bool {
        matches!(self, FileDamage::Flips(bits) if bits.len() == 1)
    }

    /// Returns the damaged bytes.
    fn apply(&self, original: &[u8]) -> Vec<u8> {
        let mut bytes = original.to_vec();
        match self {
            FileDamage::Flips(bits) => {
                for bit in bits {
                    bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
                }
            }
            FileDamage::Cut(kept) => bytes.truncate(*kept),
            FileDamage::Overwritten(start, written) => bytes[*start..start + written.len()].copy_from_slice(written),
        }
        bytes
    }
}

/// Returns the damages of a file: up to `flips` different single bits, all of them if the file has no more, and `others`.
fn damages(length: usize, flips: usize, others: usize, seed: u64) -> Vec<FileDamage> {
    let mut random = SplitMix64::new(seed);
    let mut bits: Vec<u64> = (0..8 * length as u64).collect();
    // The first steps of a Fisher-Yates shuffle.
    let flips = flips.min(bits.len());
    for place in 0..flips {
        let other = place + random.below((bits.len() - place) as u64) as usize;
        bits.swap(place, other);
    }
    let singles = bits[..flips].iter().map(|bit| FileDamage::Flips(vec![*bit]));
    let mut all: Vec<FileDamage> = singles.collect();
    all.extend((0..others).map(|_| FileDamage::other(length, &mut random)));
    all
}

/// Applies each damage to the original and reads the result, in so many threads.
fn try_damages(
    kind: &str,
    original: &[u8],
    damages: &[FileDamage],
    threads: usize,
    read: impl Fn(&[u8]) -> Option<BackupContent> + Sync,
) -> Result<FlipCounts, String> {
    let intact = read(original).ok_or_else(|| format!("{kind}: the original cannot be read"))?;
    let (read, intact) = (&read, &intact);
    let part = |damages: &[FileDamage]| {
        let mut counts = FlipCounts::default();
        for damage in damages {
            let bytes = damage.apply(original);
            if damage.is_single_flip() {
                counts.flips += 1;
            } else {
                counts.others += 1;
            }
            match read(&bytes) {
                None => {}
                Some(content) if content == *intact => counts.harmless += usize::from(bytes != original),
                Some(_) => counts.accepted.push(format!("{kind}: {damage:?}")),
            }
        }
        counts
    };
    let mut sum = FlipCounts { kind: kind.to_owned(), bytes: original.len(), ..FlipCounts::default() };
    std::thread::scope(|scope| {
        let chunks = damages.chunks(damages.len().div_ceil(threads).max(1));
        let running: Vec<_> = chunks.map(|chunk| scope.spawn(move || part(chunk))).collect();
        for thread in running {
            let counts = thread.join().map_err(|_| format!("{kind}: reading panicked"))?;
            sum.flips += counts.flips;
            sum.others += counts.others;
            sum.harmless += counts.harmless;
            sum.accepted.extend(counts.accepted);
        }
        Ok(sum)
    })
}

/// Writes a backup of at least [`LARGE_BYTES`] to a file.
async fn write_large_backup(path: &Path, seed: u64) -> Result<(), String> {
    let store = Store::open("sqlite::memory:").await.map_err(|error| error.to_string())?;
    let mut random = SplitMix64::new(seed);
    for number in 0..LARGE_GAMES {
        let game = talkative_game(&format!("g{number}x"), LARGE_MESSAGES, &mut random)?;
        store.create(game).await.map_err(|error| error.0)?;
    }
    store.backup(path).await.map_err(|error| error.0)?;
    store.close().await;
    Ok(())
}

/// Damages backups of every kind: flips `count` different bits of a large one, and up to a twentieth of that, but each bit at
/// most once, in small ones.
pub async fn damage_backups(count: usize, seed: u64) -> Result<Vec<FlipCounts>, String> {
    let work = WorkDir::new("flips")?;
    let large = work.path().join("large.backup");
    write_large_backup(&large, seed).await?;
    let store = Store::open("sqlite::memory:").await.map_err(|error| error.to_string())?;
    for number in 0..3 {
        store.create(sample_game(&format!("g{number}x"))?).await.map_err(|error| error.0)?;
    }
    let key = work.path().join("key.txt");
    std::fs::write(&key, IDENTITY).map_err(|error| error.to_string())?;
    let encryption = Encryption::Recipients(vec![RECIPIENT.to_owned()]);
    let sealed = work.path().join("games.age");
    store.backup_with(&sealed, &encryption, Arc::new(LocalFiles)).await.map_err(|error| error.0)?;
    let folder = work.path().join("set");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let set = BackupSet::new(&folder, Arc::new(LocalFiles));
    store.backup_to_set(&set, &SetOptions::default()).await.map_err(|error| error.0)?;
    store.create(sample_game("g3x")?).await.map_err(|error| error.0)?;
    store.backup_to_set(&set, &SetOptions::default()).await.map_err(|error| error.0)?;
    store.close().await;

    let load = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let keys = DecryptionKeys { identities: Some(key), passphrase: None };
    let options = ReadOptions { keys, ..ReadOptions::default() };
    let stream = |bytes: &[u8]| verify_stream(bytes, &options).ok();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (large, sealed) = (load(&large)?, load(&sealed)?);
    if large.len() < LARGE_BYTES {
        return Err(format!("the large backup has {} bytes", large.len()));
    }
    let (few, others) = (count / 20, count / 100);
    let large_damages = damages(large.len(), count, others, seed);
    let sealed_damages = damages(sealed.len(), few, others, seed + 1);
    let mut all = vec![
        try_damages("large compressed file", &large, &large_damages, threads, stream)?,
        try_damages("encrypted file", &sealed, &sealed_damages, threads, stream)?,
    ];
    let entries = set.entries().map_err(|error| error.0)?;
    let [full, incremental] = &entries[..] else { return Err("there are two backups".to_owned()) };
    for (kind, name) in [
        ("full backup in a folder", full.file.as_str()),
        ("incremental backup in a folder", &incremental.file),
        ("manifest of a folder", "manifest.json"),
    ] {
        let path: PathBuf = folder.join(name);
        let original = load(&path)?;
        // One thread, since all damages are written to the same file.
        let damages = damages(original.len(), few, others, seed + 2);
        let counts = try_damages(kind, &original, &damages, 1, |bytes| {
            std::fs::write(&path, bytes).ok()?;
            verify(&folder, &options).ok()
        })?;
        std::fs::write(&path, &original).map_err(|error| error.to_string())?;
        all.push(counts);
    }
    Ok(all)
}

/// Runs the trial.
pub async fn run(count: usize, seed: u64) -> Result<Report, String> {
    let begun = Instant::now();
    let all = damage_backups(count, seed).await?;
    let mut report = Report::new("Damaged backups");
    for FlipCounts { kind, bytes, flips, others, harmless, accepted } in &all {
        let bits = 8 * bytes;
        report.figure(
            format!("{kind}, {bytes} bytes: different bits flipped, one at a time"),
            format!("{flips} of {bits}"),
        );
        report.figure("… several bits, overwritten bytes, cut files", others);
        report.figure("… read with the same content", harmless);
        report.require("… accepted with another content", accepted.len(), "0", accepted.is_empty());
    }
    let large = all.first().map_or(0, |counts| counts.flips);
    report.require("different bits flipped in the large file", large, count.to_string(), large >= count);
    let total: usize = all.iter().map(|counts| counts.flips + counts.others).sum();
    report.figure("damaged backups in all", total);
    report.figure("seconds", begun.elapsed().as_secs());
    for accepted in all.iter().flat_map(|counts| &counts.accepted).take(8) {
        report.note(format!("- accepted: {accepted}"));
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn content(created: u64) -> BackupContent {
        BackupContent {
            created: Some(created),
            identity: None,
            state: Default::default(),
            files: 1,
            damages: Vec::new(),
        }
    }

    #[test]
    fn no_bit_is_flipped_twice() {
        for (flips, expected) in [(100, 100), (800, 800), (10_000, 800)] {
            let all = damages(100, flips, 30, 1);
            let singles = all.iter().filter(|damage| damage.is_single_flip());
            let bits: BTreeSet<Vec<u8>> = singles.clone().map(|damage| damage.apply(&[0; 100])).collect();
            assert_eq!((singles.count(), bits.len()), (expected, expected));
            assert_eq!(all.len(), expected + 30);
        }
    }

    #[test]
    fn accepted_damages_are_counted_in_every_thread() {
        let damages = damages(50, 400, 0, 1);
        for threads in [1, 3] {
            let counts = try_damages("test", &[0; 50], &damages, threads, |bytes| Some(content(bytes[7].into())));
            let counts = counts.expect("the original is read");
            assert_eq!((counts.flips, counts.harmless, counts.accepted.len()), (400, 392, 8), "{threads} threads");
            let counts =
                try_damages("test", &[0; 50], &damages, threads, |bytes| (bytes == [0; 50]).then(|| content(0)));
            let counts = counts.expect("the original is read");
            assert_eq!((counts.flips, counts.harmless, counts.accepted.len()), (400, 0, 0), "{threads} threads");
        }
    }

    #[tokio::test]
    async fn the_large_backup_has_a_million_bits() {
        let all = damage_backups(40, 3).await.expect("the trial runs");
        assert!(all[0].bytes >= LARGE_BYTES, "{}", all[0].bytes);
        assert_eq!(all[0].flips, 40);
    }
}
