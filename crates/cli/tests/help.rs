//! Help, completions and the man page: they exist, name every command, and their examples work.

mod common;

use common::{good, run};

const COMMANDS: [&str; 12] =
    ["games", "show", "moves", "apply", "result", "start", "perft", "trace", "record", "play", "completions", "man"];

#[test]
fn help_is_everywhere_with_examples() {
    let out = good(&["--help"]);
    for command in COMMANDS {
        assert!(out.contains(&format!("\n  {command} ")), "{command}");
        let help = good(&[command, "--help"]);
        assert!(help.contains("Usage: halfboard") && help.contains("Examples:"), "{command}: {help}");
    }
    for command in ["check", "convert"] {
        assert!(good(&["record", command, "--help"]).contains("Examples:"));
    }
    assert!(good(&["--version"]).starts_with("halfboard "));
}

#[test]
fn the_examples_of_the_help_work() {
    let mut tried = 0;
    for command in COMMANDS {
        let help = good(&[command, "--help"]);
        for line in help.lines().filter_map(|line| line.strip_prefix("  halfboard ")) {
            // Those that read or write files, and those that take long, are tested elsewhere.
            if line.contains(['>', '|', '*']) || ["record", "play"].contains(&command) || line.contains("--games") {
                continue;
            }
            let parts: Vec<&str> = line.split('"').collect();
            let mut args = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                if index % 2 == 1 { args.push(*part) } else { args.extend(part.split_whitespace()) }
            }
            let run = run(&args);
            assert_eq!(run.code, Some(0), "{line}: {run:?}");
            assert!(!run.out.is_empty(), "{line}");
            tried += 1;
        }
    }
    assert!(tried >= 14, "{tried} examples");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let out = good(&["completions", shell]);
        for command in COMMANDS {
            assert!(out.contains(command), "{shell}: {command}");
        }
        assert!(out.contains("seed") && out.contains("divide"), "{shell}");
    }
}

#[test]
fn the_man_page_is_of_the_whole_program() {
    let out = good(&["man"]);
    assert!(out.contains(".TH halfboard 1") || out.contains(".TH HALFBOARD 1"), "{out}");
    for command in COMMANDS {
        assert!(out.contains(&format!(".SH \"HALFBOARD {}\"", command.to_uppercase())), "{command}");
    }
    for words in ["HALFBOARD RECORD CHECK", "HALFBOARD RECORD CONVERT", "divide", "threads", "resume", "Examples"] {
        assert!(out.contains(words), "{words}");
    }
}
