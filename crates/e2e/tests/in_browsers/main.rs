//! A smoke test of the app in Firefox and WebKitGTK. `cargo xtask test browsers` installs what it needs and runs it; all other
//! tests run in Chromium only.

mod smoke;

/// Declares the tests of an engine.
macro_rules! smoke_test {
    ($($module:ident: $engine:expr;)*) => {$(
        mod $module {
            use halfboard_e2e::Engine;

            #[test]
            #[ignore = "run by `cargo xtask test browsers`"]
            fn the_home_page_opens() {
                crate::smoke::home_page($engine);
            }

            #[test]
            #[ignore = "run by `cargo xtask test browsers`"]
            fn a_game_against_the_computer_is_played_to_its_end() {
                crate::smoke::whole_game($engine);
            }

            #[test]
            #[ignore = "run by `cargo xtask test browsers`"]
            fn a_position_is_analysed() {
                crate::smoke::analysis($engine);
            }

            #[test]
            #[ignore = "run by `cargo xtask test browsers`"]
            fn a_puzzle_is_solved() {
                crate::smoke::puzzle($engine);
            }

            #[test]
            #[ignore = "run by `cargo xtask test browsers`"]
            fn a_move_is_made_online() {
                crate::smoke::online_move($engine);
            }
        }
    )*};
}

smoke_test! {
    firefox: Engine::Firefox;
    webkit: Engine::WebKit;
}
