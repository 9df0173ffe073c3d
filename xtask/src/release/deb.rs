//! The Debian package: an ar archive of two tar files.

use super::archive::{ar, gzip, tar};
use super::date::Date;
use super::tree::Tree;
use super::{Contents, ReleaseInfo};
use crate::{TaskError, workspace};

/// Revision of the package of one version of the program.
const REVISION: u32 = 1;
const MAINTAINER: &str = "Halfboard contributors <halfboard@example.org>";

/// Runs after installation. The service is not started, because most people install the package to play; after an upgrade it
/// is restarted if it runs.
const POSTINST: &str = "#!/bin/sh
set -e
if [ \"$1\" = configure ] && [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload
    if [ -n \"$2\" ]; then
        deb-systemd-invoke restart halfboard.service
    fi
fi
";
const PRERM: &str = "#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    deb-systemd-invoke stop halfboard.service
    systemctl --quiet disable halfboard.service
fi
";
const POSTRM: &str = "#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload
fi
";

/// Returns the file name of the package.
pub(super) fn name(release: &ReleaseInfo) -> String {
    format!("halfboard_{}-{REVISION}_{}.deb", release.version, release.target.architecture())
}

/// Returns the package.
pub(super) fn package(release: &ReleaseInfo, contents: &Contents) -> Result<Vec<u8>, TaskError> {
    let files = installed(release, contents)?;
    let mut control = Tree::default();
    control.file("./control", description(release, &files));
    control.file("./conffiles", "/etc/halfboard.toml\n");
    control.program("./postinst", POSTINST);
    control.program("./prerm", PRERM);
    control.program("./postrm", POSTRM);
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&tar(&control, release.epoch)?)),
        ("data.tar.gz", gzip(&tar(&files.below("."), release.epoch)?)),
    ];
    Ok(ar(&members, release.epoch))
}

/// Returns the files that the package installs.
fn installed(release: &ReleaseInfo, contents: &Contents) -> Result<Tree, TaskError> {
    let mut files = Tree::default();
    files.program("usr/bin/halfboard", contents.program.clone());
    for (name, page) in &contents.man_pages {
        files.file(format!("usr/share/man/man1/{name}.gz"), gzip(page));
    }
    for (shell, path) in [
        ("halfboard.bash", "usr/share/bash-completion/completions/halfboard"),
        ("_halfboard", "usr/share/zsh/vendor-completions/_halfboard"),
        ("halfboard.fish", "usr/share/fish/vendor_completions.d/halfboard.fish"),
    ] {
        let script = contents.completions.get(shell).ok_or_else(|| format!("no completions {shell}"))?;
        files.file(path, script.clone());
    }
    let deploy = workspace().join("deploy");
    let read =
        |name: &str| std::fs::read_to_string(deploy.join(name)).map_err(|error| format!("deploy/{name}: {error}"));
    files.file("usr/lib/systemd/system/halfboard.service", unit(&read("halfboard.service")?));
    files.file("etc/halfboard.toml", read("halfboard.toml")?);
    let doc = "usr/share/doc/halfboard";
    files.file(format!("{doc}/copyright"), copyright());
    files.file(format!("{doc}/third-party-licences.txt.gz"), gzip(contents.licences.as_bytes()));
    files.file(format!("{doc}/changelog.Debian.gz"), gzip(changelog(release).as_bytes()));
    files.file(format!("{doc}/changelog.gz"), gzip(contents.changelog.as_bytes()));
    Ok(files)
}

/// Returns the systemd unit for the paths of the package, without the instructions for an installation by hand.
fn unit(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("#   "));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    text.replace("/usr/local/bin/", "/usr/bin/")
}

fn description(release: &ReleaseInfo, files: &Tree) -> String {
    let bytes: usize = files.iter().filter_map(|(_, node)| node.content.as_ref()).map(Vec::len).sum();
    format!(
        "Package: halfboard\n\
         Version: {}-{REVISION}\n\
         Architecture: {}\n\
         Maintainer: {MAINTAINER}\n\
         Installed-Size: {}\n\
         Section: misc\n\
         Priority: optional\n\
         Description: five abstract board games, with engine, solvers and online server\n \
         Sight Reduction, Lines of Action, Stacks In Action, J and Sllim in the\n \
         terminal, in the browser and over the network. \"halfboard play\" starts a\n \
         game, \"halfboard serve\" serves the browser app and online games.\n \
         .\n \
         The server runs as a service after \"systemctl enable --now halfboard\".\n",
        release.version,
        release.target.architecture(),
        bytes.div_ceil(1024)
    )
}

fn copyright() -> String {
    format!(
        "Halfboard is Copyright (c) The Halfboard contributors, under the MIT licence or the\nApache License, version 2.0 \
         (/usr/share/common-licenses/Apache-2.0), at your option.\n\nThe licences of the software that it contains are in \
         third-party-licences.txt.gz.\n\nThe MIT licence:\n\n{}",
        include_str!("texts/mit.txt")
    )
}

fn changelog(release: &ReleaseInfo) -> String {
    format!(
        "halfboard ({}-{REVISION}) stable; urgency=medium\n\n  * Release {}; see changelog.gz.\n\n -- {MAINTAINER}  {}\n",
        release.version,
        release.version,
        Date::from_epoch(release.epoch).rfc2822()
    )
}

#[cfg(test)]
mod tests {
    use super::super::target::Target;
    use super::*;

    #[test]
    fn a_package_has_its_three_members_and_adjusted_paths() {
        let target = Target { triple: "aarch64-unknown-linux-musl".to_owned() };
        let release = ReleaseInfo { version: "1.2.3".to_owned(), target, epoch: 0 };
        assert_eq!(name(&release), "halfboard_1.2.3-1_arm64.deb");
        let mut contents = Contents { program: vec![0; 2000], ..Contents::default() };
        assert!(package(&release, &contents).is_err_and(|problem| problem.contains("halfboard.bash")));
        for shell in ["halfboard.bash", "_halfboard", "halfboard.fish"] {
            contents.completions.insert(shell.to_owned(), "script".to_owned());
        }
        let bytes = package(&release, &contents).expect("complete");
        let find = |text: &str| bytes.windows(text.len()).position(|window| window == text.as_bytes());
        let places = [find("!<arch>"), find("debian-binary"), find("control.tar.gz"), find("data.tar.gz")];
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        let files = installed(&release, &contents).expect("complete");
        let unit = files.iter().find(|(path, _)| path.ends_with(".service")).and_then(|(_, node)| node.content.clone());
        let unit = String::from_utf8(unit.expect("a unit")).expect("text");
        assert!(unit.contains("ExecStart=/usr/bin/halfboard serve --config /etc/halfboard.toml\n"), "{unit}");
        assert!(!unit.contains("install -m") && !unit.contains("/usr/local"));
        let control = description(&release, &files);
        assert!(control.contains("\nVersion: 1.2.3-1\nArchitecture: arm64\n") && control.ends_with("halfboard\".\n"));
    }
}
