//! A PostgreSQL server of the trial, with real durability, which can be stopped, restarted and disconnected.

use halfboard_pgtest::Durability;

/// The name of the database.
const NAME: &str = "games";

/// A PostgreSQL server, removed when dropped.
pub struct Postgres(halfboard_pgtest::Postgres);

impl Postgres {
    /// Starts a server on a free port with an empty database.
    pub fn start() -> Result<Postgres, String> {
        let server = halfboard_pgtest::Postgres::start(Durability::Synced)?;
        server.create_database(NAME)?;
        Ok(Postgres(server))
    }

    /// Returns the URL of the database.
    pub fn url(&self) -> String {
        self.0.url(NAME)
    }

    /// Stops it.
    pub fn stop(&self) -> Result<(), String> {
        self.0.stop()
    }

    /// Kills it with SIGKILL.
    pub fn kill(&self) {
        self.0.kill();
    }

    /// Starts it again.
    pub fn restart(&self) -> Result<(), String> {
        self.0.restart()
    }

    /// Terminates all connections to the database.
    pub fn cut(&self) -> Result<(), String> {
        let others = format!("datname = '{NAME}' AND pid <> pg_backend_pid()");
        self.0.run_sql(NAME, &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    }
}
