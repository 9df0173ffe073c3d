//! `trial`: placeholder.
fn main() {}
