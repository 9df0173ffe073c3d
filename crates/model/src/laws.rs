//! The properties that every state must have.

use stateright::Property;

use crate::NodeProtocol;
use crate::world::{EntryCode, World, claimed_seat};

/// Acknowledged commands are in the log, at the acknowledged version, and once.
pub const EXACTLY_ONCE: &str = "acknowledged commands are in the log exactly once";
/// Two nodes never acknowledge different events as the same version.
pub const NO_CONFLICT: &str = "no two commands are acknowledged as the same version";
/// A log has an event for each version.
pub const NO_GAPS: &str = "logs have no gaps";
/// A seat is claimed by one client, and granted to no other.
pub const ONE_TOKEN: &str = "a seat has one token";
/// Subscribers receive a prefix of the log in order.
pub const PREFIX: &str = "subscribers see a prefix of the log in order";
/// Once nothing is on its way any more, every subscriber has seen everything, and no command waits.
pub const CONVERGENCE: &str = "every subscriber sees the whole log, every command is answered";

/// Returns the properties.
pub fn properties() -> Vec<Property<NodeProtocol>> {
    vec![
        Property::always(EXACTLY_ONCE, |model, world| acknowledged(model, world).all(|ack| is_stored_once(world, ack))),
        Property::always(NO_CONFLICT, |model: &NodeProtocol, world: &World| {
            let mut all: Vec<Acknowledgement> = acknowledged(model, world).collect();
            all.sort_unstable_by_key(|ack| (ack.game, ack.version));
            all.windows(2).all(|pair| (pair[0].game, pair[0].version) != (pair[1].game, pair[1].version))
        }),
        Property::always(NO_GAPS, |_, world: &World| world.logs.iter().all(|log| !log.entries().contains(&0))),
        Property::always(ONE_TOKEN, |model: &NodeProtocol, world: &World| {
            let claims_once = world.logs.iter().all(|log| {
                let mut seats: Vec<u8> = log.entries().iter().filter_map(|&entry| claimed_seat(entry)).collect();
                let claimed = seats.len();
                seats.sort_unstable();
                seats.dedup();
                seats.len() == claimed
            });
            let mut granted: Vec<(usize, u8)> = acknowledged(model, world)
                .filter_map(|ack| claimed_seat(ack.entry).map(|seat| (ack.game, seat)))
                .collect();
            granted.sort_unstable();
            claims_once && granted.windows(2).all(|pair| pair[0] != pair[1])
        }),
        Property::always(PREFIX, |model: &NodeProtocol, world: &World| {
            world.clients.iter().enumerate().all(|(index, client)| {
                let log = world.logs.get(model.game_of(index)).map_or(&[][..], |log| log.entries());
                !client.misordered && log.starts_with(client.seen.entries())
            })
        }),
        Property::always(CONVERGENCE, |model: &NodeProtocol, world: &World| {
            let clients = usize::from(model.bounds.games * model.bounds.clients);
            !model.is_quiescent(world)
                || (0..clients).all(|client| {
                    let complete = world.clients[client].seen == world.logs[model.game_of(client)];
                    complete && !model.is_busy(world, client)
                })
        }),
    ]
}

/// An acknowledged command.
#[derive(Clone, Copy)]
struct Acknowledgement {
    game: usize,
    entry: EntryCode,
    version: u8,
}

fn acknowledged<'a>(model: &'a NodeProtocol, world: &'a World) -> impl Iterator<Item = Acknowledgement> + 'a {
    world.clients.iter().enumerate().flat_map(move |(index, client)| {
        let acks = client.acknowledged.iter().filter(|(entry, _)| *entry != 0);
        acks.map(move |&(entry, version)| Acknowledgement { game: model.game_of(index), entry, version })
    })
}

fn is_stored_once(world: &World, ack: Acknowledgement) -> bool {
    let log = world.logs[ack.game].entries();
    let count = log.iter().filter(|&&entry| entry == ack.entry).count();
    count == 1 && log.get(usize::from(ack.version).wrapping_sub(1)) == Some(&ack.entry)
}
