//! Setting up games: the form follows the registry, explains what does not go together, and makes games.

use halfboard_app::play::{Play, Player};
use halfboard_app::setup::{Form, FormError, Opponent, SideChoice};
use halfboard_engine::levels::Level;
use halfboard_rules::options::OptionError;
use halfboard_rules::record::Start;
use halfboard_rules::registry;

fn form(game: &str) -> Form {
    Form::new(registry::game(game).expect("a game"), 3, 7)
}

fn set(form: &mut Form, option: &str, word: &str) {
    let index = index(form, option);
    form.options[index] = word.to_owned();
}

fn index(form: &Form, option: &str) -> usize {
    form.option_infos().iter().position(|info| info.name == option).expect("an option")
}

#[test]
fn every_preset_is_recognised_and_makes_a_game() {
    for game in registry::games() {
        let mut form = Form::new(*game, 3, 7);
        assert_eq!(form.preset(), Some(0));
        for (index, preset) in game.presets().iter().enumerate() {
            form.choose_preset(preset);
            assert_eq!((form.preset(), form.rules_string()), (Some(index), preset.rules.clone()));
            let setup = form.setup(1).expect("valid");
            let play = Play::new(&setup, "2026.01.01").expect("valid");
            assert_eq!(play.session().rules(), preset.rules);
            assert_eq!(play.players().len(), form.seats().len());
            let again = Form::read(*game, 1, 0, &form.write());
            assert_eq!(again.options, form.options);
        }
    }
}

#[test]
fn an_own_mix_has_no_preset() {
    let mut form = form("sllim");
    set(&mut form, "knockout", "on");
    set(&mut form, "momentum", "on");
    assert_eq!(form.preset(), None);
    assert_eq!(form.setup(0).expect("valid").rules, "sllim:knockout=on,momentum=on");
}

