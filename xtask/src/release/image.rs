//! The container image: an OCI image layout in a tar file, with one layer and nothing but the program in it. Writing it takes a
//! few JSON files, needs no daemon, and gives the same bytes every time.

use serde_json::{Value, json};

use super::archive::{gzip, tar};
use super::date::Date;
use super::digest::sha256;
use super::tree::Tree;
use super::{Contents, ReleaseInfo};
use crate::TaskError;

/// The user and group that the program runs as; the same as in deploy/Dockerfile.
pub(super) const USER: u32 = 10_001;
/// The only folder that the program can write.
pub(super) const STATE: &str = "var/lib/halfboard";

/// Returns the file name of the image.
pub(super) fn name(release: &ReleaseInfo) -> String {
    format!("halfboard-{}-{}.oci.tar", release.version, release.target.triple)
}

/// Returns the image.
pub(super) fn archive(release: &ReleaseInfo, contents: &Contents) -> Result<Vec<u8>, TaskError> {
    let layer = tar(&files(contents), release.epoch)?;
    let packed = gzip(&layer);
    let config = config(release, &sha256(&layer)).to_string();
    let blob = |media: &str, content: &[u8]| {
        let media = format!("application/vnd.oci.image.{media}");
        json!({"mediaType": media, "digest": format!("sha256:{}", sha256(content)), "size": content.len()})
    };
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob("config.v1+json", config.as_bytes()),
        "layers": [blob("layer.v1.tar+gzip", &packed)],
    })
    .to_string();
    let mut entry = blob("manifest.v1+json", manifest.as_bytes());
    entry["platform"] = json!({"architecture": release.target.architecture(), "os": "linux"});
    entry["annotations"] = json!({"org.opencontainers.image.ref.name": release.version});
    let path = |content: &[u8]| format!("blobs/sha256/{}", sha256(content));
    // For `docker load` of versions that do not read OCI layouts.
    let docker = json!([{
        "Config": path(config.as_bytes()),
        "RepoTags": [format!("halfboard:{}", release.version)],
        "Layers": [path(&packed)],
    }]);
    let mut archive = Tree::default();
    archive.file("oci-layout", r#"{"imageLayoutVersion":"1.0.0"}"#);
    archive.file("index.json", json!({"schemaVersion": 2, "manifests": [entry]}).to_string());
    archive.file("manifest.json", docker.to_string());
    archive.file(path(config.as_bytes()), config);
    archive.file(path(manifest.as_bytes()), manifest);
    archive.file(path(&packed), packed);
    tar(&archive, release.epoch)
}

/// Returns the files of the only layer.
fn files(contents: &Contents) -> Tree {
    let mut files = Tree::default();
    files.program("usr/local/bin/halfboard", contents.program.clone());
    files.file("usr/share/doc/halfboard/THIRD-PARTY-LICENCES.txt", contents.licences.clone());
    // For programs that look up names of users, such as those that list processes.
    files.file("etc/passwd", format!("halfboard:x:{USER}:{USER}::/{STATE}:/usr/sbin/nologin\n"));
    files.file("etc/group", format!("halfboard:x:{USER}:\n"));
    files.folder(STATE, 0o700, USER);
    files.folder("tmp", 0o1777, 0);
    files
}

