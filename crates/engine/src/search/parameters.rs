//! Tunable parameters of the search: what SPSA tunes, and what matches between two settings compare.

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $default:literal in $range:expr,)+) => {
        /// Tunable parameters of the search.
        ///
        /// Each game has its own values, found by matches; see `docs/strength.md`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParameters {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl SearchParameters {
            /// The values of a game for which none were tuned.
            pub const DEFAULT: SearchParameters = SearchParameters { $($name: $default,)+ };

            /// The names and the ranges of the parameters.
            pub const RANGES: &'static [(&'static str, std::ops::RangeInclusive<i32>)] =
                &[$((stringify!($name), $range),)+];

            /// Returns a parameter by its name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    /// Late move reductions: constant part in hundredths of a ply.
    lmr_base: 30 in 0..=150,
    /// Divisor of ln(depth) · ln(move number) in hundredths.
    lmr_divisor: 220 in 120..=400,
    /// Hundredths of a ply that the best history saves, and the worst costs.
    lmr_history: 100 in 0..=300,
    /// 1 to reduce late moves at the root as well, 0 not to.
    root_reductions: 0 in 0..=1,
    /// 1 to prune by the score in the transposition table instead of the static evaluation where its bound allows, 0 not
    /// to.
    table_evaluation: 0 in 0..=1,
    /// Greatest depth of reverse futility pruning in plies.
    reverse_futility_depth: 3 in 0..=8,
    /// Margin of reverse futility pruning per ply in hundredths of a logit.
    reverse_futility_margin: 50 in 20..=150,
    /// 1 to try null moves, 0 not to.
    null_move: 1 in 0..=1,
    /// Reduction of a null move in hundredths of a ply.
    null_move_base: 300 in 200..=500,
    /// Part of the remaining depth by which a null move is reduced as well, in hundredths.
    null_move_depth: 25 in 0..=50,
    /// Greatest depth of late move pruning in plies.
    late_move_depth: 2 in 0..=6,
    /// Late move pruning: moves that are searched at any depth.
    late_move_base: 10 in 2..=30,
    /// Moves that are searched for each ply squared.
    late_move_factor: 14 in 1..=30,
    /// Greatest depth of futility pruning of quiet moves in plies.
    futility_depth: 0 in 0..=6,
    /// Margin of futility pruning in hundredths of a logit.
    futility_base: 60 in 0..=300,
    /// The same per ply of depth.
    futility_margin: 60 in 20..=200,
    /// 1 to search positions in which the opponent threatens to win a ply deeper, 0 not to.
    threat_extension: 1 in 0..=1,
    /// Half of the first aspiration window in hundredths of a logit.
    aspiration: 30 in 8..=100,
}
