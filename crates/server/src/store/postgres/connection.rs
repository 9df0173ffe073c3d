//! PostgreSQL connections and error messages.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client, Config, Error, NoTls, Notification, Socket};

use super::super::{OpenError, Unavailable};
use super::tls::Tls;

/// Maximum duration of a statement or commit before the connection is dropped.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// The parameters of connections to a database.
pub(super) struct Connector {
    config: Config,
    /// Set if connections must be encrypted.
    tls: Option<Tls>,
}

/// A connection, closed at once when dropped.
pub(super) struct PostgresConnection {
    pub(super) client: Client,
    driver: JoinHandle<()>,
}

impl Drop for PostgresConnection {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Connector {
    /// Parses a URL. Errors do not contain it, since it may include a password.
    pub(super) fn parse(url: &str) -> Result<Connector, OpenError> {
        // Encrypted connections always verify the certificate and the host name, so these libpq modes mean the same here.
        let url = url.replace("sslmode=verify-full", "sslmode=require").replace("sslmode=verify-ca", "sslmode=require");
        let mut config: Config = url.parse().map_err(|error: Error| {
            let reason = chain(&error);
            OpenError(format!(
                "invalid PostgreSQL URL: {reason}; use for example 'postgres://user:password@host:5432/database'"
            ))
        })?;
        if config.get_application_name().is_none() {
            config.application_name("halfboard");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(2 * TIMEOUT);
        }
        // Of a primary and its standbys, the one that can be written: a standby may lag behind.
        if config.get_hosts().len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        // sslmode=prefer does not protect against an active attacker, and many servers use self-signed certificates:
        // connections are encrypted only if required, and then the certificate is verified.
        let tls =
            match config.get_ssl_mode() {
                SslMode::Require => Some(Tls::new().map_err(|reason| {
                    OpenError(format!("cannot encrypt connections as required by sslmode: {reason}"))
                })?),
                _ => None,
            };
        Ok(Connector { config, tls })
    }

    /// Connects. Notifications go to the sender, which is dropped when the connection is lost.
    pub(super) async fn connect(
        &self,
        notifications: Option<mpsc::UnboundedSender<Notification>>,
    ) -> Result<PostgresConnection, Unavailable> {
        let connected = match &self.tls {
            None => {
                let (client, connection) = with_timeout(self.config.connect(NoTls)).await?;
                PostgresConnection { client, driver: tokio::spawn(drive(connection, notifications)) }
            }
            Some(tls) => {
                let (client, connection) = with_timeout(self.config.connect(tls.clone())).await?;
                PostgresConnection { client, driver: tokio::spawn(drive(connection, notifications)) }
            }
        };
        // Acknowledged writes must be on disk, whatever the server's default.
        let durable = "SELECT set_config('synchronous_commit', 'on', false) \
                       WHERE current_setting('synchronous_commit') = 'off'";
        with_timeout(connected.client.batch_execute(durable)).await?;
        Ok(connected)
    }
}

/// Drives a connection until it ends.
async fn drive<T: tokio_postgres::tls::TlsStream + Unpin>(
    mut connection: tokio_postgres::Connection<Socket, T>,
    notifications: Option<mpsc::UnboundedSender<Notification>>,
) {
    // Errors are also reported to the client half.
    while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
        if let (AsyncMessage::Notification(notification), Some(notifications)) = (message, &notifications) {
            let _ = notifications.send(notification);
        }
    }
}

/// Waits for a reply, up to [`TIMEOUT`].
pub(super) async fn with_timeout<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Unavailable> {
    match tokio::time::timeout(TIMEOUT, answer).await {
        Ok(answer) => answer.map_err(|error| unavailable(&error)),
        Err(_) => Err(Unavailable("PostgreSQL does not respond".to_owned())),
    }
}

/// Describes an error for operators.
pub(super) fn describe(error: &Error) -> String {
    let Some(state) = error.code() else {
        return if error.is_closed() {
            "the connection to PostgreSQL was lost".to_owned()
        } else {
            format!("cannot reach PostgreSQL: {}", chain(error))
        };
    };
    let detail = error.as_db_error().map_or_else(String::new, |error| error.message().to_owned());
    match *state {
        SqlState::DISK_FULL => format!("PostgreSQL cannot write: the disk is full ({detail})"),
        SqlState::READ_ONLY_SQL_TRANSACTION => format!("PostgreSQL is read-only ({detail})"),
        SqlState::TOO_MANY_CONNECTIONS => format!("PostgreSQL accepts no more connections ({detail})"),
        SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
            format!("PostgreSQL is stopping or starting ({detail})")
        }
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            format!("PostgreSQL refused the user or password of the URL ({detail})")
        }
        SqlState::INVALID_CATALOG_NAME => format!("PostgreSQL has no such database ({detail})"),
        _ => format!("PostgreSQL failed: {detail} (code {})", state.code()),
    }
}

/// Converts an error to [`Unavailable`].
pub(super) fn unavailable(error: &Error) -> Unavailable {
    Unavailable(describe(error))
}

/// Formats an error with its causes.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
        cause = error.source();
    }
    text
}
