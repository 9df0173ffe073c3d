//! Clocks: what time each seat has left. The caller tells the time, in seconds from whatever moment.

use halfboard_rules::game::Seat;

/// The time that everybody has: seconds for the game, and more for each turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// Seconds for the game.
    pub seconds: f64,
    /// Seconds that each turn adds.
    pub increment: f64,
}

impl Control {
    /// As records write it: `300+5`.
    pub fn write(self) -> String {
        format!("{}+{}", self.seconds, self.increment)
    }

    /// Reads what was written; `None` when it is no time that anybody could play with.
    pub fn read(text: &str) -> Option<Control> {
        let (seconds, increment) = text.split_once('+')?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|value| (0.0..=86_400.0).contains(value));
        let control = Control { seconds: number(seconds)?, increment: number(increment)? };
        (control.seconds > 0.0).then_some(control)
    }
}

/// The clocks of all seats, of which one runs at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    control: Control,
    left: Vec<f64>,
    /// Whose clock runs, and since when.
    running: Option<(Seat, f64)>,
}

impl Clock {
    /// Clocks that stand, with all time left.
    pub fn new(control: Control, seats: usize) -> Clock {
        Clock { control, left: vec![control.seconds; seats], running: None }
    }

    /// Clocks that stand, with so much time left.
    pub fn with_left(control: Control, left: Vec<f64>) -> Clock {
        Clock { control, left, running: None }
    }

    /// The time that everybody has.
    pub fn control(&self) -> Control {
        self.control
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The seconds that a seat has left, never less than none.
    pub fn left(&self, seat: Seat, now: f64) -> f64 {
        let left = self.left.get(usize::from(seat.0)).copied().unwrap_or_default();
        let used = self.running.filter(|(running, _)| *running == seat).map_or(0.0, |(_, since)| now - since);
        (left - used.max(0.0)).max(0.0)
    }

    /// The seat has played its turn and the next one's clock runs. `counts` says whether the turn took time.
    pub fn press(&mut self, seat: Seat, next: Option<Seat>, now: f64, counts: bool) {
        self.turn_to(next, now);
        if let Some(left) = self.left.get_mut(usize::from(seat.0)).filter(|_| counts) {
            *left += self.control.increment;
        }
    }

    /// Lets the clock of this seat run, or none.
    pub fn turn_to(&mut self, next: Option<Seat>, now: f64) {
        if let Some((seat, _)) = self.running {
            let left = self.left(seat, now);
            if let Some(place) = self.left.get_mut(usize::from(seat.0)) {
                *place = left;
            }
        }
        self.running = next.map(|seat| (seat, now));
    }

    /// Whose time is up.
    pub fn fallen(&self, now: f64) -> Option<Seat> {
        self.running().filter(|&seat| self.left(seat, now) <= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_one_to_move_loses_time() {
        let control = Control { seconds: 60.0, increment: 2.0 };
        let mut clock = Clock::new(control, 2);
        clock.press(Seat(0), Some(Seat(1)), 100.0, false);
        assert_eq!((clock.left(Seat(0), 110.0), clock.left(Seat(1), 110.0)), (60.0, 50.0));
        clock.press(Seat(1), Some(Seat(0)), 110.0, true);
        assert_eq!((clock.left(Seat(0), 115.0), clock.left(Seat(1), 115.0)), (55.0, 52.0));
        assert_eq!(clock.fallen(169.9), None);
        assert_eq!(clock.fallen(170.0), Some(Seat(0)));
        clock.turn_to(None, 115.0);
        assert_eq!((clock.left(Seat(0), 900.0), clock.fallen(900.0)), (55.0, None));
    }

    #[test]
    fn time_controls_are_read_as_they_were_written() {
        let control = Control { seconds: 300.0, increment: 0.5 };
        assert_eq!(Control::read(&control.write()), Some(control));
        for text in ["", "300", "0+5", "-1+5", "300+x", "NaN+1", "1e9+1", "inf+0"] {
            assert_eq!(Control::read(text), None, "{text}");
        }
    }
}
