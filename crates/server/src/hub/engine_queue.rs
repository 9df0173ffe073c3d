//! The schedule of engine searches: a fair queue over client networks, as a data structure without threads or clocks.
//!
//! The next task is the oldest one of the client that has used the least engine time recently. A running search gives way
//! to a client that has used less, so a short search of one client does not wait for a long one of another. This is
//! generalized processor sharing with a time slice of [`YIELD_MARGIN`].

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::{Duration, Instant};

/// How much less engine time a waiting client must have used for a running search to give way, in seconds.
const YIELD_MARGIN: f64 = 0.05;

/// Time after which used engine time counts half, in seconds.
const HALF_LIFE: f64 = 60.0;

/// Used engine time below which an idle client is forgotten, in seconds.
const NEGLIGIBLE: f64 = 0.001;

/// Maximum number of searches that have given way: each holds a thread.
const MAX_PAUSED: usize = 32;

/// Weight of the latest search in the mean duration.
const MEAN_WEIGHT: f64 = 0.1;

/// A fair queue of tasks `T` over clients `C`, for a number of concurrent searches.
pub(super) struct EngineQueue<C, T> {
    /// Free slots for searches.
    free: usize,
    slots: usize,
    paused: usize,
    clients: HashMap<C, ClientShare<T>>,
    /// Mean duration of recent searches, in seconds.
    mean: f64,
    /// Number of clients at which idle ones are removed.
    sweep_at: usize,
}

struct ClientShare<T> {
    waiting: VecDeque<T>,
    /// Searches in progress, paused ones included.
    active: usize,
    /// Recently used engine time, in seconds, as of `updated`.
    used: f64,
    updated: Instant,
}

impl<T> ClientShare<T> {
    fn used_at(&self, now: Instant) -> f64 {
        self.used * (-now.saturating_duration_since(self.updated).as_secs_f64() / HALF_LIFE).exp2()
    }
}

impl<C: Copy + Eq + Hash, T> EngineQueue<C, T> {
    /// Creates an empty queue for `slots` concurrent searches.
    pub(super) fn new(slots: usize) -> EngineQueue<C, T> {
        EngineQueue { free: slots, slots, paused: 0, clients: HashMap::new(), mean: 0.2, sweep_at: 1024 }
    }

    fn client(&mut self, client: C, now: Instant) -> &mut ClientShare<T> {
        if self.clients.len() > self.sweep_at {
            self.clients.retain(|_, one| !one.waiting.is_empty() || one.active > 0 || one.used_at(now) > NEGLIGIBLE);
            self.sweep_at = (2 * self.clients.len()).max(1024);
        }
        let fresh = || ClientShare { waiting: VecDeque::new(), active: 0, used: 0.0, updated: now };
        self.clients.entry(client).or_insert_with(fresh)
    }

    /// Adds a task after the client's other tasks.
    pub(super) fn push(&mut self, client: C, task: T, now: Instant) {
        self.client(client, now).waiting.push_back(task);
    }

    /// Takes the next task if a slot is free. The slot is used until [`EngineQueue::finish`] or [`EngineQueue::pause`].
    pub(super) fn next(&mut self, now: Instant) -> Option<(C, T)> {
        if self.free == 0 {
            return None;
        }
        let waiting = self.clients.iter().filter(|(_, one)| !one.waiting.is_empty());
        let least = waiting.min_by(|(_, one), (_, other)| one.used_at(now).total_cmp(&other.used_at(now)));
        let client = *least?.0;
        let one = self.client(client, now);
        let task = one.waiting.pop_front()?;
        one.active += 1;
        self.free -= 1;
        Some((client, task))
    }

    /// Charges engine time to a client.
    pub(super) fn charge(&mut self, client: C, time: Duration, now: Instant) {
        let one = self.client(client, now);
        one.used = one.used_at(now) + time.as_secs_f64();
        one.updated = now;
    }

    /// Frees the slot of a search that used this engine time.
    pub(super) fn finish(&mut self, client: C, used: Duration, now: Instant) {
        let one = self.client(client, now);
        one.active = one.active.saturating_sub(1);
        self.free += 1;
        self.mean += MEAN_WEIGHT * (used.as_secs_f64() - self.mean);
    }

    /// Returns whether a running search should give way to a client that has used less engine time.
    pub(super) fn should_yield(&self, client: C, now: Instant) -> bool {
        let Some(used) = self.clients.get(&client).map(|one| one.used_at(now)) else { return false };
        let has_priority = |(other, one): (&C, &ClientShare<T>)| {
            *other != client && !one.waiting.is_empty() && one.used_at(now) + YIELD_MARGIN < used
        };
        self.paused < MAX_PAUSED && self.clients.iter().any(has_priority)
    }