/// Returns the configuration: how to run the program. Equal to what deploy/Dockerfile says.
fn config(release: &ReleaseInfo, layer: &str) -> Value {
    let second: u64 = 1_000_000_000;
    let created = Date::from_epoch(release.epoch).rfc3339();
    json!({
        "created": created,
        "architecture": release.target.architecture(),
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "WorkingDir": format!("/{STATE}"),
            "Volumes": {format!("/{STATE}"): {}},
            "ExposedPorts": {"8080/tcp": {}},
            "Env": [
                "PATH=/usr/local/bin",
                "HALFBOARD_HOST=0.0.0.0",
                "HALFBOARD_PORT=8080",
                format!("HALFBOARD_DATABASE=sqlite:/{STATE}/games.sqlite"),
                "HALFBOARD_LOG_FORMAT=json",
            ],
            "Entrypoint": ["halfboard"],
            "Cmd": ["serve"],
            "StopSignal": "SIGTERM",
            // Not part of the OCI format, which allows further fields; Docker and Podman read it.
            "Healthcheck": {
                "Test": ["CMD", "halfboard", "serve", "--check-health"],
                "Interval": 15 * second,
                "Timeout": 5 * second,
                "StartPeriod": 10 * second,
            },
            "Labels": {
                "org.opencontainers.image.title": "halfboard",
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{layer}")]},
        "history": [{"created": created, "created_by": "cargo xtask release"}],
    })
}

#[cfg(test)]
mod tests {
    use super::super::target::Target;
    use super::*;
    use crate::workspace;

    fn release() -> ReleaseInfo {
        let target = Target { triple: "x86_64-unknown-linux-musl".to_owned() };
        ReleaseInfo { version: "1.2.3".to_owned(), target, epoch: 1 }
    }

    /// Returns the content of a file in an uncompressed tar file.
    fn member(archive: &[u8], name: &str) -> Vec<u8> {
        let mut at = 0;
        while at + 512 <= archive.len() {
            let field = |from: usize, to: usize| {
                let bytes = archive[at + from..at + to].split(|&byte| byte == 0).next().unwrap_or_default();
                String::from_utf8_lossy(bytes).into_owned()
            };
            let size = usize::from_str_radix(&field(124, 136), 8).unwrap_or(0);
            if field(0, 100) == name {
                return archive[at + 512..at + 512 + size].to_vec();
            }
            at += 512 + size.next_multiple_of(512);
        }
        panic!("no {name}");
    }

    #[test]
    fn every_digest_leads_to_its_blob() {
        let contents = Contents { program: b"program".to_vec(), ..Contents::default() };
        let image = archive(&release(), &contents).expect("short names");
        let json = |bytes: Vec<u8>| serde_json::from_slice::<Value>(&bytes).expect("JSON");
        let blob = |descriptor: &Value| {
            let hash =
                descriptor["digest"].as_str().and_then(|digest| digest.strip_prefix("sha256:")).expect("a digest");
            let content = member(&image, &format!("blobs/sha256/{hash}"));
            assert_eq!(sha256(&content), hash);
            assert_eq!(descriptor["size"], content.len());
            content
        };
        let index = json(member(&image, "index.json"));
        let manifest = json(blob(&index["manifests"][0]));
        let config = json(blob(&manifest["config"]));
        let mut layer = Vec::new();
        let packed = blob(&manifest["layers"][0]);
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed), &mut layer).expect("gzip");
        assert_eq!(config["rootfs"]["diff_ids"][0], format!("sha256:{}", sha256(&layer)));
        assert_eq!(member(&layer, "usr/local/bin/halfboard"), b"program");
        let docker = json(member(&image, "manifest.json"));
        assert!(docker[0]["Layers"][0].as_str().is_some_and(|path| member(&image, path) == packed));
        assert_eq!(image, archive(&release(), &contents).expect("short names"), "equal bytes");
    }

    #[test]
    fn the_image_runs_like_that_of_the_dockerfile() {
        let text = std::fs::read_to_string(workspace().join("deploy/Dockerfile")).expect("a file").replace("\\\n", "");
        let line = |word: &str| {
            let run = text.rsplit_once("\nFROM ").expect("a last stage").1;
            let line = run.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_else(|| panic!("no {word}"));
            line.trim().to_owned()
        };
        let config = config(&release(), "");
        let config = &config["config"];
        assert_eq!(config["User"], line("USER "));
        assert_eq!(config["WorkingDir"], line("WORKDIR "));
        assert!(!config["Volumes"][line("VOLUME ")].is_null());
        assert_eq!(config["Entrypoint"].to_string(), line("ENTRYPOINT "));
        assert_eq!(config["Cmd"].to_string(), line("CMD "));
        assert_eq!(config["StopSignal"], line("STOPSIGNAL "));
        let variables: Vec<&str> = config["Env"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let expected: Vec<String> = line("ENV ").split_whitespace().map(str::to_owned).collect();
        assert_eq!(variables, expected);
        let health = config["Healthcheck"]["Test"].to_string().replace("[\"CMD\",", "CMD [").replace(',', ", ");
        assert!(line("HEALTHCHECK ").ends_with(&health), "{health}");
    }
}
