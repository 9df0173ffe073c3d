//! Evaluation of Three's a Crowd: the squares that are left to each side.

use halfboard_rules::games::crowd::{Crowd, Position};

use crate::evaluate::{Evaluate, ExplainsWhen, MAX_TERMS, Term};

impl Evaluate for Crowd {
    const TERMS: &'static [Term] = &[
        Term::new("tempo"),
        Term::new("squares").explains(ExplainsWhen::Gained),
        Term::new("private").explains(ExplainsWhen::Gained),
    ];

    const WEIGHTS: &'static [f32] = &[0.0, 10.0, 25.0];

    fn terms(&self, position: &Position, terms: &mut [f32; MAX_TERMS]) {
        let color = position.to_move();
        let own = self.allowed(position, color);
        let other = self.allowed(position, color.other());
        terms[0] = 1.0;
        terms[1] = own.count_ones() as f32 - other.count_ones() as f32;
        // Squares that only one side may use: a reserve that the other cannot take away.
        terms[2] = (own & !other).count_ones() as f32 - (other & !own).count_ones() as f32;
    }
}
