//! Accumulators: first-layer sums that are updated from one position to the next.
//!
//! An accumulator remembers the planes that it was computed from. So it can be brought up to date with any position by
//! the features that differ, without knowing the moves between them, and is never stale: what a search left at a ply
//! is as good a start as any, only perhaps farther away.

use halfboard_rules::board::squares;
use halfboard_rules::game::Game;

use super::input::{MAX_PLANES, NetworkInput, Planes, plane_count};
use super::{Network, NeuronBlock};

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

    fn copy_from(&mut self, other: &Accumulator) {
        self.planes = other.planes;
        for (view, other) in self.views.iter_mut().zip(&other.views) {
            view.copy_from_slice(other);
        }
    }

    /// Adds and subtracts the features that differ from a position's.
    pub(super) fn update<G: NetworkInput>(&mut self, network: &Network, planes: &Planes) {
        let active: u32 = planes[..plane_count::<G>()].iter().map(|plane| plane.count_ones()).sum();
        if self.distance::<G>(planes) > active {
            self.planes = [0; MAX_PLANES];
            self.views.iter_mut().for_each(|view| view.copy_from_slice(&network.bias));
        }
        let mut changes = FeatureChanges::default();
        let size = G::INFO.board.size();
        let before_planes = std::mem::replace(&mut self.planes, *planes);
        for (plane, (before, after)) in before_planes.iter().zip(planes).enumerate().take(plane_count::<G>()) {
            for square in squares(!before & after) {
                changes.add(plane * size + square.index());
            }
            for square in squares(before & !after) {
                changes.remove(plane * size + square.index());
            }
            if changes.added_count.max(changes.removed_count) + 64 > MAX_CHANGES {
                self.apply(network, &changes);
                changes = FeatureChanges::default();
            }
        }
        self.apply(network, &changes);
    }

    fn apply(&mut self, network: &Network, changes: &FeatureChanges) {
        let [white, black] = &mut self.views;
        let (added, removed) = changes.lists();
        shift(white, network, added, removed, usize::from);
        shift(black, network, added, removed, |feature| usize::from(network.black_features[usize::from(feature)]));
    }

    /// Returns the number of features that differ from a position's.
    #[inline]
    fn distance<G: NetworkInput>(&self, planes: &Planes) -> u32 {
        let pairs = self.planes.iter().zip(planes).take(plane_count::<G>());
        pairs.map(|(before, after)| (before ^ after).count_ones()).sum()
    }
}

/// Adds and subtracts the weights of features, as a side sees them. One pass over the sums: they stay in registers.
#[inline]
fn shift(view: &mut [NeuronBlock], network: &Network, added: &[u16], removed: &[u16], seen: impl Fn(u16) -> usize) {
    let blocks = view.len();
    for (at, sums) in view.iter_mut().enumerate() {
        let mut block = *sums;
        for &feature in added {
            let weights = &network.feature_weights[seen(feature) * blocks + at];
            for (sum, weight) in block.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &feature in removed {
            let weights = &network.feature_weights[seen(feature) * blocks + at];
            for (sum, weight) in block.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *sums = block;
    }
}

/// Maximum number of changes that are applied at once: more than the features of one plane.
const MAX_CHANGES: usize = 80;

/// Features that become active or inactive.
struct FeatureChanges {
    added: [u16; MAX_CHANGES],
    removed: [u16; MAX_CHANGES],
    added_count: usize,
    removed_count: usize,
}

impl Default for FeatureChanges {
    #[inline]
    fn default() -> Self {
        FeatureChanges { added: [0; MAX_CHANGES], removed: [0; MAX_CHANGES], added_count: 0, removed_count: 0 }
    }
}

impl FeatureChanges {
    #[inline]
    fn add(&mut self, feature: usize) {
        self.added[self.added_count] = feature as u16;
        self.added_count += 1;
    }

    #[inline]
    fn remove(&mut self, feature: usize) {
        self.removed[self.removed_count] = feature as u16;
        self.removed_count += 1;
    }

    fn lists(&self) -> (&[u16], &[u16]) {
        (&self.added[..self.added_count], &self.removed[..self.removed_count])
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
        if let Some(parent) = before.last()
            && parent.distance::<G>(planes) < slot.distance::<G>(planes)
        {
            slot.copy_from(parent);
        }
        slot.update::<G>(network, planes);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Evaluate;
    use crate::games::EngineGame;
    use halfboard_rules::options::OptionSet;
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
        let game = G::new(G::Options::DEFAULT).expect("defaults are valid");
        for feature in 0..plane_count::<G>() * G::INFO.board.size() {
            assert_eq!(G::seen_by_black(G::seen_by_black(feature)), feature);
        }
        let mut random = SplitMix64::new(7);
        let network = random_network::<G>(&mut random);
        let mut stack = AccumulatorStack::default();
        for seed in 0..20 {
            let mut position = game.start(seed);
            for ply in 0..60 {
                if game.ending(&position).is_some() {
                    break;
                }
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
