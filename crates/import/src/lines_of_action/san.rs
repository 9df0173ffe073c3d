//! Moves in the manner of chess, as PlayStrategy writes them: `Lb3`, `Lxb3`, `Lbb3`, `L1xb3`, `Lb1b3`, each with the
//! letter of the piece, as much of the origin as is needed, and the target.

use halfboard_rules::session::Session;

/// Returns the only legal move that a text in this notation stands for, or `None`.
pub(super) fn find(session: &dyn Session, text: &str) -> Option<String> {
    let text = text.trim_end_matches(['#', '+', '!', '?']);
    let rest = text.strip_prefix('L').or_else(|| text.strip_prefix('l'))?.replace('x', "");
    let (origin, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let matches = |mv: &String| {
        let Some((from, to)) = mv.split_at_checked(2).filter(|_| mv.len() == 4) else { return false };
        to == target && (origin.is_empty() || from == origin || origin.len() == 1 && from.contains(origin))
    };
    let mut found = session.moves().into_iter().filter(matches);
    let mv = found.next()?;
    found.next().is_none().then_some(mv)
}

#[cfg(test)]
mod tests {
    use halfboard_rules::registry;

    use super::find;

    #[test]
    fn origins_are_as_exact_as_they_must_be() {
        let session = registry::rules("lines-of-action:first=black").expect("rules").start(0);
        let found = |text: &str| find(&*session, text);
        assert_eq!(found("Lb3").as_deref(), None, "b1 and d1 can both go there");
        assert_eq!(found("Lbb3").as_deref(), Some("b1b3"));
        assert_eq!(found("Lb1b3#").as_deref(), Some("b1b3"));
        assert_eq!(found("Lxh6").as_deref(), Some("f8h6"));
        for other in ["b3", "L", "Lé3", "Lz9", "Qb3", "L1b3"] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
