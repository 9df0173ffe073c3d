//! Starts the released program and uses it: health, the web app, one game over a WebSocket, a graceful end. As root on Linux the
//! image is unpacked and the program runs alone in it, as its user; elsewhere in an empty folder.

mod game;
mod http;
mod websocket;

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::target::output;
use crate::{TaskError, succeed};

/// How long the server may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// How to run commands of the program: directly, or in the unpacked image.
struct Runner {
    /// Words before the arguments of the program.
    words: Vec<String>,
    variables: Vec<(String, String)>,
    folder: PathBuf,
}

impl Runner {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(arguments).current_dir(&self.folder);
        command.env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Tests the program, and the image if there is one. `folder` is for temporary files.
pub(super) fn test(program: &Path, image: Option<&Path>, folder: &Path) -> Result<(), TaskError> {
    let failed = |error| format!("{}: {error}", folder.display());
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(failed)?;
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_err(failed)?;
    let runner = match image {
        Some(image) if is_root() => in_image(image, folder, address)?,
        Some(_) => {
            eprintln!("xtask: not root: the program runs in an empty folder instead of the unpacked image");
            in_folder(program, folder, address)?
        }
        None => in_folder(program, folder, address)?,
    };
    let mut server =
        ServerProcess(runner.command(&["serve"]).spawn().map_err(|error| format!("{:?}: {error}", runner.words))?);
    use_server(&mut server, address, &runner, program)?;
    fs::remove_dir_all(folder).map_err(failed)
}

fn use_server(
    server: &mut ServerProcess,
    address: SocketAddr,
    runner: &Runner,
    program: &Path,
) -> Result<(), TaskError> {
    server.wait_until_ready(address)?;
    succeed(&mut runner.command(&["serve", "--check-health"]))?;
    let page = http::request(address, "GET", "/", "", None)?;
    let text = String::from_utf8_lossy(&page.body).into_owned();
    let assets = text.split_once("data-assets=\"").and_then(|(_, rest)| rest.split_once('"'));
    let (assets, _) =
        assets.filter(|_| page.status == 200).ok_or_else(|| format!("the page is not the app: {text}"))?;
    // The same file in both encodings: one is embedded, the other made on demand.
    let wasm = format!("/{assets}halfboard_worker_bg.wasm");
    let plain = http::request(address, "GET", &wasm, "", None)?;
    let packed = http::request(address, "GET", &wasm, "Accept-Encoding: br\r\n", None)?;
    let is_packed = packed.head.to_lowercase().contains("content-encoding: br");
    if !plain.body.starts_with(b"\0asm") || !is_packed || packed.body.len() >= plain.body.len() {
        return Err(format!("{wasm}: {} bytes, {} compressed", plain.body.len(), packed.body.len()));
    }
    let (turns, result) = game::play(address, program)?;
    eprintln!("xtask: health, page and app are served; a game of {turns} turns over the WebSocket ended {result}");
    server.end()
}

/// A running server, which is killed when dropped.
struct ServerProcess(Child);

impl ServerProcess {
    fn wait_until_ready(&mut self, address: SocketAddr) -> Result<(), TaskError> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.0.try_wait() {
                return Err(format!("the server ended at once: {status}"));
            }
            match http::request(address, "GET", "/healthz", "", None) {
                Ok(response) if response.status == 200 => return Ok(()),
                Ok(response) => return Err(format!("/healthz: {}", response.head)),
                Err(problem) if start.elapsed() > PATIENCE => return Err(problem),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Ends the server as service managers do, and checks that it exits by itself.
    fn end(&mut self) -> Result<(), TaskError> {
        if !cfg!(unix) {
            return Ok(());
        }
        succeed(Command::new("kill").args(["-TERM", &self.0.id().to_string()]))?;
        let start = Instant::now();
        loop {
            match self.0.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("the server ended with {status}")),
                Ok(None) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(50)),
                Ok(None) => return Err(format!("the server still runs {PATIENCE:?} after SIGTERM")),
                Err(error) => return Err(format!("the server: {error}")),
            }
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").stdout(Stdio::piped()).stderr(Stdio::null()).output();
    id.is_ok_and(|output| output.stdout == b"0\n")
}

/// Runs the program itself with nothing else in its environment.
fn in_folder(program: &Path, folder: &Path, address: SocketAddr) -> Result<Runner, TaskError> {
    let variables = vec![
        ("HALFBOARD_PORT".to_owned(), address.port().to_string()),
        ("HALFBOARD_DATABASE".to_owned(), format!("sqlite:{}", folder.join("games.sqlite").display())),
        // Without it, Windows cannot open sockets.
        ("SystemRoot".to_owned(), std::env::var("SystemRoot").unwrap_or_default()),
    ];
    let program = fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(Runner { words: vec![program.to_string_lossy().into_owned()], variables, folder: folder.to_owned() })
}

/// Unpacks the image with tar, which did not write it, and runs it by its own configuration.
fn in_image(image: &Path, folder: &Path, address: SocketAddr) -> Result<Runner, TaskError> {
    let layout = folder.join("layout");
    let root = folder.join("root");
    for folder in [&layout, &root] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    output(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&layout))?;
    let json = |path: PathBuf| -> Result<Value, TaskError> {
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let blob = |descriptor: &Value| {
        let digest = descriptor["digest"].as_str().unwrap_or_default();
        layout.join("blobs/sha256").join(digest.trim_start_matches("sha256:"))
    };
    let manifest = json(blob(&json(layout.join("index.json"))?["manifests"][0]))?;
    let config = json(blob(&manifest["config"]))?;
    for layer in manifest["layers"].as_array().into_iter().flatten() {
        output(Command::new("tar").args(["--numeric-owner", "-xpzf"]).arg(blob(layer)).arg("-C").arg(&root))?;
    }
    let texts = |key: &str| -> Vec<String> {
        let list = config["config"][key].as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let user = config["config"]["User"].as_str().unwrap_or_default();
    let mut variables: Vec<(String, String)> = texts("Env")
        .iter()
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for (name, value) in &mut variables {
        match name.as_str() {
            "HALFBOARD_HOST" => *value = address.ip().to_string(),
            "HALFBOARD_PORT" => *value = address.port().to_string(),
            _ => {}
        }
    }
    // chroot searches the folders of PATH in the image for the program. It is itself found by its full name.
    let chroot =
        ["/usr/sbin/chroot", "/sbin/chroot", "/usr/bin/chroot"].into_iter().find(|path| Path::new(path).exists());
    let mut words = vec![chroot.ok_or("chroot is not installed")?.to_owned(), format!("--userspec={user}")];
    words.push(root.to_string_lossy().into_owned());
    words.extend(texts("Entrypoint"));
    Ok(Runner { words, variables, folder: folder.to_owned() })
}
