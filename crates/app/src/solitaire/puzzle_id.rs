//! Which puzzle it is, checked: that of a day, that of a number, or any board.
//!
//! **The puzzle of a day is frozen.** It is the plain solitaire; its number is the number of the day, counted from
//! 1 January 1970; its grade follows the day of the week: Monday gentle, Tuesday easy, Wednesday and Thursday medium,
//! Friday and Saturday hard, Sunday fiendish. So it is the same for every player on a date, and for ever.

use halfboard_engine::games::sight_reduction::solitaire::{Grade, generate};
use halfboard_rules::record::Start;
use halfboard_rules::registry::{self, RulesError};

use super::choices::Variant;
use super::{Date, SolitaireRoute};
use crate::route::{Route, Shared};
use crate::shared::{self, OpenError};

/// A puzzle of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleNumber {
    /// The canonical rules string, without the last two.
    pub rules: String,
    /// Whether the last two are given.
    pub aimed: bool,
    /// How hard it is.
    pub grade: Grade,
    /// Its number.
    pub number: u64,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleId {
    /// That of a day.
    Daily(Date),
    /// That of a number.
    Number(PuzzleNumber),
    /// Any board; its best outcome is not known yet.
    Board {
        /// The canonical rules string.
        rules: String,
        /// Where it starts.
        start: Start,
    },
}

/// Why there is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleIdError {
    /// This is no day.
    Date(String),
    /// The day has not come yet.
    Future(Date),
    /// This is no grade.
    Grade(String),
    /// This is no number.
    Number(String),
    /// The rules string.
    Rules(RulesError),
    /// The rules are not those of a solitaire.
    NotSolitaire(String),
    /// Puzzles of a number choose the last two by themselves.
    TargetGiven,
    /// Where nothing is to be left, nothing can be given.
    NothingLast,
    /// The board.
    Board(OpenError),
}

/// The grades of the days of the week, from Monday on. Frozen.
const WEEK: [Grade; 7] =
    [Grade::Gentle, Grade::Easy, Grade::Medium, Grade::Medium, Grade::Hard, Grade::Hard, Grade::Fiendish];

impl PuzzleId {
    /// Returns the puzzle of an address; `None` where it is about choosing one.
    pub fn read(address: &SolitaireRoute, today: Date) -> Result<Option<PuzzleId>, PuzzleIdError> {
        Ok(Some(match address {
            SolitaireRoute::Choose => return Ok(None),
            SolitaireRoute::Daily => PuzzleId::Daily(today),
            SolitaireRoute::Day(text) => {
                let date = Date::read(text).ok_or_else(|| PuzzleIdError::Date(text.clone()))?;
                if date > today {
                    return Err(PuzzleIdError::Future(date));
                }
                PuzzleId::Daily(date)
            }
            SolitaireRoute::Number { grade, number, rules, aimed } => {
                let rules = match rules {
                    None => Variant::default().rules(None),
                    Some(rules) => canonical(rules)?,
                };
                if rules.contains("target=") {
                    return Err(PuzzleIdError::TargetGiven);
                }
                if *aimed && rules.contains("remove=one-or-two") {
                    return Err(PuzzleIdError::NothingLast);
                }
                let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let parsed = digits.then(|| number.parse().ok()).flatten();
                PuzzleId::Number(PuzzleNumber {
                    grade: grade.parse().map_err(|_| PuzzleIdError::Grade(grade.clone()))?,
                    number: parsed.ok_or_else(|| PuzzleIdError::Number(number.clone()))?,
                    rules,
                    aimed: *aimed,
                })
            }
            SolitaireRoute::Board(link) => {
                let rules = canonical(&link.rules)?;
                let play = shared::open(link, &[], 0, "").map_err(PuzzleIdError::Board)?;
                let start = match play.start() {
                    start if play.plies() == 0 => start.clone(),
                    _ => Start::Position(play.session().position()),
                };
                PuzzleId::Board { rules, start }
            }
        }))
    }

    /// Returns the address that leads here.
    pub fn address(&self) -> SolitaireRoute {
        match self {
            PuzzleId::Daily(date) => SolitaireRoute::Day(date.to_string()),
            PuzzleId::Number(PuzzleNumber { rules, aimed, grade, number }) => SolitaireRoute::Number {
                grade: grade.as_str().to_owned(),
                number: number.to_string(),
                rules: Some(rules.clone()).filter(|rules| *rules != Variant::default().rules(None)),
                aimed: *aimed,
            },
            PuzzleId::Board { rules, start } => {
                let (position, seed) = match start {
                    Start::Position(position) => (Some(position.clone()), None),
                    Start::Seed(seed) => (None, Some(seed.to_string())),
                };
                SolitaireRoute::Board(Shared { rules: rules.clone(), position, seed, moves: None })
            }
        }
    }

    /// Returns the same as a page.
    pub fn route(&self) -> Route {
        Route::Solitaire(self.address())
    }