#[test]
fn conflicts_name_the_option_and_can_be_mended() {
    let mut form = form("lines-of-action");
    set(&mut form, "players", "four");
    set(&mut form, "setup", "parachute");
    let players = index(&form, "players");
    assert!(matches!(form.error(), Some(FormError::Option(at, OptionError::Conflict { .. })) if at == players));
    // Both ways out are open, and who begins has nothing to do with it.
    let clashes = form.clashes(index(&form, "setup"));
    assert_eq!(clashes.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    let clashes = form.clashes(players);
    assert_eq!(clashes.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(form.clashes(index(&form, "first")), [None, None]);
    form.reset_option(players);
    assert_eq!(form.error(), None);
}

#[test]
fn every_value_that_is_not_marked_can_be_chosen() {
    for game in registry::games() {
        for preset in game.presets() {
            let mut form = Form::new(*game, 3, 7);
            form.choose_preset(&preset);
            for option in 0..form.option_infos().len() {
                let halfboard_rules::options::Values::Listed(values) = form.option_infos()[option].values else {
                    continue;
                };
                for (value, clash) in values.iter().zip(form.clashes(option)) {
                    let mut changed = form.clone();
                    changed.options[option] = (*value).to_owned();
                    assert_eq!(changed.rules().is_err(), clash.is_some(), "{} {}", preset.rules, value);
                }
            }
        }
    }
}

#[test]
fn typed_values_are_told_apart_from_rules_strings() {
    let mut form = form("sight-reduction");
    set(&mut form, "solitaire", "on");
    let target = index(&form, "target");
    for wrong in ["", "C4", "C4,B7", "C4-B7,first=black", "=", "C4-C4", "<b>", "ü"] {
        set(&mut form, "target", wrong);
        let problem = form.error();
        let told = matches!(&problem, Some(FormError::Option(at, OptionError::UnknownValue { .. })) if *at == target);
        assert!(told, "{wrong}: {problem:?}");
    }
    set(&mut form, "target", "C4-B7");
    assert_eq!(form.error(), None);
    assert_eq!(form.seats(), ["Player"]);
}

#[test]
fn seats_are_taken_as_chosen() {
    let mut form = form("j");
    form.names[0] = " Ann ".to_owned();
    let seated = |form: &Form, chance| {
        let setup = form.setup(chance).expect("valid");
        (setup.players, setup.names)
    };
    let (ann, none) = ("Ann".to_owned(), String::new());
    assert_eq!(seated(&form, 1), (vec![Player::Person, Player::Engine(3)], vec![ann.clone(), none.clone()]));
    form.side = SideChoice::Second;
    assert_eq!(seated(&form, 0), (vec![Player::Engine(3), Player::Person], vec![none.clone(), ann.clone()]));
    form.side = SideChoice::Lot;
    assert_ne!(seated(&form, 0), seated(&form, 1));
    form.opponent = Opponent::Person;
    form.names[1] = "Ben".to_owned();
    assert_eq!(seated(&form, 1), (vec![Player::Person; 2], vec![ann, "Ben".to_owned()]));
    form.opponent = Opponent::Engines;
    form.set_level(1, 8);
    assert_eq!(seated(&form, 1).0, [Player::Engine(3), Player::Engine(8)]);
}

#[test]
fn the_level_keeps_its_place_when_options_change_the_number_of_levels() {
    let mut form = form("sight-reduction");
    let [plain, variant] =
        ["sight-reduction", "sight-reduction:remove=one-or-two"].map(|rules| Level::top(rules).number());
    assert_ne!(plain, variant);
    let engine = |form: &Form| form.setup(0).expect("valid").players[1];
    // The lowest stays the lowest, and the top stays the top, with its thinking time.
    for (own, other) in [(1, 1), (plain, variant)] {
        form.set_level(0, own);
        set(&mut form, "remove", "one-or-two");
        assert_eq!((form.level(0), engine(&form)), (other, Player::Engine(other)));
        assert_eq!(form.setup(0).expect("valid").think.is_some(), other == variant);
        // It is remembered with the options.
        assert_eq!(Form::read(form.entry(), 3, 7, &form.write()), form);
        set(&mut form, "remove", "one");
        assert_eq!((form.level(0), engine(&form)), (own, Player::Engine(own)));
    }
    // A level that was chosen by other options, and comes back to where it was.
    set(&mut form, "remove", "one-or-two");
    form.set_level(0, 3);
    set(&mut form, "remove", "one");
    assert_eq!(form.level(0), 2);
    set(&mut form, "remove", "one-or-two");
    assert_eq!(form.level(0), 3);
    // While the options are invalid, levels are those of the plain game.
    set(&mut form, "target", "C4-B7");
    assert!(form.error().is_some());
    assert_eq!((form.level_rules().as_str(), form.level(0)), ("sight-reduction", 2));
}

#[test]
fn four_players_are_people_or_engines_each() {
    let mut form = form("lines-of-action");
    set(&mut form, "players", "four");
    form.engines = [false, true, false, true];
    form.names[2] = "Eve".to_owned();
    let setup = form.setup(0).expect("valid");
    assert_eq!(setup.players, [Player::Person, Player::Engine(3), Player::Person, Player::Engine(3)]);
    assert_eq!(setup.names[2], "Eve");
}

#[test]
fn seeds_count_only_where_chance_does() {
    let mut sight = form("sight-reduction");
    assert!(sight.has_chance());
    assert_eq!(sight.setup(0).expect("valid").start, Start::Seed(7));
    sight.seed = "seven".to_owned();
    assert_eq!(sight.error(), Some(FormError::Seed));
    set(&mut sight, "setup", "deterministic");
    assert!(!sight.has_chance());
    assert_eq!(sight.error(), None);
    assert!(!form("j").has_chance());
}

#[test]
fn a_preset_that_was_made_for_a_board_gets_it() {
    let mut sight = form("sight-reduction");
    for preset in sight.entry().presets() {
        sight.seed = "7".to_owned();
        sight.choose_preset(&preset);
        assert_eq!(sight.seed == "0", preset.rules.contains("target="), "{}", preset.rules);
    }
}

#[test]
fn positions_are_checked() {
    let mut form = form("j");
    form.position = Some("8/8/8".to_owned());
    assert!(matches!(form.error(), Some(FormError::Position(_))));
    form.position = Some(" 8/8/8/7w b w11b12 ".to_owned());
    assert_eq!(form.setup(0).expect("valid").start, Start::Position("8/8/8/7w b w11b12".to_owned()));
}

#[test]
fn clocks_need_time() {
    let mut form = form("j");
    let mut control = |minutes: &str, seconds: &str| {
        form.clock = Some((minutes.to_owned(), seconds.to_owned()));
        form.control().map(|control| {
            control.map(|control| (control.initial() as f64 / 1000.0, control.increment() as f64 / 1000.0))
        })
    };
    assert_eq!(control("5", "5"), Ok(Some((300.0, 5.0))));
    assert_eq!(control("0,5", ""), Ok(Some((30.0, 0.0))));
    for (minutes, seconds) in [("0", "5"), ("", ""), ("x", "1"), ("-1", "1"), ("5", "-1"), ("1e9", "0"), ("NaN", "0")] {
        assert_eq!(control(minutes, seconds), Err(FormError::Clock), "{minutes}+{seconds}");
    }
}

#[test]
fn what_is_remembered_comes_back_and_broken_memory_is_ignored() {
    let mut form = form("lines-of-action");
    set(&mut form, "players", "four");
    (form.opponent, form.side) = (Opponent::Engines, SideChoice::Lot);
    for (seat, level) in [1, 2, 3, 8].into_iter().enumerate() {
        form.set_level(seat, level);
    }
    form.engines = [true, false, true, false];
    form.names[3] = "Eve <b> of the South".to_owned();
    form.clock = Some(("10".to_owned(), "0".to_owned()));
    assert_eq!(Form::read(form.entry(), 3, 7, &form.write()), form);
    let plain = Form::new(form.entry(), 3, 7);
    for broken in [
        "",
        "rules j",
        "rules lines-of-action:players=six",
        "rules lines-of-action:setup=parachute,players=four",
        "level0 9\nlevel4 1\nlevel99999999999999999999 1",
        "clock 0+0\nopponent cat\nside\u{0}",
    ] {
        assert_eq!(Form::read(plain.entry(), 3, 7, broken), plain, "{broken}");
    }
}

#[test]
fn options_that_change_nothing_are_not_applicable() {
    let mut sight = form("sight-reduction");
    let target = index(&sight, "target");
    assert!(!sight.is_applicable(target), "a target is for the solitaire only");
    set(&mut sight, "solitaire", "on");
    assert!(sight.is_applicable(target));
    // What was changed stays in sight, also where it is wrong.
    set(&mut sight, "target", "C4-B7");
    set(&mut sight, "solitaire", "off");
    assert!(sight.is_applicable(target) && sight.error().is_some());
}

#[test]
fn the_thinking_time_is_remembered_and_counts_at_full_strength_only() {
    let mut form = form("j");
    form.think = 15;
    assert_eq!(form.setup(0).expect("valid").think, None);
    form.set_level(0, Level::top("j").number());
    assert_eq!(form.setup(0).expect("valid").think, Some(15));
    let entry = form.entry();
    assert_eq!(Form::read(entry, 3, 7, &form.write()).think, 15);
    assert_eq!(Form::read(entry, 3, 7, "think 99").think, 1);
}
