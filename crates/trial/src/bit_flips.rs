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

use crate::powerloss::sample_game;
use crate::report::Report;
use crate::workdir::WorkDir;

/// A key pair that protects nothing.
const IDENTITY: &str = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
const RECIPIENT: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";

/// Number of damages of one kind.
#[derive(Clone, Debug, Default)]
pub struct FlipCounts {
    /// What was damaged.
    pub kind: String,
    /// Length of the original, in bytes.
    pub bytes: usize,
    /// Single flipped bits.
    pub flips: usize,
    /// Several flipped bits, overwritten bytes, cut files.
    pub others: usize,
    /// Damaged backups that were read without an error, with the same content.
    pub harmless: usize,
    /// Damaged backups that were read without an error, with another content.
    pub accepted: Vec<String>,
}

/// Damages the bytes: mostly one bit. Returns a description.
fn damage(bytes: &mut Vec<u8>, random: &mut SplitMix64) -> (bool, String) {
    let length = bytes.len() as u64;
    let flip = |bytes: &mut Vec<u8>, random: &mut SplitMix64| {
        let (place, bit) = (random.below(length) as usize, random.below(8));
        bytes[place] ^= 1 << bit;
        format!("bit {bit} of byte {place}")
    };
    match random.below(20) {
        0 => {
            let flips: Vec<String> = (0..2 + random.below(6)).map(|_| flip(bytes, random)).collect();
            (false, flips.join(", "))
        }
        1 => {
            let kept = random.below(length) as usize;
            bytes.truncate(kept);
            (false, format!("cut at {kept}"))
        }
        2 => {
            let (start, count) = (random.below(length) as usize, 1 + random.below(64) as usize);
            let end = (start + count).min(bytes.len());
            bytes[start..end].fill_with(|| random.below(256) as u8);
            (false, format!("bytes {start} to {end} overwritten"))
        }
        _ => (true, flip(bytes, random)),
    }
}

/// Damages the original `count` times and reads the result.
fn try_damages(
    kind: &str,
    original: &[u8],
    count: usize,
    seed: u64,
    mut read: impl FnMut(&[u8]) -> Option<BackupContent>,
) -> Result<FlipCounts, String> {
    let intact = read(original).ok_or_else(|| format!("{kind}: the original cannot be read"))?;
    let mut counts = FlipCounts { kind: kind.to_owned(), bytes: original.len(), ..FlipCounts::default() };
    let mut random = SplitMix64::new(seed);
    for _ in 0..count {
        let mut bytes = original.to_vec();
        let (is_flip, what) = damage(&mut bytes, &mut random);
        if is_flip {
            counts.flips += 1;
        } else {
            counts.others += 1;
        }
        match read(&bytes) {
            None => {}
            Some(content) if content == intact => counts.harmless += usize::from(bytes != original),
            Some(_) => counts.accepted.push(format!("{kind}: {what}")),
        }
    }
    Ok(counts)
}

/// Damages backups of every kind, `count` times in all.
pub async fn damage_backups(count: usize, seed: u64) -> Result<Vec<FlipCounts>, String> {
    let work = WorkDir::new("flips")?;
    let store = Store::open("sqlite::memory:").await.map_err(|error| error.to_string())?;
    for number in 0..3 {
        store.create(sample_game(&format!("g{number}x"))?).await.map_err(|error| error.0)?;
    }
    let plain = work.path().join("games.backup");
    store.backup(&plain).await.map_err(|error| error.0)?;
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

    // Decrypting takes most of the time, and files in folders are written each time.
    let (sealed_count, each) = (count / 10, count / 40);
    let plain_count = count - sealed_count - 3 * each;
    let load = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let keys = DecryptionKeys { identities: Some(key), passphrase: None };
    let options = ReadOptions { keys, ..ReadOptions::default() };
    let stream = |bytes: &[u8]| verify_stream(bytes, &options).ok();
    let mut all = vec![
        try_damages("compressed file", &load(&plain)?, plain_count, seed, stream)?,
        try_damages("encrypted file", &load(&sealed)?, sealed_count, seed + 1, stream)?,
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
        let counts = try_damages(kind, &original, each, seed + 2, |bytes| {
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
        report.figure(format!("{kind}, {bytes} bytes: flipped bits"), flips);
        report.figure("… several bits, overwritten bytes, cut files", others);
        report.figure("… read with the same content", harmless);
        report.require("… accepted with another content", accepted.len(), "0", accepted.is_empty());
    }
    let total: usize = all.iter().map(|counts| counts.flips + counts.others).sum();
    report.require("damaged backups in all", total, count.to_string(), total >= count);
    report.figure("seconds", begun.elapsed().as_secs());
    for accepted in all.iter().flat_map(|counts| &counts.accepted).take(8) {
        report.note(format!("- accepted: {accepted}"));
    }
    Ok(report)
}
