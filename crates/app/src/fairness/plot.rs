//! The axes of plots, with marks at round numbers.

/// An axis from 0 to a round number, with its marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The end of the axis.
    pub most: f64,
    /// The positions of the marks.
    pub marks: Vec<f64>,
}

/// Returns the axis for lengths up to `longest`: at most six marks, at multiples of a round number.
pub fn length_axis(longest: u32) -> Axis {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let longest = f64::from(longest.max(1));
    let step = steps.into_iter().find(|step| longest / step <= 5.0).unwrap_or(longest / 5.0);
    let count = (longest / step).ceil() as u32;
    Axis { most: step * f64::from(count), marks: (0..=count).map(|nth| step * f64::from(nth)).collect() }
}

impl Axis {
    /// Returns the position of a number on the axis, from 0 to 1.
    pub fn at(&self, number: f64) -> f64 {
        (number / self.most).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_marks() {
        for longest in [0, 1, 29, 116, 500, 99_999] {
            let axis = length_axis(longest);
            assert!(axis.marks.len() <= 7 && axis.most >= f64::from(longest), "{longest}: {axis:?}");
        }
        assert_eq!(length_axis(116).marks, [0.0, 25.0, 50.0, 75.0, 100.0, 125.0]);
    }
}
