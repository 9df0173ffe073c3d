//! The introduction, help, completions and the man page: they exist, name every command, and their examples work.

use crate::common::{command, good, run};

const COMMANDS: [&str; 31] = [
    "games",
    "show",
    "draw",
    "moves",
    "apply",
    "result",
    "start",
    "perft",
    "trace",
    "record",
    "archive",
    "play",
    "arena",
    "fairness",
    "analyse",
    "hint",
    "solve",
    "bench",
    "ugi",
    "generate",
    "print",
    "verify",
    "tables",
    "serve",
    "admin",
    "bot",
    "backup",
    "restore",
    "completions",
    "man",
    "help",
];

/// What `halfboard` prints in this language, without other arguments.
fn introduction(lang: &str) -> String {
    good(&["--lang", lang])
}

#[test]
fn without_arguments_ten_lines_introduce_the_program() {
    assert_eq!(good(&[] as &[&str]), introduction("en"));
    for lang in ["en", "de"] {
        let text = introduction(lang);
        assert!(text.lines().count() <= 10, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.starts_with(&format!("Halfboard {}: ", env!("CARGO_PKG_VERSION"))), "{text}");
        // Every command that it shows exists: its help is printed.
        let shown = text.lines().filter_map(|line| line.strip_prefix("  halfboard "));
        let shown: Vec<&str> = shown.map(|line| line.split("  ").next().unwrap_or_default()).collect();
        assert_eq!(shown, ["play", "serve", "games", "analyse GAME", "solve GAME", "record check FILE"]);
        for line in shown {
            let names = line.split(' ').filter(|word| word.chars().all(char::is_lowercase));
            good(&[&["help"], names.collect::<Vec<_>>().as_slice()].concat());
        }
        assert!(text.contains("halfboard help") && text.contains("halfboard help play"), "{text}");
    }
    // No line is left in English.
    let (english, german) = (introduction("en"), introduction("de"));
    for (english, german) in english.lines().zip(german.lines()).filter(|(english, _)| !english.is_empty()) {
        assert_ne!(english, german);
    }
    assert!(good(&["--lang", "de", "--ascii"]).is_ascii());
    assert!(good(&["--color", "always"]).contains("\x1b["));
}

#[test]
fn the_locale_selects_the_language_of_the_introduction() {
    let output = command().env("LANG", "de_DE.UTF-8").output().expect("it runs");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), introduction("de"));
}

#[test]
fn the_help_command_prints_what_the_flag_prints() {
    assert_eq!(good(&["help"]), good(&["--help"]));
    for command in COMMANDS {
        assert_eq!(good(&["help", command]), good(&[command, "--help"]), "{command}");
    }
    assert_eq!(good(&["help", "record", "check"]), good(&["record", "check", "--help"]));
}

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

