//! A PostgreSQL of the trial's own, which waits for the disk as in earnest, and can be stopped, started again, and cut off
//! from those who use it.

use halfboard_pgtest::Durability;

/// The database's name.
const NAME: &str = "games";

/// A PostgreSQL that is gone when this is dropped.
pub struct Postgres(halfboard_pgtest::Postgres);

impl Postgres {
    /// Starts one on a free port, with an empty database.
    pub fn start() -> Result<Postgres, String> {
        let server = halfboard_pgtest::Postgres::start(Durability::Real)?;
        server.make_database(NAME)?;
        Ok(Postgres(server))
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        self.0.url(NAME)
    }

    /// Stops it.
    pub fn stop(&self) -> Result<(), String> {
        self.0.stop()
    }

    /// Kills it, as a fault of the machine would.
    pub fn kill(&self) {
        self.0.kill();
    }

    /// Starts it again.
    pub fn start_again(&self) -> Result<(), String> {
        self.0.start_again()
    }

    /// Ends the connections of all who use the database.
    pub fn cut(&self) -> Result<(), String> {
        let others = format!("datname = '{NAME}' AND pid <> pg_backend_pid()");
        self.0.run_sql(NAME, &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    }
}
