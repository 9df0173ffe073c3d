//! A temporary server that can be stopped, killed and restarted.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::programs::{Programs, detach};

/// Whether a server syncs to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Syncs every commit.
    Synced,
    /// Does not sync, which is faster.
    Unsynced,
}

/// The name by which a primary knows its standby.
const STANDBY: &str = "standby";

/// Maximum time to start or stop.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A PostgreSQL server. Removed when dropped or when the process ends for any reason.
pub struct Postgres {
    programs: Programs,
    folder: PathBuf,
    port: u16,
    durability: Durability,
    running: Mutex<Option<Child>>,
    /// More settings, such as the name of a standby.
    more: Vec<String>,
    creating: Mutex<()>,
    /// A shell that waits for the end of its input and then cleans up: statics are never dropped, and a test may be killed.
    cleaner: Child,
}

const CLEAN: &str = r#"
cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
if [ -n "$pid" ]; then
    kill -QUIT "$pid" 2> /dev/null
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" 2> /dev/null || break; sleep 0.2; done
fi
rm -rf "$1"
"#;

impl Postgres {
    /// Creates and starts a server.
    pub fn start(durability: Durability) -> Result<Postgres, String> {
        let mut server = Postgres::prepare(durability)?;
        let data = server.data();
        let arguments = ["-D", &data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
        server.programs.run("initdb", &arguments)?;
        server.start_on_free_port()?;
        Ok(server)
    }

    /// Creates and starts a hot standby of this server, and makes commits of this server wait until the standby has them on
    /// disk: `synchronous_standby_names`.
    pub fn start_synchronous_standby(&self) -> Result<Postgres, String> {
        let mut standby = Postgres::prepare(self.durability)?;
        let (data, port) = (standby.data(), self.port.to_string());
        let arguments =
            ["-D", &data, "-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-X", "stream", "-c", "fast", "--no-sync"];
        standby.programs.run("pg_basebackup", &arguments)?;
        let signal = std::path::Path::new(&data).join("standby.signal");
        std::fs::write(&signal, "").map_err(|error| format!("{}: {error}", signal.display()))?;
        standby.programs.chown(&signal)?;
        let from = format!("host=127.0.0.1 port={port} user=postgres application_name={STANDBY}");
        standby.more.push(format!("primary_conninfo={from}"));
        standby.start_on_free_port()?;
        self.run_sql("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'"))?;
        self.run_sql("postgres", "SELECT pg_reload_conf()")?;
        let deadline = Instant::now() + TIMEOUT;
        let synchronous = "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while self.run_sql("postgres", synchronous).is_err() {
            if Instant::now() > deadline {
                return Err("the standby does not become synchronous".to_owned());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(standby)
    }

    /// Promotes a standby, which then accepts writes, and stops waiting for a standby of its own.
    pub fn promote(&self) -> Result<(), String> {
        self.programs.run("pg_ctl", &["promote", "-w", "-D", &self.data()])?;
        self.run_sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = ''")?;
        self.run_sql("postgres", "SELECT pg_reload_conf()")
    }

    fn prepare(durability: Durability) -> Result<Postgres, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let programs = Programs::find()?;
        let name = format!("halfboard-pg-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let data = folder.join("data");
        std::fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
        let mut cleaner = Command::new("sh");
        cleaner.args(["-c", CLEAN, "sh"]).arg(&folder).stdin(Stdio::piped()).stdout(Stdio::null());
        detach(&mut cleaner);
        let cleaner = cleaner.spawn().map_err(|error| format!("sh: {error}"))?;
        let server = Postgres {
            programs,
            folder,
            port: 0,
            durability,
            running: Mutex::new(None),
            more: Vec::new(),
            creating: Mutex::new(()),
            cleaner,
        };
        server.programs.chown(&server.folder)?;
        server.programs.chown(&data)?;
        // PostgreSQL refuses a data directory that others can read.
        #[cfg(unix)]
        std::fs::set_permissions(&data, std::os::unix::fs::PermissionsExt::from_mode(0o700))
            .map_err(|error| format!("{}: {error}", data.display()))?;
        Ok(server)
    }

    fn start_on_free_port(&mut self) -> Result<(), String> {
        // Another process may take the free port first.
        let mut last_error = String::new();
        for _ in 0..3 {
            self.port = free_port()?;
            match self.restart() {
                Ok(()) => return Ok(()),
                Err(error) => last_error = error,
            }
        }
        Err(last_error)
    }

    fn data(&self) -> String {
        self.folder.join("data").to_string_lossy().into_owned()
    }

    /// Returns the URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the port on the loopback interface.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Creates an empty database.
    pub fn create_database(&self, name: &str) -> Result<(), String> {
        // Serialized, since the template must not be in use.
        let _guard = self.creating.lock().unwrap_or_else(PoisonError::into_inner);
        self.run_sql("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0"))
    }