    /// Frees the slot of a search that gives way; `task` resumes it and is the client's next.
    pub(super) fn pause(&mut self, client: C, task: T, now: Instant) {
        let one = self.client(client, now);
        one.active = one.active.saturating_sub(1);
        one.waiting.push_front(task);
        self.free += 1;
        self.paused += 1;
    }

    /// Counts a search that was resumed.
    pub(super) fn resumed(&mut self) {
        self.paused = self.paused.saturating_sub(1);
    }

    /// Returns the number of waiting tasks.
    pub(super) fn len(&self) -> usize {
        self.clients.values().map(|one| one.waiting.len()).sum()
    }

    /// Returns the number of waiting tasks, counting at most `max` of each client.
    pub(super) fn len_with_at_most(&self, max: usize) -> usize {
        self.clients.values().map(|one| one.waiting.len().min(max)).sum()
    }

    /// Returns the number of waiting tasks of a client.
    pub(super) fn len_of(&self, client: C) -> usize {
        self.clients.get(&client).map_or(0, |one| one.waiting.len())
    }

    /// Returns the expected time until the task at `place` of a client's waiting tasks starts.
    pub(super) fn expected_wait(&self, client: C, place: usize, now: Instant) -> Duration {
        if self.free > 0 {
            return Duration::ZERO;
        }
        let used = self.clients.get(&client).map_or(0.0, |one| one.used_at(now));
        let own = place + self.clients.get(&client).map_or(0, |one| one.active);
        // Each other client that waits has a turn for each turn of this one, and one more if it has used less.
        let others = self.clients.iter().filter(|(other, _)| **other != client);
        let others = others.map(|(_, one)| one.waiting.len().min(place + usize::from(one.used_at(now) <= used)));
        let ahead = own + others.sum::<usize>();
        Duration::from_secs_f64((ahead as f64 * self.mean / self.slots as f64).clamp(0.0, 3600.0))
    }

    /// Returns the waiting tasks with the expected time until each starts.
    pub(super) fn expected_waits(&self, now: Instant) -> impl Iterator<Item = (&T, Duration)> {
        self.clients.iter().flat_map(move |(&client, one)| {
            one.waiting.iter().enumerate().map(move |(place, task)| (task, self.expected_wait(client, place, now)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_client_with_the_least_engine_time_is_next() {
        let now = Instant::now();
        let mut queue = EngineQueue::new(1);
        for number in 0..240 {
            queue.push('f', number, now);
        }
        assert_eq!(queue.next(now), Some(('f', 0)));
        assert_eq!(queue.next(now), None, "one slot");
        queue.charge('f', SECOND, now);
        queue.finish('f', SECOND, now);
        queue.push('p', 1000, now);
        assert_eq!(queue.expected_wait('p', 0, now), Duration::ZERO);
        assert_eq!(queue.next(now), Some(('p', 1000)));
        assert!(queue.expected_wait('f', 100, now) > 10 * SECOND);
        queue.finish('p', SECOND, now);
        assert_eq!(queue.next(now), Some(('f', 1)));
        assert_eq!((queue.len(), queue.len_of('f'), queue.len_of('p')), (238, 238, 0));
    }

    #[test]
    fn a_search_gives_way_to_a_client_that_used_less_and_resumes_first() {
        let now = Instant::now();
        let mut queue = EngineQueue::new(1);
        queue.push('f', 0, now);
        queue.push('f', 1, now);
        assert_eq!(queue.next(now), Some(('f', 0)));
        queue.charge('f', SECOND, now);
        assert!(!queue.should_yield('f', now), "only its own tasks wait");
        queue.push('p', 10, now);
        assert!(queue.should_yield('f', now));
        queue.pause('f', 100, now);
        assert_eq!(queue.next(now), Some(('p', 10)));
        queue.charge('p', SECOND / 2, now);
        assert!(!queue.should_yield('p', now), "it has used less");
        queue.finish('p', SECOND / 2, now);
        assert_eq!(queue.next(now), Some(('f', 100)));
        queue.resumed();
        assert_eq!(queue.paused, 0);
    }

    #[test]
    fn used_engine_time_is_forgotten() {
        let now = Instant::now();
        let mut queue = EngineQueue::new(1);
        queue.charge('f', 100 * SECOND, now);
        queue.charge('p', SECOND, now + 600 * SECOND);
        queue.push('f', 0, now);
        queue.push('p', 1, now);
        assert_eq!(queue.next(now + 600 * SECOND), Some(('f', 0)));
    }
}
