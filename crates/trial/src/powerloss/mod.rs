//! Simulated power loss: the real store and the real backups work on a recorded disk. At each point of the recording the disk
//! is rebuilt as a power loss may leave it: what was synced is there, and of everything later any part, in any order, with
//! torn writes. Then the store opens it, and everything that was acknowledged must be there.

mod check;
mod crash;
mod recording;
mod vfs;
mod workload;

use std::path::Path;
use std::time::Instant;

use halfboard_rules::random::SplitMix64;

pub use crash::IgnoredSyncs;
pub use workload::{sample_game, talkative_game};

use crate::report::Report;
use crate::workdir::WorkDir;
use check::{AcknowledgedState, check_image};
use crash::{Disk, write_image};
use recording::{DiskOp, Recording};
use workload::Worked;

/// The parameters of a trial.
#[derive(Clone, Copy, Debug)]
pub struct PowerLossPlan {
    /// Number of simulated power losses.
    pub points: usize,
    /// Number of restarts of the workload, each with eight games.
    pub rounds: usize,
    /// The random seed.
    pub seed: u64,
    /// The syncs that the disk ignores.
    pub ignored: IgnoredSyncs,
}

/// What was found.
#[derive(Debug, Default)]
pub struct PowerLossOutcome {
    /// Number of recorded operations.
    pub ops: usize,
    /// … of which are syncs.
    pub syncs: usize,
    /// Number of acknowledged facts.
    pub facts: usize,
    /// Number of simulated power losses.
    pub points: usize,
    /// Number of those that left anything unsynced.
    pub unsynced: usize,
    /// The violations, with the point.
    pub violations: Vec<String>,
}

/// Records a workload and checks the disk after power losses at random points.
pub async fn simulate(plan: PowerLossPlan) -> Result<PowerLossOutcome, String> {
    let work = WorkDir::new("powerloss")?;
    let root = std::fs::canonicalize(work.path()).map_err(|error| error.to_string())?;
    let folder = root.join("work");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let recording = Recording::new(&folder);
    let worked = {
        let _guard = vfs::record(&recording);
        workload::perform(&folder, &recording, plan.rounds).await?
    };
    let ops = recording.ops();
    let mut random = SplitMix64::new(plan.seed);
    let mut points: Vec<usize> = (0..plan.points).map(|_| random.below(ops.len() as u64 + 1) as usize).collect();
    points.sort_unstable();
    let mut outcome = PowerLossOutcome {
        ops: ops.len(),
        syncs: ops.iter().filter(|op| matches!(op, DiskOp::Sync(_) | DiskOp::SyncFolder(_))).count(),
        facts: worked.facts.len(),
        points: points.len(),
        ..PowerLossOutcome::default()
    };
    let (mut disk, mut acknowledged) = (Disk::new(plan.ignored), AcknowledgedState::default());
    let mut performed = 0;
    for (number, point) in points.into_iter().enumerate() {
        for op in ops.get(performed..point).unwrap_or_default() {
            disk.perform(op);
            if let DiskOp::Mark(fact) = op
                && let Some(fact) = worked.facts.get(*fact)
            {
                acknowledged.add(fact);
            }
        }
        performed = point;
        outcome.unsynced += usize::from(disk.has_pending());
        let image = root.join("image");
        let checked = crash_and_check(&disk, &image, &worked, &acknowledged, &mut random).await;
        if let Err(violation) = checked {
            outcome.violations.push(format!("after operation {point} of {}: {violation}", ops.len()));
        }
        if number % 1000 == 999 {
            eprintln!("trial: {} power losses, {} violations", number + 1, outcome.violations.len());
        }
    }
    Ok(outcome)
}

async fn crash_and_check(
    disk: &Disk,
    image: &Path,
    worked: &Worked,
    acknowledged: &AcknowledgedState,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let files = disk.crash(random);
    // The folder is new each time: nothing of the last check remains.
    let _ = std::fs::remove_dir_all(image);
    std::fs::create_dir_all(image).map_err(|error| error.to_string())?;
    write_image(image, &files)?;
    check_image(image, &files, worked, acknowledged).await
}

/// Runs the trial, and shows with disks that ignore syncs that it can fail.
pub async fn run(points: usize, seed: u64) -> Result<Report, String> {
    let begun = Instant::now();
    let plan = PowerLossPlan { points, rounds: 6, seed, ignored: IgnoredSyncs::None };
    let outcome = simulate(plan).await?;
    let seconds = begun.elapsed().as_secs();
    let mut report = Report::new("Simulated power loss, SQLite and backups");
    report.figure("recorded operations of the disk", outcome.ops);
    report.figure("… of which are syncs", outcome.syncs);
    report.figure("acknowledged commands and backups", outcome.facts);
    report.require("power losses", outcome.points, points.to_string(), outcome.points >= points);
    report.figure("… with unsynced writes, of which parts were lost or torn", outcome.unsynced);
    let violations = &outcome.violations;
    let what = "violations (lost or partial commands, corrupt databases, incomplete backups)";
    report.require(what, violations.len(), "0", violations.is_empty());
    for (name, ignored) in [
        ("a disk that ignores all syncs (as synchronous = OFF)", IgnoredSyncs::All),
        ("a disk that ignores syncs of the write-ahead log (as synchronous = NORMAL)", IgnoredSyncs::WriteAheadLog),
    ] {
        let outcome = simulate(PowerLossPlan { points: points.min(200), ignored, ..plan }).await?;
        let found = outcome.violations.len();
        report.require(format!("violations found with {name}"), found, "some", found > 0);
    }
    report.figure("seconds", seconds);
    for violation in violations.iter().take(8) {
        report.note(format!("- {violation}"));
    }
    Ok(report)
}