    /// Runs SQL in a database.
    pub fn run_sql(&self, database: &str, sql: &str) -> Result<(), String> {
        let url = self.url(database);
        self.programs.run("psql", &["--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", "-d", &url, "-c", sql])
    }

    /// Stops it in fast mode, which cuts connections.
    pub fn stop(&self) -> Result<(), String> {
        let data = self.folder.join("data").to_string_lossy().into_owned();
        let stopped = self.programs.run("pg_ctl", &["stop", "-w", "-D", &data, "-m", "fast"]);
        self.reap();
        stopped
    }

    /// Kills it with SIGKILL.
    pub fn kill(&self) {
        if let Some(child) = &mut *self.lock() {
            let _ = child.kill();
        }
        self.reap();
    }

    /// Starts it again on the same port and waits until it responds.
    pub fn restart(&self) -> Result<(), String> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let log = std::fs::File::create(self.folder.join("log"))
                .map_err(|error| format!("cannot create the log: {error}"))?;
            let mut command = self.programs.command("postgres");
            command.arg("-D").arg(self.folder.join("data")).stderr(log);
            detach(&mut command);
            for setting in self.settings() {
                command.args(["-c", &setting]);
            }
            *self.lock() = Some(command.spawn().map_err(|error| format!("cannot run postgres: {error}"))?);
            // A killed server may still be ending; then the new one fails and is started again.
            while self.is_running() {
                if self.run_sql("postgres", "SELECT 1").is_ok() {
                    return Ok(());
                }
                if Instant::now() > deadline {
                    self.kill();
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            if Instant::now() > deadline || log.contains("Address already in use") {
                return Err(format!("postgres does not start: {}", log.trim()));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn settings(&self) -> Vec<String> {
        let durable = if self.durability == Durability::Synced { "on" } else { "off" };
        let mut settings = vec![
            format!("port={}", self.port),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", self.folder.display()),
            "max_connections=300".to_owned(),
            "shared_buffers=64MB".to_owned(),
            "timezone=UTC".to_owned(),
            "dynamic_shared_memory_type=mmap".to_owned(),
            format!("fsync={durable}"),
            format!("full_page_writes={durable}"),
        ];
        // After a crash every file is synced individually, which takes seconds; newer versions can sync the file system.
        let data = self.folder.join("data").to_string_lossy().into_owned();
        if self.programs.run("postgres", &["-D", &data, "-C", "recovery_init_sync_method"]).is_ok() {
            settings.push("recovery_init_sync_method=syncfs".to_owned());
        }
        settings.extend(self.more.iter().cloned());
        settings
    }

    fn is_running(&self) -> bool {
        self.lock().as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    fn reap(&self) {
        if let Some(mut child) = self.lock().take() {
            let _ = child.wait();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Child>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.join("data").to_string_lossy().into_owned();
        if self.is_running() {
            let _ = self.programs.run("pg_ctl", &["stop", "-w", "-D", &data, "-m", "immediate"]);
            self.kill();
        }
        drop(self.cleaner.stdin.take());
        let _ = self.cleaner.wait();
    }
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no free port: {error}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}
