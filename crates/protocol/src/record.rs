//! Export of an online game as a game record.

use halfboard_rules::record::{Finish, Record, Start, name_tag};

use crate::event::Player;
use crate::game::Game;

impl Game {
    /// Returns the record of the game so far, with names, date and time control.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.session(), Start::from(&self.terms().start));
        record.set_tag("Date", &utc_date(self.created()));
        for (seat, who) in self.session().seats().iter().zip(self.seats()) {
            let name = match who {
                Some(Player::Person { name }) => name.clone(),
                Some(Player::Engine { level, .. }) => format!("Halfboard level {level}"),
                None => continue,
            };
            record.set_tag(&name_tag(seat), &name);
        }
        record.set_tag("TimeControl", &self.terms().control.to_string());
        if let Finish::Declared(winner, why) = self.finish() {
            // The rules have not ended the game, so this can only fail for a solitaire, which is not played online.
            let _ = record.declare(winner, why);
        }
        record
    }
}

/// Returns the UTC date of a time, in the form of records (`2026.11.16`).
pub fn utc_date(at: u64) -> String {
    // Howard Hinnant's civil_from_days: days are counted from 1 March 0000, so that a leap day ends its year.
    let days = at / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::utc_date;

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        assert_eq!(utc_date(0), "1970.01.01");
        assert_eq!(utc_date(59 * 86_400_000), "1970.03.01");
        assert_eq!(utc_date(951_782_400_000), "2000.02.29");
        assert_eq!(utc_date(47_540 * 86_400_000), "2100.02.28");
        assert_eq!(utc_date(47_541 * 86_400_000), "2100.03.01");
        assert_eq!(utc_date(1_794_787_200_000), "2026.11.16");
        assert_eq!(utc_date(1_798_675_199_999), "2026.12.30");
    }
}
