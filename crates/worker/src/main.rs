//! The engine in a Web Worker: is asked in short strings and answers in short strings.

fn main() {}
