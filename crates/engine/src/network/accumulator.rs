//! Accumulators: first-layer sums that are updated from one position to the next.
//!
//! An accumulator remembers the planes that it was computed from. So it can be brought up to date with any position by
//! the features that differ, without knowing the moves between them, and is never stale: what a search left at a ply
//! is as good a start as any, only perhaps farther away.

use halfboard_rules::board::squares;
use halfboard_rules::game::Game;

use super::input::{MAX_PLANES, NetworkInput, Planes, plane_count};
use super::{Network, NeuronBlock};
use crate::simd::shift;

/// First-layer sums from the point of view of White and of Black.
pub(super) struct Accumulator {
    planes: Planes,
    pub(super) views: [Vec<NeuronBlock>; 2],
}

impl Accumulator {
    /// Returns the accumulator of a position without features.
    pub(super) fn new(network: &Network) -> Self {
        Accumulator { planes: [0; MAX_PLANES], views: [network.bias.clone(), network.bias.clone()] }
    }

    /// Adds and subtracts the features that differ from a position's, starting from whichever is nearest: this
    /// accumulator, its parent's, or one without features.
    pub(super) fn update<G: NetworkInput>(&mut self, network: &Network, planes: &Planes, parent: Option<&Accumulator>) {
        let mut nearest = self.distance::<G>(planes);
        let (mut start, mut sources) = (&self.planes, [None; 2]);
        if let Some(parent) = parent {
            let distance = parent.distance::<G>(planes);
            if distance < nearest {
                nearest = distance;
                (start, sources) = (&parent.planes, parent.views.each_ref().map(|view| Some(&view[..])));
            }
        }
        // Few changes are hardly worth counting the features.
        if nearest > MAX_CHANGES as u32 && distance::<G>(&[0; MAX_PLANES], planes) < nearest {
            (start, sources) = (&[0; MAX_PLANES], [Some(&network.bias[..]); 2]);
        }
        let differences: Planes = std::array::from_fn(|plane| start[plane] ^ planes[plane]);
        self.planes = *planes;
        let mut changes = FeatureChanges::default();
        let size = G::INFO.board.size();
        for (plane, &difference) in differences[..plane_count::<G>()].iter().enumerate() {
            for square in squares(difference) {
                let is_added = planes[plane] & square.bit64() != 0;
                changes.push(network, plane * size + square.index(), is_added);
                if changes.is_full() {
                    self.apply(network, std::mem::take(&mut sources), &changes);
                    changes = FeatureChanges::default();
                }
            }
        }
        self.apply(network, sources, &changes);
    }

    #[inline]
    fn apply(&mut self, network: &Network, sources: [Option<&[NeuronBlock]>; 2], changes: &FeatureChanges) {
        for (side, view) in self.views.iter_mut().enumerate() {
            let [removed, added] = changes.lists(side);
            shift(view, sources[side], &network.feature_weights, added, removed);
        }
    }

    /// Returns the number of features that differ from a position's.
    #[inline]
    fn distance<G: NetworkInput>(&self, planes: &Planes) -> u32 {
        distance::<G>(&self.planes, planes)
    }
}

/// Returns the number of features that differ between two positions.
#[inline]
fn distance<G: NetworkInput>(before: &Planes, after: &Planes) -> u32 {
    let pairs = before[..plane_count::<G>()].iter().zip(&after[..plane_count::<G>()]);
    pairs.map(|(before, after)| (before ^ after).count_ones()).sum()
}

/// Maximum number of features that are added, or removed, in one pass.
const MAX_CHANGES: usize = 8;

/// Features that become active or inactive.
#[derive(Default)]
struct FeatureChanges {
    /// By side, then the removed and the added ones.
    features: [[[u16; MAX_CHANGES]; 2]; 2],
    counts: [usize; 2],
}

impl FeatureChanges {
    #[inline]
    fn push(&mut self, network: &Network, feature: usize, is_added: bool) {
        let kind = usize::from(is_added);
        let at = self.counts[kind] % MAX_CHANGES;
        self.features[0][kind][at] = feature as u16;
        self.features[1][kind][at] = network.black_features[feature];
        self.counts[kind] += 1;
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.counts.contains(&MAX_CHANGES)
    }

    /// Returns the removed and the added features as a side sees them.
    #[inline]
    fn lists(&self, side: usize) -> [&[u16]; 2] {
        [0, 1].map(|kind| &self.features[side][kind][..self.counts[kind]])
    }
}

/// The accumulators of a search, one for each ply.
#[derive(Default)]
pub(crate) struct AccumulatorStack {
    slots: Vec<Accumulator>,
}

impl AccumulatorStack {
    /// Returns the accumulator of a position, updated from the last position at its ply or at the ply before, whichever
    /// is nearer. Only positions that are evaluated are ever computed.
    #[inline]
    pub(super) fn update<G: Game + NetworkInput>(
        &mut self,
        network: &Network,
        planes: &Planes,
        ply: usize,
    ) -> &Accumulator {
        if self.slots.len() <= ply {
            self.slots.resize_with(ply + 1, || Accumulator::new(network));
        }
        let (before, rest) = self.slots.split_at_mut(ply);
        let slot = &mut rest[0];
        slot.update::<G>(network, planes, before.last());
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Evaluate;
    use crate::games::EngineGame;
    use crate::network::input::features;
    use halfboard_rules::playout::random_move;
    use halfboard_rules::random::SplitMix64;

    /// A network with random weights, so that every feature matters.
    fn random_network<G: Evaluate + NetworkInput>(random: &mut SplitMix64) -> Network {
        let blocks = 2;
        let mut rows = |count: usize| {
            (0..count).map(|_| std::array::from_fn(|_| random.below(101) as i16 - 50)).collect::<Vec<NeuronBlock>>()
        };
        let features = plane_count::<G>() * G::INFO.board.size();
        let (weights, bias, outputs) = (rows(features * blocks), rows(blocks), rows(2 * blocks * G::OUTPUT_BUCKETS));
        Network::new::<G>(weights, bias, outputs, vec![0.0; G::TERMS.len() * G::OUTPUT_BUCKETS])
    }

    fn updates_like_recomputing<G: EngineGame>() {
        for feature in 0..plane_count::<G>() * G::INFO.board.size() {
            assert_eq!(G::seen_by_black(G::seen_by_black(feature)), feature);
        }
        let mut random = SplitMix64::new(7);
        let network = random_network::<G>(&mut random);
        let mut stack = AccumulatorStack::default();
        for preset in G::PRESETS {
            let game = G::new(preset.options).expect("presets are valid");
            for seed in 0..6 {
                let mut position = game.start(seed);
                for ply in 0..60 {
                    if game.ending(&position).is_some() {
                        break;
                    }
                    let count = features(&game, &position).len();
                    assert!(count <= G::MAX_ACTIVE, "{count} features: {}", game.format_position(&position));
                    // Some positions are not evaluated, and some plies are visited again.
                    let at = (ply + random.below(3) as usize).saturating_sub(1);
                    if random.below(3) > 0 {
                        let expected = network.evaluate(&game, &position);
                        assert_eq!(network.evaluate_at(&game, &position, at, &mut stack), expected, "{position:?}");
                    }
                    let mv = random_move(&game, &position, &mut random);
                    game.play(&mut position, mv);
                }
            }
        }
    }

    macro_rules! tests {
        ($($module:ident::$Game:ident),+ $(,)?) => {
            $(
                #[test]
                fn $module() {
                    updates_like_recomputing::<halfboard_rules::games::$module::$Game>();
                }
            )+
        };
    }
    halfboard_rules::games!(tests);
}
