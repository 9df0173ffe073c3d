//! Layers where a turn removes one checker. How many are gone says whose turn it is, so all positions of one depth are
//! one matrix: a row for each set of the side to move, a column for each set of the other, a bit for the answer.
//!
//! Whether a checker may leave hangs, for a fixed set of its own side, only on which enemies stand between it and its
//! neighbours on the lines: it may on all columns without those, and these columns are the same for every row. So rows
//! are worked out whole. From one depth to the next rows and columns change places.

use super::super::Field;
use super::ground::Ground;
use super::matrix::Matrix;
use super::program::{Columns, Program};
use super::subsets::{Subsets, choose};
use super::views::Views;
use crate::limits::OutOfMemory;

/// What is goal of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SingleGoal {
    /// Whether the side to move wins, who cannot move losing. At the last depth it does not.
    Wins,
    /// Whether a position of the last depth can be reached.
    Reaches,
}

/// The answers for positions near the root.
pub(super) struct Single {
    ground: Ground,
    goal: SingleGoal,
    /// By depth, with rows and columns exchanged; of deep layers nothing is kept.
    kept: Vec<Option<Matrix>>,
}

/// Size in bits up to which layers are kept: some two mebibytes in all below a full board.
const KEPT: usize = 1 << 23;

/// The sizes of a layer.
#[derive(Clone, Copy)]
struct Shape {
    /// Whose turn it is.
    mover: usize,
    /// How many checkers the mover has, and the other.
    sizes: [usize; 2],
    /// How many they had at the root.
    counts: [usize; 2],
}

impl Shape {
    /// Returns the layer at a depth by the number of checkers of both sides.
    fn at(ground: &Ground, depth: usize) -> Option<Shape> {
        let mover = depth % 2;
        let counts = [ground.sides[mover].count, ground.sides[1 - mover].count];
        // SideCheckers 0 has removed the odd one.
        let removed = [depth / 2, depth.div_ceil(2)];
        let sizes = [counts[0].checked_sub(removed[0])?, counts[1].checked_sub(removed[1])?];
        Some(Shape { mover, sizes, counts })
    }

    fn rows(self) -> usize {
        choose(self.counts[0], self.sizes[0])
    }

    fn columns(self) -> usize {
        choose(self.counts[1], self.sizes[1])
    }

    /// Returns the sets that the columns stand for.
    fn column_sets(self) -> &'static [u16] {
        Subsets::get().of(self.sizes[1], self.counts[1])
    }

    /// Returns the row and column of a position, given as the sets of both sides; `None` where it belongs to another
    /// layer.
    fn place(self, sets: [u16; 2]) -> Option<[usize; 2]> {
        let sets = [sets[self.mover], sets[1 - self.mover]];
        let fits = sets.map(|set| set.count_ones() as usize) == self.sizes;
        fits.then(|| sets.map(|set| Subsets::get().rank(set)))
    }
}

/// Returns the first depth at which the side to move has no move for want of checkers.
pub(super) fn last_depth(ground: &Ground) -> usize {
    (0..).find(|&depth| Shape::at(ground, depth).is_none_or(|shape| shape.sizes[0] <= 1)).unwrap_or(0)
}

/// Returns the lines of the largest layer down to a depth, whichever way round.
fn room(ground: &Ground, last: usize) -> usize {
    let shapes = (0..=last).map_while(|depth| Shape::at(ground, depth));
    let both = shapes.map(|shape| {
        let (rows, columns) = (shape.rows(), shape.columns());
        Matrix::lines_of(rows, columns).max(Matrix::lines_of(columns, rows))
    });
    both.max().unwrap_or(0)
}

