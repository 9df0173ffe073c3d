//! A client of the [WebDriver protocol](https://www.w3.org/TR/webdriver2/): JSON over one HTTP connection.
//!
//! Commands block. A test does one thing after the other, and a session that belongs to no runtime can be passed from one test
//! to the next.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

/// Maximum time of a command; the driver itself gives up on scripts after thirty seconds.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The name of an element's ID in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An error of the driver, such as `no such element`, or of the connection to it.
#[derive(Debug)]
pub(crate) struct DriverError {
    /// The protocol's name of the error.
    pub(crate) name: String,
    message: String,
}

impl std::fmt::Display for DriverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.message)
    }
}

impl From<std::io::Error> for DriverError {
    fn from(error: std::io::Error) -> DriverError {
        DriverError { name: "connection to the driver".to_owned(), message: error.to_string() }
    }
}

/// A browser session.
#[derive(Debug)]
pub(crate) struct Session {
    connection: Mutex<BufReader<TcpStream>>,
    /// The address of the driver, such as `127.0.0.1:9515`.
    driver: String,
    /// The path of its commands, such as `/session/1234`.
    path: String,
}

/// The ID of an element of the page.
#[derive(Debug)]
pub struct Element(String);

impl Session {
    /// Starts a browser with the driver at an address such as `127.0.0.1:9515`.
    pub(crate) fn start(driver: &str, capabilities: &Value) -> Result<Session, DriverError> {
        let stream = TcpStream::connect(driver)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_nodelay(true)?;
        let connection = Mutex::new(BufReader::new(stream));
        let mut session = Session { connection, driver: driver.to_owned(), path: "/session".to_owned() };
        let started = session.post("", json!({ "capabilities": { "alwaysMatch": capabilities } }))?;
        session.path += &format!("/{}", started["sessionId"].as_str().unwrap_or_default());
        Ok(session)
    }

    /// Closes the browser.
    pub(crate) fn close(self) -> Result<(), DriverError> {
        self.delete("")
    }

    /// Returns the value of a command without a body.
    pub(crate) fn get(&self, command: &str) -> Result<Value, DriverError> {
        self.send("GET", command, None)
    }

    /// Sends a command that closes something.
    pub(crate) fn delete(&self, command: &str) -> Result<(), DriverError> {
        self.send("DELETE", command, None).map(drop)
    }

    /// Sends a command with a body and returns its value.
    pub(crate) fn post(&self, command: &str, body: Value) -> Result<Value, DriverError> {
        self.send("POST", command, Some(body))
    }

    /// Returns the first element of a selector.
    pub(crate) fn find(&self, css: &str) -> Result<Element, DriverError> {
        Ok(element(&self.post("/element", json!({ "using": "css selector", "value": css }))?))
    }

    /// Returns the number of elements of a selector.
    pub(crate) fn count(&self, css: &str) -> Result<usize, DriverError> {
        let found = self.post("/elements", json!({ "using": "css selector", "value": css }))?;
        Ok(found.as_array().map_or(0, Vec::len))
    }

    /// Returns the element that has the focus.
    pub(crate) fn focused(&self) -> Result<Element, DriverError> {
        Ok(element(&self.get("/element/active")?))
    }

    /// Returns a property of an element, such as `text` or `attribute/href`.
    pub(crate) fn read(&self, element: &Element, what: &str) -> Result<Option<String>, DriverError> {
        Ok(self.get(&format!("/element/{}/{what}", element.0))?.as_str().map(str::to_owned))
    }

    /// Acts on an element: `click`, `clear`, or `value` with a text to type.
    pub(crate) fn act(&self, element: &Element, action: &str, body: Value) -> Result<(), DriverError> {
        self.post(&format!("/element/{}/{action}", element.0), body).map(drop)
    }

    /// Runs a script and returns its result. A `kind` of `async` calls the last of its arguments with it.
    pub(crate) fn execute(&self, kind: &str, script: &str, arguments: &[Value]) -> Result<Value, DriverError> {
        self.post(&format!("/execute/{kind}"), json!({ "script": script, "args": arguments }))
    }

    /// Sends a command of the DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, DriverError> {
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    fn send(&self, method: &str, command: &str, body: Option<Value>) -> Result<Value, DriverError> {
        let body = body.map_or_else(String::new, |body| body.to_string());
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let request = format!(
            "{method} {}{command} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            // geckodriver rejects a name without its port.
            self.driver,
            body.len()
        );
        connection.get_mut().write_all(request.as_bytes())?;
        let (status, body) = read_response(&mut *connection)?;
        let mut response: Value = serde_json::from_slice(&body).unwrap_or_default();
        let value = response["value"].take();
        if status == 200 {
            return Ok(value);
        }
        let field = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Err(DriverError { name: field("error"), message: field("message") })
    }
}

/// Reads the status and the body of an HTTP response.
fn read_response(connection: &mut impl BufRead) -> Result<(u16, Vec<u8>), std::io::Error> {
    let invalid = |what: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, what.to_owned());
    let mut line = String::new();
    connection.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| invalid(&format!("not a status line: {line:?}")))?;
    let mut length = 0;
    loop {
        line.clear();
        connection.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(|_| invalid("not a length"))?;
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body)?;
    Ok((status, body))
}

fn element(value: &Value) -> Element {
    Element(value[ELEMENT].as_str().unwrap_or_default().to_owned())
}

/// A key without a letter, as [`Browser::keys`](crate::Browser::keys) takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those on the keys")]
pub enum Key {
    /// Releases the modifier keys.
    Null = 0xe000,
    Backspace = 0xe003,
    Tab = 0xe004,
    Enter = 0xe007,
    Shift = 0xe008,
    Control = 0xe009,
    Escape = 0xe00c,
    End = 0xe010,
    Home = 0xe011,
    Left = 0xe012,
    Up = 0xe013,
    Right = 0xe014,
    Down = 0xe015,
    Delete = 0xe017,
}

impl From<Key> for char {
    fn from(key: Key) -> char {
        char::from_u32(key as u32).expect("a code point of the private use area")
    }
}

#[cfg(test)]
mod tests {
    use super::read_response;

    #[test]
    fn a_response_ends_where_its_length_says() {
        let two = b"HTTP/1.1 404 Not Found\r\nContent-Length:4\r\nX: y\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\n";
        let mut two = &two[..];
        assert_eq!(read_response(&mut two).expect("a response"), (404, b"body".to_vec()));
        assert_eq!(read_response(&mut two).expect("a response"), (200, Vec::new()));
        assert!(read_response(&mut two).is_err(), "the connection is closed");
        assert!(read_response(&mut &b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody"[..]).is_err());
    }
}
