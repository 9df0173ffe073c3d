//! A task that hears what other nodes say, and says what this node says aside, by `LISTEN` and `NOTIFY`. News of games are
//! said by the database itself, when a commit is done. What a node says aside begins with its name, so that it does not
//! listen to itself.

use std::sync::Arc;
use std::time::Duration;

use halfboard_protocol::id::GameId;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::Notification;

use super::super::{Unavailable, Word};
use super::connect::{Address, Connected, within};

/// Where the trigger in the schema speaks.
const NEWS: &str = "halfboard_news";
const ASIDE: &str = "halfboard_aside";

/// PostgreSQL carries less than 8,000 bytes at a time.
const LONGEST: usize = 7900;

/// So often a silent connection is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(10);

/// The pauses between attempts to connect grow up to this.
const PAUSE: Duration = Duration::from_secs(2);

/// A connection that listens.
pub(super) struct Ear {
    connected: Connected,
    notes: mpsc::UnboundedReceiver<Notification>,
}

impl Ear {
    pub(super) async fn open(address: &Address) -> Result<Ear, Unavailable> {
        let (sender, notes) = mpsc::unbounded_channel();
        let connected = address.connect(Some(sender)).await?;
        within(connected.client.batch_execute(&format!("LISTEN {NEWS}; LISTEN {ASIDE}"))).await?;
        Ok(Ear { connected, notes })
    }
}

pub(super) struct Listener {
    pub(super) address: Arc<Address>,
    /// The name of this node, new with each start.
    pub(super) node: String,
    pub(super) words: broadcast::Sender<Word>,
    pub(super) asides: mpsc::Receiver<(GameId, String)>,
}

impl Listener {
    /// Listens until nobody is there any more to whom it could matter.
    pub(super) async fn run(mut self, mut ear: Ear) {
        while self.listen(&mut ear).await {
            tracing::warn!("the connection on which other nodes are heard was lost");
            let mut pause = Duration::ZERO;
            ear = loop {
                tokio::time::sleep(pause).await;
                match Ear::open(&self.address).await {
                    Ok(ear) => break ear,
                    Err(problem) => tracing::debug!(%problem, "other nodes cannot be heard"),
                }
                pause = (pause * 2).clamp(Duration::from_millis(50), PAUSE);
                // What was to be said meanwhile is out of date; and this is how the end is noticed.
                loop {
                    match self.asides.try_recv() {
                        Ok(_) => {}
                        Err(mpsc::error::TryRecvError::Empty) => break,
                        Err(mpsc::error::TryRecvError::Disconnected) => return,
                    }
                }
            };
            tracing::info!("other nodes can be heard again");
            self.tell(Word::Missed);
        }
    }

    /// Listens with one connection; false when all is over, true when the connection was lost.
    async fn listen(&mut self, ear: &mut Ear) -> bool {
        let mut pulse = tokio::time::interval(PULSE);
        pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let client = &ear.connected.client;
            tokio::select! {
                note = ear.notes.recv() => match note {
                    Some(note) => if let Some(word) = read(&self.node, note.channel(), note.payload()) {
                        self.tell(word);
                    },
                    None => return true,
                },
                aside = self.asides.recv() => {
                    let Some((game, words)) = aside else { return false };
                    let payload = format!("{} {game} {words}", self.node);
                    if payload.len() > LONGEST {
                        tracing::warn!(%game, bytes = payload.len(), "too long to be told to other nodes");
                        continue;
                    }
                    if within(client.execute("SELECT pg_notify($1, $2)", &[&ASIDE, &payload])).await.is_err() {
                        return true;
                    }
                }
                _ = pulse.tick() => if within(client.batch_execute("")).await.is_err() {
                    return true;
                },
            }
        }
    }

    fn tell(&self, word: Word) {
        // Perhaps nobody listens yet.
        let _ = self.words.send(word);
    }
}

/// What was said; `None` for one's own words, and for what no node says.
fn read(node: &str, channel: &str, payload: &str) -> Option<Word> {
    if channel == NEWS {
        let (game, version) = payload.split_once(' ')?;
        return Some(Word::News(game.parse().ok()?, version.parse().ok()?));
    }
    let (speaker, rest) = payload.split_once(' ')?;
    let (game, words) = rest.split_once(' ')?;
    (channel == ASIDE && speaker != node).then_some(Word::Aside(game.parse().ok()?, words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_strangers_are_passed_over() {
        let game = "0123456789abcdefghijkl";
        let id: GameId = game.parse().expect("a name");
        assert_eq!(read("me", NEWS, &format!("{game} 7")), Some(Word::News(id.clone(), 7)));
        assert_eq!(read("me", ASIDE, &format!("you {game} a b")), Some(Word::Aside(id, "a b".to_owned())));
        assert_eq!(read("me", ASIDE, &format!("me {game} a b")), None);
        for (channel, payload) in [(NEWS, ""), (NEWS, "x 7"), (ASIDE, ""), (ASIDE, "you"), ("other", "you 0 a")] {
            assert_eq!(read("me", channel, payload), None, "{channel} {payload}");
        }
        assert_eq!(read("me", NEWS, &format!("{game} -7")), None);
    }
}
