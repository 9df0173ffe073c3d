//! What would make a set-up legal: the smallest changes that the rules accept. They are found by trying, so that no rule is
//! written down twice.

use halfboard_rules::board::Square;
use halfboard_rules::position_format::{FieldName, FieldValues};
use halfboard_rules::registry::Rules;

use super::{Draft, Held, judge};

/// A change that makes a set-up legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What is changed.
    pub change: Change,
    /// The set-up after it.
    pub draft: Draft,
}

/// What a mend changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These fields hold this.
    Fields(Vec<(FieldName, Held)>),
    /// The topmost checkers of these squares go.
    Take(Vec<Square>),
}

/// More than so many are no help.
const MOST: usize = 3;

/// The changes that make a set-up legal: one field, or two where one is not enough, or checkers too many taken away. None
/// when it is legal already, and none where only the person can know.
pub fn mends(rules: &dyn Rules, draft: &Draft) -> Vec<Mend> {
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
                draft.hold(at, held);
                (far, draft)
            })
            .collect();
        drafts.sort_by_key(|(far, _)| *far);
        drafts.into_iter().map(|(_, draft)| draft).collect::<Vec<_>>()
    };
    let mut found: Vec<Mend> = Vec::new();
    for &at in &all {
        if let Some(legal) = changed(at, draft).into_iter().find(|draft| is_legal(draft)) {
            found.push(Mend { change: Change::Fields(named(draft, &legal)), draft: legal });
        }
    }
    if found.is_empty() {
        'pairs: for &one in &all {
            for first in changed(one, draft) {
                for &other in all.iter().filter(|other| **other > one) {
                    if let Some(legal) = changed(other, &first).into_iter().find(|draft| is_legal(draft)) {
                        found.push(Mend { change: Change::Fields(named(draft, &legal)), draft: legal });
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

/// What a field could hold instead, with how far that is from what it holds.
fn others(draft: &Draft, at: usize) -> Vec<(u32, Held)> {
    match (draft.form().fields[at].values, draft.held(at)) {
        (FieldValues::Counts(most) | FieldValues::Rest(most), Some(Held::Counts(now))) => {
            let far = |counts: [u8; 2]| u32::from(counts[0].abs_diff(now[0]) + counts[1].abs_diff(now[1]));
            let all = (0..=most).flat_map(|white| (0..=most).map(move |black| [white, black]));
            all.filter(|counts| *counts != now).map(|counts| (far(counts), Held::Counts(counts))).collect()
        }
        (_, Some(Held::Word(now))) => {
            let others = draft.words(at).iter().filter(|word| **word != now);
            others.map(|word| (1, Held::Word(word))).collect()
        }
        _ => Vec::new(),
    }
}

/// The fields in which two drafts differ, as the second has them.
fn named(before: &Draft, after: &Draft) -> Vec<(FieldName, Held)> {
    let fields = before.form().fields.iter().enumerate();
    let differing = fields.filter(|(at, _)| before.held(*at) != after.held(*at));
    differing.filter_map(|(at, field)| Some((field.name, after.held(at)?))).collect()
}

/// The set-up without the checkers at fault, if that makes it legal.
fn without_surplus(rules: &dyn Rules, draft: &Draft) -> Option<Mend> {
    let mut lighter = draft.clone();
    let mut squares = Vec::new();
    for _ in 0..64 {
        match judge(rules, &lighter.write()) {
            Ok(_) => return Some(Mend { change: Change::Take(squares), draft: lighter }),
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

    fn mended(rules: &str, text: &str) -> Vec<String> {
        let rules = registry::rules(rules).expect("valid");
        let draft = Draft::read(&*rules, text).expect("the form of a position");
        let mends = mends(&*rules, &draft);
        assert!(mends.iter().all(|mend| rules.position(&mend.draft.write()).is_ok()));
        mends.into_iter().map(|mend| mend.draft.write()).collect()
    }

    #[test]
    fn numbers_that_do_not_add_up_are_set_to_what_fits() {
        assert_eq!(mended("j", "w7/8/8/8 w w12b12"), ["w7/8/8/8 w w11b12"]);
        assert_eq!(
            mended("stacks-in-action", "b(www)6/8/8/8 w w12b3"),
            ["b(www)6/8/8/8 w w9b3"],
            "only White's is too much"
        );
        assert_eq!(mended("sllim", "wwww4/wwww4/bbbb4/bbbb4 w w0b0 w0b0 -"), ["wwww4/wwww4/bbbb4/bbbb4 w w0b0 w1b1 -"]);
        let momentum = "sllim:momentum=on";
        assert_eq!(
            mended(momentum, "wwww4/wwww4/bbbb4/bbbbbbbb w w0b0 w0b0 -"),
            ["wwww4/wwww4/bbbb4/bbbbbbbb w w0b0 w1b0 w"],
            "two fields at once"
        );
    }

    #[test]
    fn turns_phases_and_surplus_are_mended() {
        let placing = mended("sight-reduction:setup=deterministic", "w7/8/8/8 w place wb");
        assert!(placing.contains(&"w7/8/8/8 b place wb".to_owned()), "{placing:?}");
        assert!(placing.contains(&"w7/8/8/8 w play wb".to_owned()), "{placing:?}");
        assert_eq!(mended("sight-reduction:setup=fair", "w7/8/8/8 1 swap --"), ["w7/8/8/8 w play wb"]);
        let parachute = mended("lines-of-action:setup=parachute", "w7/b7/8/8/8/8/8/8 w - w5b6");
        assert_eq!(parachute[0], "w7/b7/8/8/8/8/8/8 b - w5b6");
        assert_eq!(
            mended("lines-of-action", "wwwwwwww/wwwwww2/b7/8/8/8/8/8 w - -"),
            ["wwwwwwww/wwww4/b7/8/8/8/8/8 w - -"]
        );
        // What only the person can know.
        assert!(mended("lines-of-action", "w7/8/8/8/8/8/8/8 w - -").is_empty());
        // What is legal needs none.
        assert!(mended("j", "8/8/8/8 w w12b12").is_empty());
    }

    #[test]
    fn the_squares_that_are_emptied_are_told() {
        let rules = registry::rules("lines-of-action").expect("valid");
        let draft = Draft::read(&*rules, "wwwwwwww/wwwwww2/b7/8/8/8/8/8 w - -").expect("the form of a position");
        let [Mend { change: Change::Take(squares), .. }] = &mends(&*rules, &draft)[..] else { panic!("one mend") };
        let names: Vec<String> = squares.iter().map(|square| Board::Full.name(*square)).collect();
        assert_eq!(names, ["e7", "f7"]);
    }
}
