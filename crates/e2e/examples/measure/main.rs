//! Measures the app in a real browser; `cargo xtask bench web` builds everything and runs this with the address of a
//! server and the path of the program. One file a figure: each has a function that takes a driver and the address, and prints its lines.

mod load;
mod slow;
mod solving;
mod stepping;
mod tapping;
mod thinking;

use std::process::ExitCode;

use halfboard_e2e::{Driver, runtime};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program] = arguments.as_slice() else {
        eprintln!(
            "measure: say where the app is served, as in http://127.0.0.1:8080/, and where the program is, or \"visit\" to measure only first visits"
        );
        return ExitCode::FAILURE;
    };
    let driver = Driver::start();
    runtime().block_on(async {
        load::measure(&driver, address).await;
        slow::measure(&driver, address).await;
        if program == "visit" {
            return;
        }
        tapping::measure(&driver, address).await;
        thinking::measure(&driver, address, program).await;
        solving::measure(&driver, address).await;
        stepping::measure(&driver, address).await;
    });
    ExitCode::SUCCESS
}
