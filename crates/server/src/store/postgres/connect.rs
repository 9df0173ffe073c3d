//! Connections to PostgreSQL, and what its errors mean to whoever waits.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client, Config, Error, NoTls, Notification, Socket};

use super::super::{OpenError, Unavailable};
use super::tls::Tls;

/// So long a statement or a commit may take before the connection is given up.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Where the database is.
pub(super) struct Address {
    config: Config,
    /// Where connections must be encrypted.
    tls: Option<Tls>,
}

/// A connection. It is cut when this is dropped, whatever the server is doing.
pub(super) struct Connected {
    pub(super) client: Client,
    driver: JoinHandle<()>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Address {
    /// Reads an address. It may hold a password, so no error repeats it.
    pub(super) fn read(url: &str) -> Result<Address, OpenError> {
        // Other programs know these, too. What must be encrypted is verified here in any case, the name of the host included.
        let url = url.replace("sslmode=verify-full", "sslmode=require").replace("sslmode=verify-ca", "sslmode=require");
        let mut config: Config = url.parse().map_err(|error: Error| {
            let why = chain(&error);
            OpenError(format!(
                "The address of the PostgreSQL database cannot be read: {why}. A valid one is for example \
                 'postgres://user:password@host:5432/database'."
            ))
        })?;
        if config.get_application_name().is_none() {
            config.application_name("halfboard");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(2 * PATIENCE);
        }
        // Merely to prefer encryption guards against nobody who can change what is sent, and many servers show certificates
        // that nobody signed: encrypted is what must be encrypted, and then the certificate counts.
        let tls = match config.get_ssl_mode() {
            SslMode::Require => Some(Tls::new().map_err(|why| {
                OpenError(format!("The address asks for an encrypted connection (sslmode=require), but {why}."))
            })?),
            _ => None,
        };
        Ok(Address { config, tls })
    }

    /// Connects. Notifications go to the sender, which is dropped when the connection is lost.
    pub(super) async fn connect(
        &self,
        notes: Option<mpsc::UnboundedSender<Notification>>,
    ) -> Result<Connected, Unavailable> {
        let connected = match &self.tls {
            None => {
                let (client, connection) = within(self.config.connect(NoTls)).await?;
                Connected { client, driver: tokio::spawn(drive(connection, notes)) }
            }
            Some(tls) => {
                let (client, connection) = within(self.config.connect(tls.clone())).await?;
                Connected { client, driver: tokio::spawn(drive(connection, notes)) }
            }
        };
        // What is acknowledged must be on the disk, whatever this server does by default.
        let durable = "SELECT set_config('synchronous_commit', 'on', false) \
                       WHERE current_setting('synchronous_commit') = 'off'";
        within(connected.client.batch_execute(durable)).await?;
        Ok(connected)
    }
}

/// Keeps a connection going until it ends.
async fn drive<T: tokio_postgres::tls::TlsStream + Unpin>(
    mut connection: tokio_postgres::Connection<Socket, T>,
    notes: Option<mpsc::UnboundedSender<Notification>>,
) {
    // The client is told of errors, too.
    while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
        if let (AsyncMessage::Notification(note), Some(notes)) = (message, &notes) {
            let _ = notes.send(note);
        }
    }
}

/// Waits for an answer, but not for ever.
pub(super) async fn within<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Unavailable> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(|error| unavailable(&error)),
        Err(_) => Err(Unavailable("PostgreSQL does not answer.".to_owned())),
    }
}

/// What went wrong, and what would help.
pub(super) fn words(error: &Error) -> String {
    let Some(state) = error.code() else {
        return if error.is_closed() {
            "The connection to PostgreSQL was lost.".to_owned()
        } else {
            format!("PostgreSQL cannot be reached: {}.", chain(error))
        };
    };
    let said = error.as_db_error().map_or_else(String::new, |error| error.message().to_owned());
    match *state {
        SqlState::DISK_FULL => format!("PostgreSQL cannot write: its disk is full ({said})."),
        SqlState::READ_ONLY_SQL_TRANSACTION => format!("PostgreSQL is read-only now ({said})."),
        SqlState::TOO_MANY_CONNECTIONS => format!("PostgreSQL takes no more connections ({said})."),
        SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
            format!("PostgreSQL is stopping or starting ({said}).")
        }
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            format!("PostgreSQL refuses the user or the password of the address ({said}).")
        }
        SqlState::INVALID_CATALOG_NAME => format!("PostgreSQL has no such database ({said})."),
        _ => format!("PostgreSQL failed: {said} (code {}).", state.code()),
    }
}

/// The same as an answer to whoever waits.
pub(super) fn unavailable(error: &Error) -> Unavailable {
    Unavailable(words(error))
}

/// An error with what caused it: the first words alone say little.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}
