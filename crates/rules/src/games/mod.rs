//! The games, one module each, and [`games!`](crate::games!), the list of them.

/// Passes the list of games to a macro: pairs of a module and a type, in the order in which players see them.
///
/// This is the only list of games. The registry, the engine, the texts, tests and benchmarks expand from it.
///
/// ```
/// macro_rules! names {
///     ($($module:ident::$Game:ident),+ $(,)?) => {
///         [$(<halfboard_rules::games::$module::$Game as halfboard_rules::game::Game>::INFO.name),+]
///     };
/// }
/// let names = halfboard_rules::games!(names);
/// assert_eq!(names[0], "Sight Reduction");
/// ```
#[macro_export]
macro_rules! games {
    ($($callback:ident)::+) => {
        $($callback)::+! {
            sight_reduction::SightReduction,
            lines_of_action::LinesOfAction,
            stacks_in_action::StacksInAction,
            j::J,
            sllim::Sllim,
        }
    };
}

macro_rules! declare_modules {
    ($($module:ident::$Game:ident),+ $(,)?) => {
        $(pub mod $module;)+
    };
}
games!(declare_modules);
