//! What the checkers of a side can see, for all ways in which friends can stand on their lines. A program would have to
//! look at every line for every set, but on each line only the nearest friends matter, so there are few different
//! views.

use std::ops::Range;

use super::ground::{Ground, Hidden};

/// What a checker sees on its row and column, or on its two diagonals.
#[derive(PartialEq, Eq)]
pub(super) struct SightView {
    /// What would hide each friend that it may see.
    pub(super) hidden: Hidden,
    /// The enemies of which it sees one, if any of them is there; none where that does not matter.
    pub(super) facing: u16,
}

/// All views of the checkers of a side.
pub(super) struct Views {
    /// The different ones, in the order of their numbers.
    pub(super) list: Vec<SightView>,
    /// For each checker, along its row and column, and along its diagonals; the latter only where they matter.
    lookouts: Vec<Vec<Lookout>>,
}

/// The views of a checker along some of its lines, by which of its friends stand on them.
struct Lookout {
    /// For each half of the side's set, the friends on the lines, as an index.
    friends: Box<[[u16; 256]; 2]>,
    /// By this index, the number of the view.
    numbers: Vec<u16>,
}

impl Views {
    pub(super) fn new(ground: &Ground, side: usize) -> Self {
        let mut views = Views { list: Vec::new(), lookouts: Vec::new() };
        let diagonals_matter = ground.directions() == 8 || ground.needs_enemy();
        for checker in 0..ground.sides[side].count {
            let lines = [0..4, 4..8].into_iter().take(if diagonals_matter { 2 } else { 1 });
            let lookouts = lines.map(|lines| views.lookout(ground, side, checker, &lines)).collect();
            views.lookouts.push(lookouts);
        }
        views
    }

    fn lookout(&mut self, ground: &Ground, side: usize, checker: usize, directions: &Range<usize>) -> Lookout {
        let own = &ground.sides[side];
        let on_lines = own.set(own.reach(checker, directions.clone()));
        let friends: Vec<u16> =
            (0..own.count).map(|friend| on_lines & 1 << friend).filter(|&friend| friend != 0).collect();
        let mut index = Box::new([[0; 256]; 2]);
        for (half, table) in index.iter_mut().enumerate() {
            for (byte, entry) in table.iter_mut().enumerate() {
                let set = (byte << (8 * half)) as u16;
                let there = friends.iter().enumerate().filter(|&(_, friend)| set & friend != 0);
                *entry = there.fold(0, |index, (nth, _)| index | 1 << nth);
            }
        }
        let numbers = (0..1u32 << friends.len()).map(|index| {
            let there = friends.iter().enumerate().filter(|(nth, _)| index >> nth & 1 == 1);
            let set = there.fold(0, |set, (_, friend)| set | friend);
            let befriending = directions.start..directions.end.min(ground.directions());
            let hidden = ground.hidden_along(side, set, checker, befriending);
            let facing = match ground.needs_enemy() {
                true => ground.facing_along(side, set, checker, directions.clone()),
                false => 0,
            };
            self.number(SightView { hidden, facing })
        });
        Lookout { numbers: numbers.collect(), friends: index }
    }

    fn number(&mut self, view: SightView) -> u16 {
        let known = self.list.iter().position(|known| *known == view);
        let number = known.unwrap_or(self.list.len());
        if known.is_none() {
            self.list.push(view);
        }
        number as u16
    }

    /// Returns the numbers of what a checker sees while these others of its side are there: along its row and column,
    /// and along its diagonals where they matter.
    #[inline]
    pub(super) fn of(&self, checker: usize, others: u16) -> impl Iterator<Item = u16> {
        let [low, high] = others.to_le_bytes().map(usize::from);
        self.lookouts[checker].iter().map(move |lookout| {
            let index = lookout.friends[0][low] | lookout.friends[1][high];
            lookout.numbers[usize::from(index)]
        })
    }
}
