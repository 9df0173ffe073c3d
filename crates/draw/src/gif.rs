//! Animated GIFs. A frame stores only the rectangle that differs from the frame before.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// The number of colours in the palette; one more index means "as before".
const COLORS: usize = 255;

/// The index of pixels that stay as they are.
const UNCHANGED: u8 = 255;

/// A writer of an animated GIF, frame by frame.
pub struct GifWriter {
    width: u16,
    height: u16,
    palette: Vec<[u8; 3]>,
    /// The palette's index of every colour seen so far.
    nearest: HashMap<[u8; 3], u8>,
    /// The indices of the last frame.
    before: Vec<u8>,
    encoder: Encoder<Vec<u8>>,
}

impl GifWriter {
    /// Starts an animation that repeats for ever. The palette is made from samples, such as the first and the last
    /// frame, in the form that [`GifWriter::frame`] takes.
    #[must_use]
    pub fn new(width: u16, height: u16, samples: &[&[u8]]) -> GifWriter {
        let palette = palette(samples);
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.concat()).expect("writes to memory");
        encoder.set_repeat(Repeat::Infinite).expect("writes to memory");
        GifWriter { width, height, palette, nearest: HashMap::new(), before: Vec::new(), encoder }
    }

    /// Adds a frame: red, green, blue and opacity of every pixel, row by row; the opacity is ignored. The delay until
    /// the next frame is in hundredths of a second.
    ///
    /// # Panics
    ///
    /// Panics if the number of pixels is not that of the animation.
    pub fn frame(&mut self, rgba: &[u8], delay: u16) {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        assert_eq!(rgba.len(), width * height * 4, "a frame has as many pixels as the animation");
        let mut indices = Vec::with_capacity(width * height);
        for (color, count) in runs(rgba) {
            let index = self.index(color);
            indices.resize(indices.len() + count, index);
        }
        let changed = |x: usize, y: usize| self.before.get(y * width + x) != Some(&indices[y * width + x]);
        let rows: Vec<usize> = (0..height).filter(|&y| (0..width).any(|x| changed(x, y))).collect();
        // A frame without changes still takes its time: it repeats one pixel.
        let (top, bottom) = (rows.first().copied().unwrap_or(0), rows.last().copied().unwrap_or(0));
        let left = (0..width).find(|&x| rows.iter().any(|&y| changed(x, y))).unwrap_or(0);
        let right = (0..width).rev().find(|&x| rows.iter().any(|&y| changed(x, y))).unwrap_or(0);
        let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for y in top..=bottom {
            buffer.extend((left..=right).map(|x| if changed(x, y) { indices[y * width + x] } else { UNCHANGED }));
        }
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: (!self.before.is_empty()).then_some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("writes to memory");
        self.before = indices;
    }

    /// Returns the file.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("writes to memory")
    }

    fn index(&mut self, color: [u8; 3]) -> u8 {
        let palette = &self.palette;
        *self.nearest.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> u32 {
                other.iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = (0..palette.len()).min_by_key(|&index| distance(&palette[index]));
            nearest.unwrap_or_default() as u8
        })
    }
}

/// Returns the colours of pixels with how often each follows itself: most of a board is plain areas, and looking up every
/// pixel takes most of the time.
fn runs(rgba: &[u8]) -> impl Iterator<Item = ([u8; 3], usize)> {
    let pixels = rgba.as_chunks::<4>().0;
    pixels.chunk_by(|one, next| one == next).map(|run| ([run[0][0], run[0][1], run[0][2]], run.len()))
}

/// How long frames are shown, in hundredths of a second.
#[cfg(feature = "png")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Every frame but the last.
    pub turn: u16,
    /// The last frame.
    pub last: u16,
}

#[cfg(feature = "png")]
impl Default for Timing {
    fn default() -> Timing {
        Timing { turn: 80, last: 300 }
    }
}

/// Returns drawings of the same size as an animated GIF at this width in pixels, such as the
/// [frames of a game](crate::frames).
///
/// # Errors
///
/// Fails if the width or the height is 0 or above [`MAX_PIXELS`](crate::MAX_PIXELS).
///
/// # Panics
///
/// Panics if there are no frames, or if they differ in size.
#[cfg(feature = "png")]
pub fn gif(frames: &[crate::Drawing], width: u32, timing: Timing) -> Result<Vec<u8>, crate::SizeError> {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { panic!("an animation has a frame") };
    let samples = [first.to_pixels(width)?, last.to_pixels(width)?];
    let (columns, rows) = (samples[0].width() as u16, samples[0].height() as u16);
    let mut writer = GifWriter::new(columns, rows, &[samples[0].data(), samples[1].data()]);
    for (index, frame) in frames.iter().enumerate() {
        let delay = if index + 1 == frames.len() { timing.last } else { timing.turn };
        writer.frame(frame.to_pixels(width)?.data(), delay);
    }
    Ok(writer.finish())
}

/// Returns the colours that stand for all: the most frequent one of every small cube of colours, frequent cubes first.
/// Plain areas keep their exact colours; what is lost are shades at edges.
fn palette(samples: &[&[u8]]) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for (color, count) in samples.iter().flat_map(|sample| runs(sample)) {
        *counts.entry(color).or_default() += count as u32;
    }
    // Sorted, so that the same pictures give the same file.
    let mut counts: Vec<(u32, [u8; 3])> = counts.into_iter().map(|(color, count)| (count, color)).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let mut cubes: HashMap<[u8; 3], usize> = HashMap::new();
    let mut colors: Vec<(u32, [u8; 3])> = Vec::new();
    for (count, color) in counts {
        let cube = *cubes.entry(color.map(|part| part >> 3)).or_insert(colors.len());
        match colors.get_mut(cube) {
            Some((total, _)) => *total += count,
            None => colors.push((count, color)),
        }
    }
    colors.sort_unstable_by(|a, b| b.cmp(a));
    colors.truncate(COLORS);
    let mut palette: Vec<[u8; 3]> = colors.into_iter().map(|(_, color)| color).collect();
    // The index of unchanged pixels must exist.
    palette.resize(COLORS + 1, [0; 3]);
    palette
}
