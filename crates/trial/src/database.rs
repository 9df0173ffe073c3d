//! A PostgreSQL of the trial's own, which can be stopped, started again, and cut off from those who use it.

/// A PostgreSQL that is stopped when this is dropped.
pub struct Postgres {}

impl Postgres {
    /// Starts one on a free port.
    pub fn start() -> Result<Postgres, String> {
        Err("not yet".to_owned())
    }

    /// Its address.
    pub fn url(&self) -> String {
        String::new()
    }

    /// Stops it.
    pub fn stop(&self) -> Result<(), String> {
        Ok(())
    }

    /// Starts it again.
    pub fn start_again(&self) -> Result<(), String> {
        Ok(())
    }

    /// Ends all connections of those who use it, and says how many there were.
    pub fn cut(&self) -> Result<u64, String> {
        Ok(0)
    }
}