/// Every example of every help, exactly as it stands there, in a folder where the files are that it names.
#[cfg(unix)]
#[test]
fn the_examples_of_the_help_work() {
    let record = "[Game \"lines-of-action\"]\n[Result \"*\"]\n\n1. a2c2 b1b3 *\n";
    let source = crate::common::file_with("examples.txt", record);
    let sgf = good(&["record", "convert", &source.to_string_lossy(), "--to", "sgf"]);
    let proof = "halfboard proof 1\nrules sight-reduction\nposition 8/8/2ww4/5bb1 w play wb\nclaim 0-1 within 2\n\
                 strategy 2\n1 D6 8/8/3w4/5bb1 b play wb\n1 D6 8/8/2w5/5bb1 b play wb\nend\n";
    let puzzles = good(&["generate", "j", "--moves", "2", "--count", "1"]);
    let archive = crate::common::file("examples.archive");
    let won = "[Game \"j\"]\n[Position \"1b1wbwbb/1bwbw3/www5/1wbbw3 w w3b4\"]\n\n1. A5v A1 2. A3 1-0\n";
    let won = crate::common::file_with("examples-won.txt", won);
    let import = ["archive".as_ref(), "import".as_ref(), source.as_os_str(), won.as_os_str()];
    good(&[&import[..], &["--archive".as_ref(), archive.as_os_str()]].concat());
    let archive = std::fs::read(archive).expect("it was written");
    let files = [
        ("game.txt", record.as_bytes()),
        ("games.txt", record.as_bytes()),
        ("game.sgf", sgf.as_bytes()),
        ("win.proof", proof.as_bytes()),
        ("win.puzzles", puzzles.as_bytes()),
        ("games.archive", &archive),
    ];
    let mut helps: Vec<Vec<&str>> = COMMANDS.iter().map(|&command| vec![command]).collect();
    helps.extend([vec![], vec!["record", "check"], vec!["record", "convert"]]);
    helps.extend(["import", "explore", "search", "export", "stats", "study"].map(|action| vec!["archive", action]));
    let mut tried = 0;
    for mut help in helps {
        help.push("--help");
        let text = good(&help);
        let (_, examples) = text.split_once("Examples:\n").expect("examples");
        for line in examples.lines() {
            // What an example does may stand behind it, after some spaces.
            let example = line.trim_start().split("   ").next().unwrap_or_default();
            assert!(example.starts_with("halfboard "), "{help:?}: {line}");
            // Some would go on for ever or need a server, others take minutes; all have tests of their own.
            if ["serve", "admin", "bot", "backup", "restore", "tables"]
                .iter()
                .any(|command| example.starts_with(&format!("halfboard {command}")))
            {
                continue;
            }
            let output = in_a_folder(&format!("example-{tried}"), example, &files);
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert_eq!((output.status.code(), &*err), (Some(0), ""), "{example}");
            assert!(!out.is_empty() || example.contains(['>', '|']) || example.contains("--output"), "{example}");
            tried += 1;
        }
    }
    assert!(tried >= 28, "{tried} examples");
}

/// Runs a line in a shell that finds our binary, in a folder of its own with these files and folders of a home.
#[cfg(unix)]
fn in_a_folder(name: &str, line: &str, files: &[(&str, &[u8])]) -> std::process::Output {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for inner in ["bin", ".config/fish/completions", ".local/share/bash-completion/completions"] {
        std::fs::create_dir_all(folder.join(inner)).expect("the build folder can be written to");
    }
    for (name, content) in files {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    // Not every machine has manual pages; what matters is that a page comes.
    let man = folder.join("bin/man");
    std::fs::write(&man, "#!/bin/sh\ntest \"$*\" = '-l -' && grep -q '^.TH'\n").expect("a script");
    std::fs::set_permissions(&man, std::fs::Permissions::from_mode(0o755)).expect("it can be made a program");
    let ours = std::path::Path::new(env!("CARGO_BIN_EXE_halfboard")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", folder.join("bin").display(), ours.display());
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", line]).current_dir(&folder).env("PATH", path).env("HOME", &folder).env_remove("NO_COLOR");
    shell.env("LC_ALL", "C");
    shell.env("HALFBOARD_TABLES", "off");
    shell.stdin(std::process::Stdio::null()).output().expect("a shell")
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

#[test]
fn every_command_has_a_man_page_in_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man-pages");
    let _ = std::fs::remove_dir_all(&folder);
    good(&["man", "--out-dir", folder.to_str().expect("a path in UTF-8")]);
    let page =
        |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(page("halfboard.1"), good(&["man"]));
    for command in COMMANDS {
        let page = page(&format!("halfboard-{command}.1"));
        assert!(page.contains(&format!(".TH halfboard-{command} 1")), "{page}");
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES", ".SH \"SEE ALSO\""] {
            assert_eq!(page.matches(section).count(), 1, "{command}: {section}");
        }
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1 + COMMANDS.len());
    let record = page("halfboard-record.1");
    let (_, nested) = record.split_once(".SH \"HALFBOARD RECORD CHECK\"").expect("nested commands have a section");
    assert!(nested.contains(".SS SYNOPSIS"), "{nested}");
    // A file is in the way.
    let refused = run(&["man", "--out-dir", folder.join("halfboard.1").to_str().expect("a path in UTF-8")]);
    assert!(refused.code == Some(2) && refused.err.contains("halfboard.1"), "{}", refused.err);
}
