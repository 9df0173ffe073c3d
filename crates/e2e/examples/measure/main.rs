//! Measures the app in a real browser; `cargo xtask bench web` builds everything and runs this with the address of a
//! server. One file a figure: each has a function that takes a driver and the address, and prints its lines.

mod load;

use std::process::ExitCode;

use halfboard_e2e::{Driver, runtime};

fn main() -> ExitCode {
    let Some(address) = std::env::args().nth(1).filter(|address| address.starts_with("http://")) else {
        eprintln!("measure: say where the app is served, as in http://127.0.0.1:8080/");
        return ExitCode::FAILURE;
    };
    let driver = Driver::start();
    runtime().block_on(async {
        load::measure(&driver, &address).await;
    });
    ExitCode::SUCCESS
}
