//! What goes over HTTP, written and read. What comes back may be anything: the page may stand on a host that has no server
//! of ours behind it.

use halfboard_protocol::json;
use halfboard_protocol::message::Refusal;

/// Writes a value as the body of a request.
pub use halfboard_protocol::json::encode as write;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// No answer, or not one of this protocol: there is no server, or no connection to it.
    NoServer,
    /// The server refuses.
    Refused(Refusal),
}

/// Reads an answer, of which `None` means that none came, and otherwise whether it is one of success, and its text.
pub fn read<T: json::DeserializeOwned>(answer: Option<(bool, &str)>) -> Result<T, RequestError> {
    match answer {
        Some((true, text)) => json::decode(text).map_err(|_| RequestError::NoServer),
        Some((false, text)) => Err(json::decode(text).map_or(RequestError::NoServer, RequestError::Refused)),
        None => Err(RequestError::NoServer),
    }
}

#[cfg(test)]
mod tests {
    use halfboard_protocol::api::Lobby;
    use halfboard_protocol::message::RefusalCode;

    use super::*;

    #[test]
    fn whatever_comes_back_is_an_answer_a_refusal_or_no_server() {
        assert_eq!(read(Some((true, &*write(&Lobby::default())))), Ok(Lobby::default()));
        let refusal = Refusal::new(RefusalCode::TooMany, "too many games");
        assert_eq!(read::<Lobby>(Some((false, &*write(&refusal)))), Err(RequestError::Refused(refusal)));
        for page in
            [None, Some((true, "<!doctype html>")), Some((false, "Not Found")), Some((true, "{}")), Some((true, ""))]
        {
            assert_eq!(read::<Lobby>(page), Err(RequestError::NoServer), "{page:?}");
        }
    }
}
