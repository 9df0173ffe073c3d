//! Processor instructions beyond those of the build's target: AVX2 for the inner loops of networks, chosen at run time,
//! and prefetching.
//!
//! The inner loops are compiled twice from the same portable code, which the compiler turns into vector instructions, so
//! both versions give the same results. Only the output layer has a version of its own for WebAssembly. Calling the AVX2
//! version and prefetching are the only unsafe code of the engine.

use std::sync::atomic::AtomicU64;

use crate::network::{ACCUMULATOR_SCALE, NeuronBlock};

/// Fetches a word into the cache, where that is possible. The word's most significant byte must be zero, always.
#[inline]
pub(crate) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "the instruction has no safe form")]
        // SAFETY: prefetching neither reads nor writes; every x86-64 processor has the instruction.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
        }
    }
    // WebAssembly has no such instruction. While a load is waited for, a processor soon runs out of room for what follows, but a
    // store waits elsewhere.
    #[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
    {
        const MOST_SIGNIFICANT: usize = 7;
        let bytes = word.as_ptr().cast::<u8>();
        #[expect(unsafe_code, reason = "compilers drop a store that is safe, since it changes nothing")]
        // SAFETY: the byte is a part of the word, it is zero already, and there is only one thread.
        unsafe {
            bytes.add(MOST_SIGNIFICANT).write_volatile(0);
        }
    }
    #[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", not(target_feature = "atomics")))))]
    let _ = word;
}

/// Returns the weighted sum of the squared clipped ReLU of an accumulator's view.
#[inline]
pub(crate) fn activate(view: &[NeuronBlock], weights: &[NeuronBlock]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the feature is detected at run time")]
        // SAFETY: the processor has AVX2.
        return unsafe { activate_avx2(view, weights) };
    }
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    return activate_simd128(view, weights);
    #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
    activate_portable(view, weights)
}

/// The same with the instruction that multiplies and adds pairs, which compilers do not find for WebAssembly.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
fn activate_simd128(view: &[NeuronBlock], weights: &[NeuronBlock]) -> i32 {
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat,
    };
    let (zero, one) = (i16x8_splat(0), i16x8_splat(ACCUMULATOR_SCALE as i16));
    let mut sums = i32x4_splat(0);
    for (block, weights) in view.iter().zip(weights) {
        for (lanes, weights) in block.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
            let [lanes, weights] = [lanes, weights].map(|&[a, b, c, d, e, f, g, h]| i16x8(a, b, c, d, e, f, g, h));
            let clipped = i16x8_min(i16x8_max(lanes, zero), one);
            sums = i32x4_add(sums, i32x4_dot_i16x8(clipped, i16x8_mul(clipped, weights)));
        }
    }
    i32x4_extract_lane::<0>(sums)
        + i32x4_extract_lane::<1>(sums)
        + i32x4_extract_lane::<2>(sums)
        + i32x4_extract_lane::<3>(sums)
}

/// Adds and subtracts rows of first-layer weights, in one pass over the sums. Starts from `source`, or from what the
/// view holds.
#[inline]
pub(crate) fn shift(
    view: &mut [NeuronBlock],
    source: Option<&[NeuronBlock]>,
    rows: &[NeuronBlock],
    added: &[u16],
    removed: &[u16],
) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the feature is detected at run time")]
        // SAFETY: the processor has AVX2.
        return unsafe { shift_avx2(view, source, rows, added, removed) };
    }
    shift_portable(view, source, rows, added, removed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn activate_avx2(view: &[NeuronBlock], weights: &[NeuronBlock]) -> i32 {
    activate_portable(view, weights)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn shift_avx2(
    view: &mut [NeuronBlock],
    source: Option<&[NeuronBlock]>,
    rows: &[NeuronBlock],
    added: &[u16],
    removed: &[u16],
) {
    shift_portable(view, source, rows, added, removed);
}

#[cfg(any(test, not(all(target_family = "wasm", target_feature = "simd128"))))]
#[inline(always)]
fn activate_portable(view: &[NeuronBlock], weights: &[NeuronBlock]) -> i32 {
    let mut sum = 0;
    for (block, weights) in view.iter().zip(weights) {
        for (&lane, &weight) in block.iter().zip(weights) {
            let clipped = lane.clamp(0, ACCUMULATOR_SCALE as i16);
            // The product with the weight fits 16 bits, so both factors do: processors have an instruction for that.
            sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weight));
        }
    }
    sum
}

#[inline(always)]
fn shift_portable(
    view: &mut [NeuronBlock],
    source: Option<&[NeuronBlock]>,
    rows: &[NeuronBlock],
    added: &[u16],
    removed: &[u16],
) {
    let blocks = view.len();
    for (at, sums) in view.iter_mut().enumerate() {
        // The sums stay in registers. Compilers load a chosen reference as a whole, and a chosen block lane by lane.
        let mut block = *source.map_or(&*sums, |source| &source[at]);
        for &feature in added {
            let weights = &rows[usize::from(feature) * blocks + at];
            for (sum, weight) in block.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &feature in removed {
            let weights = &rows[usize::from(feature) * blocks + at];
            for (sum, weight) in block.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *sums = block;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfboard_rules::random::SplitMix64;

    #[test]
    fn the_chosen_instructions_compute_what_the_portable_code_does() {
        let mut random = SplitMix64::new(1);
        let mut blocks = |count: usize, range: u32| -> Vec<NeuronBlock> {
            let mut number = || random.below(u64::from(2 * range) + 1) as i16 - range as i16;
            (0..count).map(|_| std::array::from_fn(|_| number())).collect()
        };
        for width in 1..=8 {
            let (rows, source) = (blocks(20 * width, 3000), blocks(width, 3000));
            let (view, weights) = (blocks(width, 400), blocks(width, 127));
            assert_eq!(activate(&view, &weights), activate_portable(&view, &weights));
            for (added, removed) in [(&[][..], &[][..]), (&[3], &[19]), (&[0, 7, 12], &[1, 2, 3, 4])] {
                for source in [None, Some(&source[..])] {
                    let (mut chosen, mut portable) = (view.clone(), view.clone());
                    shift(&mut chosen, source, &rows, added, removed);
                    shift_portable(&mut portable, source, &rows, added, removed);
                    assert_eq!(chosen, portable);
                }
            }
        }
    }
}
