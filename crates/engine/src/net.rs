//! A small net that judges a position by what stands where: (squares → 32) × 2 → 1, with the terms joined at the output.
//!
//! The position is seen twice, by the side to move and by the other, through the same weights; both views are clipped,
//! squared and weighed. Everything is a whole number of 16 bits, so the answer is the same on every machine. The trainer
//! makes nets ([`crate::train::net`]); nothing is kept up to date between positions, because a whole view costs little.

use crate::evaluate::{Evaluate, TERMS};
use crate::value::{MOST, Score};

/// How many numbers a view is condensed to.
pub const HIDDEN: usize = 32;

/// What 1 is in the views.
pub(crate) const VIEW_ONE: f32 = 255.0;
/// What 1 is in the weights of the output. None exceeds 127, so that a clipped number times its weight fits 16 bits.
pub(crate) const OUT_ONE: f32 = 64.0;

const MAGIC: &[u8; 4] = b"HBN1";

/// A view: own numbers for one side.
type View = [i16; HIDDEN];

/// A trained net.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// What each input adds to a view.
    pub(crate) inputs: Vec<View>,
    /// A view of nothing.
    pub(crate) empty: View,
    /// What the view of the side to move is worth, and that of the other.
    pub(crate) out: [View; 2],
    /// What the terms are worth beside it, in hundredths of a logit.
    pub(crate) terms: Vec<f32>,
}

/// Why bytes are no net of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetError {
    /// They do not begin as a net does.
    NoNet,
    /// The net is made for so many inputs and terms, which the game does not have.
    OtherShape {
        /// Its inputs.
        inputs: usize,
        /// Its terms.
        terms: usize,
    },
    /// There are so many bytes and not as many as its shape needs.
    Length(usize),
}

impl std::fmt::Display for NetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NetError::NoNet => f.write_str("this is no net: it does not begin with HBN1"),
            NetError::OtherShape { inputs, terms } => {
                write!(f, "the net has {inputs} inputs and {terms} terms, which the game has not")
            }
            NetError::Length(bytes) => write!(f, "the net is cut short or too long: {bytes} bytes"),
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// A net that sees nothing: only the terms count, with these weights.
    pub(crate) fn of_terms<G: Evaluate>(terms: Vec<f32>) -> Net {
        Net { inputs: vec![[0; HIDDEN]; inputs_of::<G>()], empty: [0; HIDDEN], out: [[0; HIDDEN]; 2], terms }
    }

    /// Reads a net for a game.
    pub fn read<G: Evaluate>(bytes: &[u8]) -> Result<Net, NetError> {
        let number = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let (Some(MAGIC), Some(inputs), Some(terms)) = (bytes.first_chunk(), number(4), number(6)) else {
            return Err(NetError::NoNet);
        };
        let (inputs, terms) = (usize::from(inputs), usize::from(terms));
        if inputs != inputs_of::<G>() || terms != G::TERMS.len() {
            return Err(NetError::OtherShape { inputs, terms });
        }
        let mut rest = &bytes[8..];
        if rest.len() != (inputs + 3) * HIDDEN * 2 + terms * 4 {
            return Err(NetError::Length(bytes.len()));
        }
        let mut view = || -> View {
            let (mine, others) = rest.split_at(HIDDEN * 2);
            rest = others;
            std::array::from_fn(|at| i16::from_le_bytes([mine[2 * at], mine[2 * at + 1]]))
        };
        let inputs = (0..inputs).map(|_| view()).collect();
        let (empty, out) = (view(), [view(), view()]);
        let terms = rest.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        Ok(Net { inputs, empty, out, terms })
    }

    /// The net as bytes, which [`Net::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        let shape = [self.inputs.len() as u16, self.terms.len() as u16];
        let views = self.inputs.iter().chain([&self.empty]).chain(&self.out);
        let terms = self.terms.iter().flat_map(|weight| weight.to_le_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(shape.into_iter().flat_map(u16::to_le_bytes));
        bytes.extend(views.flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(terms);
        bytes
    }

    /// What it makes of a position, for the team to move.
    #[inline]
    pub fn judge<G: Evaluate>(&self, game: &G, position: &G::Position) -> Score {
        let (mut own, mut other) = (self.empty, self.empty);
        game.inputs(position, &mut |seen, seen_by_other| {
            let (seen, seen_by_other) = (&self.inputs[seen], &self.inputs[seen_by_other]);
            for at in 0..HIDDEN {
                own[at] += seen[at];
                other[at] += seen_by_other[at];
            }
        });
        let views = weigh(&own, &self.out[0]) + weigh(&other, &self.out[1]);
        let mut terms = [0.0; TERMS];
        game.terms(position, &mut terms);
        let sum: f32 = terms.iter().zip(&self.terms).map(|(term, weight)| term * weight).sum();
        let scale = 100.0 / (VIEW_ONE * VIEW_ONE * OUT_ONE);
        ((views as f32 * scale + sum) as Score).clamp(-MOST, MOST)
    }
}

/// A view, clipped to 0…1, squared, weighed and summed.
#[inline]
fn weigh(view: &View, weights: &View) -> i32 {
    let mut sum = 0;
    for at in 0..HIDDEN {
        let clipped = view[at].clamp(0, VIEW_ONE as i16);
        // The product with the weight fits 16 bits, so that both factors of the sum do: processors have that in one step.
        sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weights[at]));
    }
    sum
}

/// How many inputs a net of a game has: every kind of thing on every square.
pub(crate) const fn inputs_of<G: Evaluate>() -> usize {
    G::KINDS * G::INFO.board.size()
}
