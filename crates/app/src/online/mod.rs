//! Games with people at other screens, as far as no framework is needed: addresses, what the browser keeps of them, the
//! connection as a state machine, the game with a turn shown before it is confirmed, the form of a challenge, and answers
//! of the server. Touches neither network nor clock: the page says what it hears and what time it is, and does what it is
//! told.

mod challenge;
mod connection;
mod http;
mod lobby;
mod route;
pub mod saved;
mod table;

pub use challenge::{Challenge, KEY, Place, Time};
pub use connection::{Connection, ConnectionFailure, ConnectionState, SocketAction};
pub use http::{RequestError, read, write};
pub use lobby::{LobbyLists, lobby_page_path, lobby_path};
pub use route::OnlineRoute;
pub use table::{News, Online};
