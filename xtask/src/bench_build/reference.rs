//! The reference build: a generated program that never changes.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::TaskError;

/// The number of generated functions; with this many the build takes a few seconds.
const FUNCTIONS: usize = 3000;

/// Compiles the reference program with optimisation, and returns the time.
pub(crate) fn time(folder: &Path) -> Result<Duration, TaskError> {
    let file = folder.join("reference.rs");
    fs::write(&file, source()).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-Copt-level=2", "-Ccodegen-units=16", "-o"]);
    rustc.arg(folder.join("reference")).arg(&file).current_dir(folder);
    let start = Instant::now();
    crate::succeed(&mut rustc)?;
    Ok(start.elapsed())
}

/// Returns the source: functions that the compiler must type-check, optimise and link one by one.
fn source() -> String {
    let mut source = "use std::collections::BTreeMap;\n".to_owned();
    for index in 0..FUNCTIONS {
        // Writing to a string cannot fail.
        let _ = writeln!(
            source,
            "#[inline(never)]\nfn f{index}(map: &mut BTreeMap<u64, String>, seed: u64) -> u64 {{\n    \
             for step in 0..seed % {0} {{\n        map.entry(step ^ {index}).or_default().push_str(&format!(\"{{step}}-{index}\"));\n    \
             }}\n    map.values().map(|text| text.len() as u64).sum::<u64>().rotate_left({1})\n}}",
            index % 7 + 3,
            index % 64,
        );
    }
    source += "fn main() {\n    let mut map = BTreeMap::new();\n    let mut seed = std::env::args().count() as u64;\n";
    for index in 0..FUNCTIONS {
        let _ = writeln!(source, "    seed ^= f{index}(&mut map, seed);");
    }
    source + "    println!(\"{seed}\");\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_never_changes() {
        let hash = source()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        assert_eq!(format!("{hash:016x}"), "25cbd3ddf78253b7", "ratios of older commits would not be comparable");
    }
}
