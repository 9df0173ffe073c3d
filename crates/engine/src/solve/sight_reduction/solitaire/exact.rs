//! The last resort of the solitaire: answers that do not hang on luck, for everything below a field.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::super::{Field, Removing};
use super::bounds::Aim;
use crate::table::NoMemory;

/// Which fields near the top can get to an aim.
pub(super) struct Reaching {
    aim: Aim,
    known: std::cell::RefCell<HashMap<Field, bool>>,
}

impl Reaching {
    /// Works out what is below a field.
    pub(super) fn below(aim: Aim, field: Field, _threads: usize) -> Result<Self, NoMemory> {
        let reaching = Reaching { aim, known: HashMap::new().into() };
        reaching.get(field);
        Ok(reaching)
    }

    /// The answer for a field; `None` where it is too far below.
    pub(super) fn get(&self, field: Field) -> Option<bool> {
        if field.count() <= self.aim.most_left {
            return Some(true);
        }
        if let Some(&known) = self.known.borrow().get(&field) {
            return Some(known);
        }
        let mut reached = false;
        let _ = self.aim.removing.each_turn(field, &mut |removed| {
            if removed & self.aim.kept != 0 || self.get(field.without(removed)) != Some(true) {
                return ControlFlow::Continue(());
            }
            reached = true;
            ControlFlow::Break(())
        });
        self.known.borrow_mut().insert(field, reached);
        Some(reached)
    }
}

/// What a solitaire can come to at best.
pub(super) struct Fewest {
    /// The fewest checkers that can be left.
    pub(super) left: u32,
    /// Whether the kept ones can be left alone.
    pub(super) wanted: bool,
}

/// The fewest checkers that can be left, and whether these can be the kept ones.
pub(super) fn fewest(removing: Removing, field: Field, kept: u32, threads: usize) -> Result<Fewest, NoMemory> {
    let reaches = |most_left, kept| {
        let aim = Aim { removing, most_left, kept };
        Ok(Reaching::below(aim, field, threads)?.get(field) == Some(true))
    };
    let wanted = kept != 0 && reaches(kept.count_ones(), kept)?;
    let mut left = 0;
    while !reaches(left, 0)? {
        left += 1;
    }
    Ok(Fewest { left, wanted })
}
