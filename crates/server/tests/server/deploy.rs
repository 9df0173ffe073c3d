//! Properties of the deployment files that can be checked without the programs that read them. `docs/server.md` lists those
//! programs.

use std::collections::BTreeSet;
use std::path::Path;

use halfboard_server::config::keys::{KEYS, Key};

fn deploy(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every key that a file names as a variable exists.
fn names_only_keys(name: &str, text: &str) {
    let known: BTreeSet<String> = KEYS.iter().map(Key::variable).collect();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for word in words.filter(|word| word.starts_with("HALFBOARD_")) {
        assert!(known.contains(word), "{name}: {word}");
    }
}

#[test]
fn docker_image_has_only_the_program_and_runs_unprivileged() {
    let text = deploy("Dockerfile");
    names_only_keys("Dockerfile", &text);
    let images: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
    assert_eq!(images.len(), 2, "built in one stage, run in another");
    let tag = images[0].split(' ').next().and_then(|name| name.split_once(':')).map(|(_, tag)| tag);
    assert!(tag.is_some_and(|tag| tag != "latest"), "{} must name its version", images[0]);
    assert_eq!(images[1], "scratch", "nothing is in the image beside the program");
    let run = text.rsplit_once("FROM ").expect("a last stage").1;
    let user = run.lines().find_map(|line| line.strip_prefix("USER ")).expect("a user");
    assert!(!user.starts_with('0') && !user.starts_with("root"), "{user}");
    assert!(run.find("USER ") < run.find("ENTRYPOINT "), "the program must not start as root");
    assert!(run.contains("ENTRYPOINT [\"halfboard\"]") && run.contains("HEALTHCHECK"));
    assert!(!run.lines().any(|line| line.starts_with("RUN ")), "there is no shell in the image");
    let folder = run.lines().find_map(|line| line.strip_prefix("VOLUME ")).expect("a volume");
    let copied = format!("COPY --from=build --chown={user} /empty {folder}");
    assert!(run.lines().any(|line| line == copied), "the user must own {folder}");
    // What the build needs is let in, and what the machine has lying about is not.
    let context = deploy("Dockerfile.dockerignore");
    for name in [
        "*",
        "!.cargo",
        "!Cargo.lock",
        "!Cargo.toml",
        "!crates",
        "!docs",
        "!LICENSE-APACHE",
        "!rust-toolchain.toml",
        "!xtask",
    ] {
        assert!(context.lines().any(|line| line == name), "{name}");
    }
}

#[test]
fn compose_file_and_proxy_recipes_are_consistent() {
    let text = deploy("compose.yaml");
    names_only_keys("compose.yaml", &text);
    assert!(!text.contains(":latest") && !text.contains('\t'));
    for words in
        ["\n  database:\n", "\n  one:\n", "\n  two:\n", "\n  balancer:\n", "./nginx.conf:/etc/nginx/nginx.conf:ro"]
    {
        assert!(text.contains(words), "{words}");
    }
    // No password stands in the file, and none is taken for granted.
    assert_eq!(text.matches("POSTGRES_PASSWORD:?").count(), 2);
    let text = deploy("Caddyfile");
    names_only_keys("Caddyfile", &text);
    assert!(text.contains("header_up X-Forwarded-For {remote_host}\n"), "what a client sent must not be forwarded");
    let text = deploy("nginx.conf");
    let forwarded = "X-Forwarded-For $remote_addr;";
    for words in ["one:8080", "two:8080", "Upgrade $http_upgrade", forwarded, "proxy_buffering off"] {
        assert!(text.contains(words), "{words}");
    }
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    let forgotten = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in forgotten {
        assert!(line.ends_with([';', '{', '}']), "nginx.conf: {line}");
    }
}

#[test]
fn systemd_unit_is_sandboxed() {
    let text = deploy("halfboard.service");
    names_only_keys("halfboard.service", &text);
    for line in ["DynamicUser=yes", "StateDirectory=halfboard", "NoNewPrivileges=yes", "ProtectSystem=strict"] {
        assert!(text.lines().any(|found| found == line), "{line}");
    }
    // The Debian package replaces this path.
    assert!(text.contains("ExecStart=/usr/local/bin/halfboard serve --config /etc/halfboard.toml"));
}