impl Single {
    /// Works out the layers from a depth up to the root. At that depth the answer is no everywhere for
    /// [`SingleGoal::Wins`]; for [`SingleGoal::Reaches`] it is yes, or yes for the one field that is given.
    pub(super) fn below(
        ground: Ground,
        goal: SingleGoal,
        last: usize,
        only: Option<Field>,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut kept: Vec<Option<Matrix>> = (0..=last).map(|_| None).collect();
        let Some(bottom) = Shape::at(&ground, last) else { return Ok(Single { ground, goal, kept }) };
        let room = room(&ground, last);
        let (mut layer, mut below) = (Matrix::with_room(room)?, Matrix::with_room(room)?);
        layer.reshape(bottom.columns(), bottom.rows());
        layer.fill(only.is_none());
        let place = only.and_then(|field| ground.locate(field, bottom.mover)).and_then(|sets| bottom.place(sets));
        if let Some([row, column]) = place {
            layer.set(column, row);
        }
        let views = [0, 1].map(|side| Views::new(&ground, side));
        let mut program = Program::default();
        for depth in (0..=last).rev() {
            if depth < last {
                std::mem::swap(&mut layer, &mut below);
                let shape = Shape::at(&ground, depth).expect("there are more checkers above");
                let views = &views[shape.mover];
                removals(shape, views, &mut program);
                layer.flip_from(shape.rows(), shape.columns(), threads, &|slab, into| {
                    let columns = Columns::new(&ground, views, shape.column_sets(), slab);
                    program.run(&ground, &columns, below.slab(slab), into, goal == SingleGoal::Wins);
                });
            }
            if layer.rows * layer.columns <= KEPT {
                kept[depth] = Some(layer.copy()?);
            }
        }
        Ok(Single { ground, goal, kept })
    }

    /// Returns the answer for a field, if its layer was kept.
    pub(super) fn get(&self, field: Field) -> Option<bool> {
        (0..2).find_map(|mover| {
            let sets = self.ground.locate(field, mover)?;
            let depth = self.ground.sides[0].count + self.ground.sides[1].count - field.count() as usize;
            let shape = Shape::at(&self.ground, depth).filter(|shape| shape.mover == mover)?;
            let [row, column] = shape.place(sets)?;
            let bit = self.kept.get(depth)?.as_ref()?.bit(column, row);
            // Where two play, the bits say who loses.
            Some(bit != (self.goal == SingleGoal::Wins))
        })
    }
}

/// A layer from the one below it, in which rows and columns were exchanged: a checker leaves each set of the mover.
fn removals(shape: Shape, views: &Views, program: &mut Program) {
    program.clear();
    let subsets = Subsets::get();
    for &set in subsets.of(shape.sizes[0], shape.counts[0]) {
        program.next_row();
        for checker in (0..shape.counts[0]).filter(|checker| set >> checker & 1 == 1) {
            let rest = set ^ 1 << checker;
            program.push(views, subsets.rank(rest), checker, rest);
        }
    }
}

/// The layer below from the one above: each set of the mover comes from those with one checker more.
fn arrivals(shape: Shape, views: &Views, program: &mut Program) {
    program.clear();
    let subsets = Subsets::get();
    for &set in subsets.of(shape.sizes[0] - 1, shape.counts[0]) {
        program.next_row();
        for checker in (0..shape.counts[0]).filter(|checker| set >> checker & 1 == 0) {
            program.push(views, subsets.rank(set | 1 << checker), checker, set);
        }
    }
}

/// Returns the fewest checkers that a solitaire can leave: positions are reached from the root downwards, and the
/// deepest layer with one that can be reached has them. Also says whether `wanted` can be reached, where that is the
/// question.
pub(super) fn fewest(ground: &Ground, wanted: Option<Field>, threads: usize) -> Result<(u32, bool), OutOfMemory> {
    let room = room(ground, usize::MAX - 1);
    let (mut layer, mut below) = (Matrix::with_room(room)?, Matrix::with_room(room)?);
    layer.reshape(1, 1);
    layer.fill(false);
    layer.set(0, 0);
    let views = [0, 1].map(|side| Views::new(ground, side));
    let mut program = Program::default();
    let mut depth = 0;
    let mut here = Shape::at(ground, 0).expect("the root");
    while let Some(next) = Shape::at(ground, depth + 1) {
        let views = &views[here.mover];
        arrivals(here, views, &mut program);
        below.flip_from(next.columns(), next.rows(), threads, &|slab, into| {
            let columns = Columns::new(ground, views, here.column_sets(), slab);
            program.run(ground, &columns, layer.slab(slab), into, false);
        });
        if below.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut below);
        (here, depth) = (next, depth + 1);
    }
    let place = wanted.and_then(|field| ground.locate(field, here.mover)).and_then(|sets| here.place(sets));
    let total = ground.sides[0].count + ground.sides[1].count;
    Ok(((total - depth) as u32, place.is_some_and(|[row, column]| layer.bit(row, column))))
}