    /// Returns what has to be made before it can be shown, if anything.
    pub fn numbered(&self) -> Option<PuzzleNumber> {
        match self {
            PuzzleId::Daily(date) => Some(PuzzleNumber {
                rules: Variant::default().rules(None),
                aimed: false,
                grade: WEEK[date.weekday()],
                number: generate::daily(date.number()),
            }),
            PuzzleId::Number(numbered) => Some(numbered.clone()),
            PuzzleId::Board { .. } => None,
        }
    }

    /// Returns how hard it is, if that is known.
    pub fn grade(&self) -> Option<Grade> {
        self.numbered().map(|numbered| numbered.grade)
    }
}

/// Returns the canonical form of a rules string, which must be that of a solitaire.
fn canonical(rules: &str) -> Result<String, PuzzleIdError> {
    let canonical = registry::rules(rules).map_err(PuzzleIdError::Rules)?.canonical();
    let is_solitaire = canonical.split([':', ',']).any(|option| option == "solitaire=on");
    if is_solitaire { Ok(canonical) } else { Err(PuzzleIdError::NotSolitaire(canonical)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> Date {
        Date::read("2026-11-16").expect("a day")
    }

    fn read(text: &str) -> Result<Option<PuzzleId>, PuzzleIdError> {
        PuzzleId::read(&SolitaireRoute::read_text(text).expect("an address"), today())
    }

    #[test]
    fn the_puzzle_of_a_day_is_frozen() {
        let of = |text: &str| {
            let which = PuzzleId::Daily(Date::read(text).expect("a day"));
            let numbered = which.numbered().expect("made");
            let puzzle = halfboard_engine::games::sight_reduction::solitaire::puzzle::generate(
                &numbered.rules,
                false,
                numbered.grade,
                numbered.number,
            );
            let puzzle = puzzle.expect("there is one");
            (numbered.grade.as_str(), numbered.number, puzzle.seed)
        };
        assert_eq!(of("2026-11-16"), ("gentle", 20773, 606_408_369));
        assert_eq!(of("2026-11-22"), ("fiendish", 20779, 1_342_349_963));
        let week: Vec<&str> =
            (0..7).map(|days| PuzzleId::Daily(today().before(days)).grade().expect("a grade").as_str()).collect();
        assert_eq!(week, ["gentle", "fiendish", "hard", "hard", "medium", "medium", "easy"]);
    }

    #[test]
    fn puzzles_are_found_again_by_their_addresses() {
        let texts = [
            "/daily/2026-11-16",
            "/hard/12",
            "/fiendish/18446744073709551615?last=given",
            "/gentle/0?rules=sight-reduction:sight%3Dqueen,remove%3Done-or-two,solitaire%3Don",
            "/board?rules=sight-reduction:solitaire%3Don,target%3DC4-B7&seed=5",
            "/board?rules=sight-reduction:solitaire%3Don&position=w7/8/8/7b%20w%20play%20wb",
        ];
        for text in texts {
            let which = read(text).expect("valid").expect("a puzzle");
            assert_eq!(which.address().to_string(), text);
        }
        assert_eq!(read("/daily"), Ok(Some(PuzzleId::Daily(today()))));
        assert_eq!(read(""), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert_eq!(read("/daily/today"), Err(PuzzleIdError::Date("today".to_owned())));
        assert!(matches!(read("/daily/2026-11-17"), Err(PuzzleIdError::Future(_))));
        assert_eq!(read("/harder/1"), Err(PuzzleIdError::Grade("harder".to_owned())));
        assert_eq!(read("/hard/-1"), Err(PuzzleIdError::Number("-1".to_owned())));
        assert_eq!(read("/hard/+1"), Err(PuzzleIdError::Number(" 1".to_owned())));
        assert_eq!(read("/hard/99999999999999999999"), Err(PuzzleIdError::Number("99999999999999999999".to_owned())));
        assert!(matches!(read("/hard/1?rules=chess"), Err(PuzzleIdError::Rules(_))));
        assert!(matches!(read("/hard/1?rules=j"), Err(PuzzleIdError::NotSolitaire(_))));
        assert_eq!(
            read("/hard/1?rules=sight-reduction:solitaire%3Don,target%3DC4-B7"),
            Err(PuzzleIdError::TargetGiven)
        );
        let pairs = "/hard/1?rules=sight-reduction:remove%3Done-or-two,solitaire%3Don&last=given";
        assert_eq!(read(pairs), Err(PuzzleIdError::NothingLast));
        assert!(matches!(read("/board?rules=sight-reduction"), Err(PuzzleIdError::NotSolitaire(_))));
        assert!(matches!(read("/board?rules=sight-reduction:solitaire%3Don&seed=x"), Err(PuzzleIdError::Board(_))));
        assert!(matches!(read("/board?rules=sight-reduction:solitaire%3Don&position=x"), Err(PuzzleIdError::Board(_))));
    }
}
