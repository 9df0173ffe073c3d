//! A short answer from the findings, for pages that do not need all of them. Lines that cannot be read count as absent.

/// What the findings say about one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FairnessBrief {
    /// The side that the figures are about.
    pub side: BriefSide,
    /// The side's share of the points in percent, rounded; of a solitaire, the share of boards that can be solved.
    pub percent: u32,
    /// Number of boards or games.
    pub count: u32,
    /// Whether the boards were solved, rather than games played.
    pub solved: bool,
}

/// The side that a brief is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BriefSide {
    /// The player who begins.
    First,
    /// The first seat, where the players decide in the game who begins.
    SeatOne,
    /// The only player.
    Alone,
}

impl FairnessBrief {
    /// Returns whether the share differs significantly from one half, at the 95 % level.
    pub fn is_biased(&self) -> bool {
        let off = (f64::from(self.percent) - 50.0).abs();
        off > 98.0 / f64::from(self.count.max(1)).sqrt()
    }
}

/// Returns what the text of the findings says about a canonical rules string.
///
/// ```
/// use halfboard_app::fairness::brief;
/// let text = "halfboard fairness 1\nj | played | begins 60 10 30 | - | - | - | halfboard fairness j";
/// let found = brief(text, "j").expect("a line");
/// assert_eq!((found.percent, found.count, found.is_biased()), (65, 100, true));
/// assert_eq!(brief(text, "sllim"), None);
/// ```
pub fn brief(text: &str, rules: &str) -> Option<FairnessBrief> {
    let line = text.lines().find(|line| line.split(" | ").next() == Some(rules))?;
    let mut fields = line.split(" | ").skip(1);
    let solved = fields.next()? == "solved";
    let words: Vec<&str> = fields.next()?.split(' ').collect();
    let number = |word: &str| word.parse::<u32>().ok();
    let (side, points, count) = match words.as_slice() {
        ["alone", solved, "of", count, ..] => (BriefSide::Alone, 2 * number(solved)?, number(count)?),
        [side, won, drawn, lost] => {
            let side = if *side == "begins" { BriefSide::First } else { BriefSide::SeatOne };
            let (won, drawn, lost) = (number(won)?, number(drawn)?, number(lost)?);
            (side, 2 * won + drawn, won + drawn + lost)
        }
        _ => return None,
    };
    let percent = (50 * points + count / 2).checked_div(count)?;
    Some(FairnessBrief { side, percent, count, solved })
}

#[cfg(test)]
mod tests {
    use super::super::findings;
    use super::*;

    /// Every line of the findings that ship has its brief, with the same figures.
    #[test]
    fn briefs_are_those_of_the_findings() {
        let text = include_str!("../../../web/data/fairness.txt");
        let all = findings::read(text).expect("valid findings");
        assert!(all.len() > 30);
        for finding in all {
            let found = brief(text, &finding.rules).unwrap_or_else(|| panic!("{}", finding.rules));
            let share = finding.share();
            assert_eq!(u64::from(found.count), share.of, "{}", finding.rules);
            let percent = 100.0 * share.points / share.of as f64;
            assert!((f64::from(found.percent) - percent).abs() <= 0.5, "{}: {percent}", finding.rules);
            assert_eq!(found.solved, finding.proven);
        }
    }

    #[test]
    fn broken_lines_are_absent() {
        for line in ["j", "j | solved", "j | solved | begins 1 2", "j | solved | begins 0 0 0", "j | x | alone y of 3"]
        {
            assert_eq!(brief(line, "j"), None, "{line}");
        }
    }
}
