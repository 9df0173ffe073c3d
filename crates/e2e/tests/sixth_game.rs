//! The sixth game in the app's logic and on the server: set-up form, computer opponent, lesson and online play.

use std::sync::Arc;

use halfboard_app::composer::{Compose, StepOutcome};
use halfboard_app::lessons::{LessonRun, LessonStage, lesson};
use halfboard_app::setup::Form;
use halfboard_engine::limits::{Limits, system_now};
use halfboard_engine::player;
use halfboard_protocol::api::TakeSeat;
use halfboard_protocol::game::Game;
use halfboard_protocol::json;
use halfboard_protocol::message::{Command, KeyedCommand};
use halfboard_rules::registry;
use halfboard_server::metrics::Metrics;
use halfboard_server::store::Store;
use halfboard_server::{App, Limits as ServerLimits, Origins};

#[test]
fn is_set_up_and_played_against_the_computer() {
    let game = registry::game("crowd").expect("the sixth game");
    let mut form = Form::new(game, 3, 1);
    assert_eq!(form.error(), None);
    form.choose_preset(&game.presets()[1]);
    assert_eq!(form.rules_string(), "crowd:lines=orthogonal");
    let mut session = form.session().expect("a game");
    let mut engine = player::for_session(&*session, 1, system_now).expect("an engine");
    while session.ending().is_none() {
        engine.set_game(&*session).expect("the game");
        let report = engine.search(&Limits::nodes(200), &mut |_| {}).expect("a move");
        session.play(&report.lines[0].moves[0]).expect("a legal move");
    }
}

#[test]
fn its_lesson_is_taken() {
    let mut run = LessonRun::new(lesson("crowd").expect("a lesson"), 0);
    for number in 0..run.lesson().steps.len() {
        run.go_to(number);
        let moves = run.session().moves();
        let mv = moves.iter().find(|mv| run.step().reached_by(mv)).expect("a move that reaches the goal");
        let square = run.session().steps(mv).expect("legal")[0].square().expect("a square");
        assert_eq!(run.tap(square), StepOutcome::Complete(mv.clone()));
        run.play(mv);
        assert_eq!(run.stage(), LessonStage::Done);
    }
}

#[test]
fn is_played_online() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open("sqlite::memory:").await.expect("storage");
        let hub = App::new(store, ServerLimits::default(), Origins::default(), Arc::new(Metrics::new())).hub;
        let new = json::decode(r#"{"rules":"crowd","name":"Ann"}"#).expect("a challenge");
        let ann = hub.create(new).await.expect("a game");
        let bob = TakeSeat { name: "Bob".to_owned(), seat: None, token: None };
        hub.take_seat(&ann.game, bob).await.expect("a seat");
        let command = KeyedCommand { key: 1, command: Command::Play { line: 0, ply: 0, mv: "B4".to_owned() } };
        hub.command(&ann.game, &ann.token, command, 1, None).await.expect("a legal move");
        let state = hub.state(&ann.game, Some(&ann.token), 0).await.expect("a state");
        let game = Game::from_log(ann.game.clone(), &state.events).expect("a game");
        assert_eq!(game.session().position(), "8/3w4/8/8 b");
    });
}
