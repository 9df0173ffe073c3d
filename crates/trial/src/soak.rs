//! A soak: lively games for a long time, with the growth of the server's memory by linear regression.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::crowd::{Behavior, Crowd};
use crate::faults::{add_counters, compare_with_database};
use crate::node::{self, Node};
use crate::report::Report;
use crate::workdir::WorkDir;

/// The size of a soak.
#[derive(Clone, Copy, Debug)]
pub struct SoakSize {
    /// Games at a time.
    pub games: usize,
    /// The time between two turns of a game.
    pub pace: Duration,
    /// The duration.
    pub lasts: Duration,
}

/// Time between two samples.
const SAMPLE_EVERY: Duration = Duration::from_secs(2);

/// The growth that is accepted, in MB per hour, at the upper end of the interval.
const MAX_SLOPE: f64 = 10.0;

/// Runs a server on SQLite under steady use. The first third warms up caches and allocators and is not counted.
pub async fn run(program: &Path, size: SoakSize) -> Result<Report, String> {
    let folder = WorkDir::new("soak")?;
    node::allow_files(8 * size.games as u64 + 1000)?;
    let node = Node::start(folder.node_config(program, &folder.sqlite(), "node")).await?;
    let crowd = Crowd::gather(vec![node.address], Behavior::lively(size.pace, 30), size.games).await?;
    crowd.connect();
    crowd.all_connected(Duration::from_secs(60)).await;
    crowd.play();
    let begun = Instant::now();
    let mut samples = Vec::new();
    while begun.elapsed() < size.lasts {
        tokio::time::sleep(SAMPLE_EVERY).await;
        samples.push((begun.elapsed().as_secs_f64() / 3600.0, node.memory() as f64 / 1024.0));
    }
    let mut report = Report::new("Soak");
    report.figure("minutes", size.lasts.as_secs() / 60);
    report.figure("games at a time", size.games);
    let (first, last) = (samples.first().map_or(0.0, |sample| sample.1), samples.last().map_or(0.0, |sample| sample.1));
    report.figure("memory of the server, first and last sample", format!("{first:.1} and {last:.1} MB"));
    let counted = &samples[samples.len() / 3..];
    report.figure("samples of the last two thirds", counted.len());
    let (slope, error) = regression(counted);
    let figure = format!("{slope:+.2} MB per hour (± {error:.2})");
    let met = slope + error <= MAX_SLOPE;
    report.require("slope of memory, 95 % interval", figure, format!("not above {MAX_SLOPE} MB per hour"), met);
    crowd.leave().await;
    let panics = node.panics();
    report.require("panics in the server's log", panics.len(), "0", panics.is_empty());
    drop(node);
    add_counters(&crowd, &mut report);
    compare_with_database(&folder.sqlite(), &crowd, None).await?.add_to(&mut report);
    Ok(report)
}

/// Returns the slope of a line fitted to points by least squares, and half its 95 % interval.
///
/// The samples follow each other closely and are not independent, so the interval is narrower than it should be.
fn regression(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let sxx: f64 = points.iter().map(|(x, _)| (x - x_mean).powi(2)).sum();
    let sxy: f64 = points.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    if points.len() < 3 || sxx == 0.0 {
        return (0.0, f64::INFINITY);
    }
    let slope = sxy / sxx;
    let residuals: f64 = points.iter().map(|(x, y)| (y - y_mean - slope * (x - x_mean)).powi(2)).sum();
    (slope, 1.96 * (residuals / (count - 2.0) / sxx).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_line_is_found() {
        let line: Vec<(f64, f64)> = (0..100).map(|x| (f64::from(x), 3.0 + 0.5 * f64::from(x))).collect();
        let (slope, error) = regression(&line);
        assert!((slope - 0.5).abs() < 1e-9 && error < 1e-6, "{slope} ± {error}");
        let noisy: Vec<(f64, f64)> = (0..100).map(|x| (f64::from(x), if x % 2 == 0 { 1.0 } else { -1.0 })).collect();
        let (slope, error) = regression(&noisy);
        assert!(slope.abs() < error, "{slope} ± {error}");
        assert!(regression(&[(0.0, 1.0)]).1.is_infinite());
    }
}
