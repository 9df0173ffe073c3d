//! Fixes for an illegal draft: the smallest changes that the rules accept. They are found by trying, so that no rule is
//! written down twice.

use halfboard_rules::board::Square;
use halfboard_rules::position_format::{FieldName, FieldValues};
use halfboard_rules::registry::Rules;

use super::{Draft, FieldContent, judge};

/// A change that makes a draft legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFix {
    /// The change.
    pub change: Change,
    /// The draft after it.
    pub draft: Draft,
}

/// The change that a fix makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Sets these fields.
    Fields(Vec<(FieldName, FieldContent)>),
    /// Removes the top checkers of these squares.
    Take(Vec<Square>),
}

/// The maximum number of fixes to suggest.
const MOST: usize = 3;

/// Returns the changes that make a draft legal: one field, or two if one is not enough, or surplus checkers removed.
/// Empty if the draft is legal, or if no small change helps.
pub fn fixes(rules: &dyn Rules, draft: &Draft) -> Vec<PositionFix> {
    if judge(rules, &draft.write()).is_ok() {
        return Vec::new();
    }
    let is_legal = |draft: &Draft| judge(rules, &draft.write()).is_ok();
    let all: Vec<usize> = (0..draft.form().fields.len()).collect();
    let changed = |at: usize, from: &Draft| {
        // What is nearest to what stands there comes first.
        let mut drafts: Vec<(u32, Draft)> = others(from, at)
            .into_iter()
            .map(|(far, held)| {
                let mut draft = from.clone();
                draft.set_field(at, held);
                (far, draft)
            })
            .collect();
        drafts.sort_by_key(|(far, _)| *far);
        drafts.into_iter().map(|(_, draft)| draft).collect::<Vec<_>>()
    };
    let mut found: Vec<PositionFix> = Vec::new();
    for &at in &all {
        if let Some(legal) = changed(at, draft).into_iter().find(|draft| is_legal(draft)) {
            found.push(PositionFix { change: Change::Fields(named(draft, &legal)), draft: legal });
        }
    }
    if found.is_empty() {
        'pairs: for &one in &all {
            for first in changed(one, draft) {
                for &other in all.iter().filter(|other| **other > one) {
                    if let Some(legal) = changed(other, &first).into_iter().find(|draft| is_legal(draft)) {
                        found.push(PositionFix { change: Change::Fields(named(draft, &legal)), draft: legal });
                        break 'pairs;
                    }
                }
            }
        }
    }
    if found.is_empty() {
        found.extend(without_surplus(rules, draft));
    }
    found.truncate(MOST);
    found
}

/// Returns the other contents of a field, each with its distance from the current one.
fn others(draft: &Draft, at: usize) -> Vec<(u32, FieldContent)> {
    match (draft.form().fields[at].values, draft.content(at)) {
        (FieldValues::Counts(most) | FieldValues::Rest(most), Some(FieldContent::Counts(now))) => {
            let far = |counts: [u8; 2]| u32::from(counts[0].abs_diff(now[0]) + counts[1].abs_diff(now[1]));
            let all = (0..=most).flat_map(|white| (0..=most).map(move |black| [white, black]));
            all.filter(|counts| *counts != now).map(|counts| (far(counts), FieldContent::Counts(counts))).collect()
        }
        (_, Some(FieldContent::Word(now))) => {
            let others = draft.words(at).iter().filter(|word| **word != now);
            others.map(|word| (1, FieldContent::Word(word))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the fields in which two drafts differ, as in the second.
fn named(before: &Draft, after: &Draft) -> Vec<(FieldName, FieldContent)> {
    let fields = before.form().fields.iter().enumerate();
    let differing = fields.filter(|(at, _)| before.content(*at) != after.content(*at));
    differing.filter_map(|(at, field)| Some((field.name, after.content(at)?))).collect()
}

/// Returns the draft without its surplus checkers, if that makes it legal.
fn without_surplus(rules: &dyn Rules, draft: &Draft) -> Option<PositionFix> {
    let mut lighter = draft.clone();
    let mut squares = Vec::new();
    for _ in 0..64 {
        match judge(rules, &lighter.write()) {
            Ok(_) => return Some(PositionFix { change: Change::Take(squares), draft: lighter }),
            Err(wrong) => {
                let square = wrong.square?;
                lighter.take(square);
                squares.push(square);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use halfboard_rules::board::Board;
    use halfboard_rules::registry;

    use super::*;

    fn fixed(rules: &str, text: &str) -> Vec<String> {
        let rules = registry::rules(rules).expect("valid");
        let draft = Draft::read(&*rules, text).expect("the form of a position");
        let fixes = fixes(&*rules, &draft);
        assert!(fixes.iter().all(|fix| rules.position(&fix.draft.write()).is_ok()));
        fixes.into_iter().map(|fix| fix.draft.write()).collect()
    }

    #[test]
    fn numbers_that_do_not_add_up_are_set_to_what_fits() {
        assert_eq!(fixed("j", "w7/8/8/8 w w12b12"), ["w7/8/8/8 w w11b12"]);
        assert_eq!(
            fixed("stacks-in-action", "b(www)6/8/8/8 w w12b3"),
            ["b(www)6/8/8/8 w w9b3"],
            "only White's is too much"
        );
        assert_eq!(fixed("sllim", "wwww4/wwww4/bbbb4/bbbb4 w w0b0 w0b0 -"), ["wwww4/wwww4/bbbb4/bbbb4 w w0b0 w1b1 -"]);
        let momentum = "sllim:momentum=on";
        assert_eq!(
            fixed(momentum, "wwww4/wwww4/bbbb4/bbbbbbbb w w0b0 w0b0 -"),
            ["wwww4/wwww4/bbbb4/bbbbbbbb w w0b0 w1b0 w"],
            "two fields at once"
        );
    }

    #[test]
    fn turns_phases_and_surplus_are_mended() {
        let placing = fixed("sight-reduction:setup=deterministic", "w7/8/8/8 w place wb");
        assert!(placing.contains(&"w7/8/8/8 b place wb".to_owned()), "{placing:?}");
        assert!(placing.contains(&"w7/8/8/8 w play wb".to_owned()), "{placing:?}");
        assert_eq!(fixed("sight-reduction:setup=fair", "w7/8/8/8 1 swap --"), ["w7/8/8/8 w play wb"]);
        let parachute = fixed("lines-of-action:setup=parachute", "w7/b7/8/8/8/8/8/8 w - w5b6");
        assert_eq!(parachute[0], "w7/b7/8/8/8/8/8/8 b - w5b6");
        assert_eq!(
            fixed("lines-of-action", "wwwwwwww/wwwwww2/b7/8/8/8/8/8 w - -"),
            ["wwwwwwww/wwww4/b7/8/8/8/8/8 w - -"]
        );
        // What only the person can know.
        assert!(fixed("lines-of-action", "w7/8/8/8/8/8/8/8 w - -").is_empty());
        // What is legal needs none.
        assert!(fixed("j", "8/8/8/8 w w12b12").is_empty());
    }

    #[test]
    fn the_squares_that_are_emptied_are_told() {
        let rules = registry::rules("lines-of-action").expect("valid");
        let draft = Draft::read(&*rules, "wwwwwwww/wwwwww2/b7/8/8/8/8/8 w - -").expect("the form of a position");
        let [PositionFix { change: Change::Take(squares), .. }] = &fixes(&*rules, &draft)[..] else {
            panic!("one fix")
        };
        let names: Vec<String> = squares.iter().map(|square| Board::Full.name(*square)).collect();
        assert_eq!(names, ["e7", "f7"]);
    }
}
