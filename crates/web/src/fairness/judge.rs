//! The fairness of a single board: a form for a board of Sight Reduction, and the solver's verdicts with either colour
//! to move first. The URL contains the board, so that it can be shared.

use halfboard_app::analysis::AnalysisRoute;
use halfboard_app::fairness::{Board as Judged, BoardError, FairnessRoute, Judging};
use halfboard_app::layout::Layout;
use halfboard_app::phrases::{board as board_phrases, fairness as phrases, game as game_phrases, game_texts};
use halfboard_app::route::{Route, Shared};
use halfboard_rules::game::Color;
use halfboard_rules::options::{OptionInfo, Values};
use halfboard_rules::registry;
use halfboard_worker::messages::ResponseKind;
use leptos::prelude::*;

use crate::app::{App, app};
use crate::board::Board;
use crate::browser;
use crate::engine_client::EngineClient;

const GAME: &str = "sight-reduction";
/// The options that affect play after the setup.
const OPTIONS: [&str; 3] = ["sight", "enemy", "remove"];

/// The state of the section.
#[derive(Clone, Copy)]
struct BoardCheckState {
    app: App,
    /// The board being judged, or the error in it.
    judging: RwSignal<Option<Result<Judging, BoardError>>>,
    /// The progress of the solver, from 0 to 1.
    share: RwSignal<f32>,
    failed: RwSignal<bool>,
    engine: StoredValue<Option<EngineClient>>,
}

impl BoardCheckState {
    fn start(self, shared: &Shared) {
        self.failed.set(false);
        match Judged::read(shared) {
            Ok(board) => {
                self.judging.set(Some(Ok(Judging::new(board))));
                self.ask_next();
            }
            Err(error) => {
                self.app.announce(phrases::board_error(&error).0);
                self.judging.set(Some(Err(error)));
            }
        }
    }

    /// Requests the next verdict, or announces the result.
    fn ask_next(self) {
        let memory = self.app.settings.with_untracked(|settings| settings.memory);
        let engine = self.engine.get_value();
        self.share.set(0.0);
        let told = self.judging.with_untracked(|judging| {
            let Some(Ok(judging)) = judging else { return None };
            if let Some(begins) = judging.wanted() {
                let session = judging.board.session(begins);
                let asked = engine.is_some_and(|engine| engine.request(session, Judging::question(), memory));
                self.failed.set(!asked);
                return None;
            }
            judging.favour().map(phrases::favour)
        });
        if let Some(told) = told {
            self.app.announce(told);
        }
    }

    fn answered(self, answer: &ResponseKind) {
        if let ResponseKind::SolveProgress { share, .. } = answer {
            self.share.set(*share);
            return;
        }
        let heard = self.judging.try_update(|judging| match judging {
            Some(Ok(judging)) => judging.hear(answer),
            _ => false,
        });
        match heard {
            Some(true) => self.ask_next(),
            Some(false) => self.failed.set(true),
            None => {}
        }
    }
}

/// The section.
pub(super) fn section(address: &FairnessRoute) -> AnyView {
    let engine = StoredValue::new(None);
    let state = BoardCheckState {
        app: app(),
        judging: RwSignal::new(None),
        share: RwSignal::new(0.0),
        failed: RwSignal::new(false),
        engine,
    };
    engine.set_value(Some(EngineClient::new(move |answer| state.answered(&answer))));
    let given = match address {
        FairnessRoute::Board(shared) => {
            state.start(shared);
            Some(shared.clone())
        }
        FairnessRoute::Findings => None,
    };
    view! {
        <section class="card judge" aria-labelledby="judge-title">
            <h2 id="judge-title">{phrases::judge_title()}</h2>
            <p class="faint">{phrases::judge_lead()}</p>
            {form(state, given)}
            {move || result(state)}
        </section>
    }
    .into_any()
}

fn form(state: BoardCheckState, given: Option<Shared>) -> AnyView {
    let options: Vec<&'static OptionInfo> = registry::game(GAME)
        .map(|game| game.options().iter().filter(|info| OPTIONS.contains(&info.name)).collect())
        .unwrap_or_default();
    // Of a link's rules what the form has is taken over, and of what else it says the same field tells what is wrong.
    let asked = given.as_ref().map(|shared| shared.rules.clone()).unwrap_or_default();
    let chosen = RwSignal::new(options.iter().map(|info| value_in(&asked, info)).collect::<Vec<&'static str>>());
    let board = given.and_then(|shared| shared.position.or(shared.seed));
    let board = RwSignal::new(board.unwrap_or_else(|| "1".to_owned()));
    let go = move |text: String| {
        let text = text.trim().to_owned();
        let is_seed = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let rules = chosen.with_untracked(|chosen| {
            let given: Vec<String> = OPTIONS
                .iter()
                .zip(chosen)
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            if given.is_empty() { GAME.to_owned() } else { format!("{GAME}:{}", given.join(",")) }
        });
        let rules = registry::rules(&rules).map_or(rules, |rules| rules.canonical());
        let (position, seed) = if is_seed { (None, Some(text)) } else { (Some(text), None) };
        let shared = Shared { rules, position, seed, moves: None };
        let route = Route::Fairness(FairnessRoute::Board(shared.clone()));
        // The same board again is no other page.
        if state.app.route.with_untracked(|now| now.as_ref() == Ok(&route)) {
            state.start(&shared);
        } else {
            state.app.go(&route);
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        go(board.get_untracked());
    };
    let wrong = move || state.judging.with(|judging| matches!(judging, Some(Err(_))));
    let described = move || if wrong() { "judge-more judge-wrong" } else { "judge-more" };
    let selects: Vec<_> = options.into_iter().enumerate().map(|(nth, info)| select(nth, info, chosen)).collect();
    view! {
        <form class="judge-form" on:submit=submit>
            <div class="judge-options">{selects}</div>
            <p class="field">
                <label for="judge-board">{phrases::board_field()}</label>
                <input type="text" id="judge-board" maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"
                    aria-invalid=move || wrong().then_some("true") aria-describedby=described
                    prop:value=move || board.get() on:input=move |event| board.set(event_target_value(&event))/>
                <span class="faint" id="judge-more">{phrases::board_more()}</span>
            </p>
            <div class="row">
                <button type="submit" class="main">{phrases::judge()}</button>
                <button type="button" class="random" on:click=move |_| go(browser::seed().to_string())>{phrases::random_board()}</button>
            </div>
        </form>
    }
    .into_any()
}

/// Returns the value of an option in a rules string; empty if it is not given.
fn value_in(rules: &str, info: &'static OptionInfo) -> &'static str {
    let Values::Listed(values) = info.values else { return "" };
    let options = rules.split_once(':').map_or("", |(_, options)| options);
    let given = options.split(',').find_map(|option| option.strip_prefix(info.name)?.strip_prefix('='));
    values.iter().copied().find(|name| given == Some(*name)).unwrap_or_default()
}

fn select(nth: usize, info: &'static OptionInfo, chosen: RwSignal<Vec<&'static str>>) -> AnyView {
    let Values::Listed(values) = info.values else { return ().into_any() };
    let Some(text) = game_texts::find(GAME).map(|texts| texts.option(info.name)) else { return ().into_any() };
    let id = format!("judge-{}", info.name);
    let options: Vec<_> = values
        .iter()
        .map(|&name| {
            let selected = move || chosen.with(|chosen| chosen.get(nth) == Some(&name));
            view! { <option value=name prop:selected=selected>{text.value_label(name)}</option> }
        })
        .collect();
    let choose = move |event| {
        let word = event_target_value(&event);
        let value = values.iter().copied().find(|name| *name == word).unwrap_or_default();
        chosen.update(|chosen| {
            if let Some(place) = chosen.get_mut(nth) {
                *place = value;
            }
        });
    };
    view! {
        <p class="field">
            <label for=id.clone()>{text.label.get()}</label>
            <select id=id on:change=choose>{options}</select>
        </p>
    }
    .into_any()
}

/// The board with its verdicts, or the error in it.
fn result(state: BoardCheckState) -> Option<AnyView> {
    let judging = match state.judging.get()? {
        Ok(judging) => judging,
        Err(error) => {
            let (said, more) = phrases::board_error(&error);
            let more = more.map(|more| view! { " " <span lang="en">{more}</span> });
            return Some(view! { <p class="remark" id="judge-wrong" role="alert">{said} {more}</p> }.into_any());
        }
    };
    let mut view = judging.board.session(Color::White).view(&[]);
    view.next.clear();
    let layout = Layout::new(view.board);
    let verdicts: Vec<_> = [Color::White, Color::Black]
        .into_iter()
        .filter_map(|begins| {
            let said = phrases::judged(begins, judging.judged(begins)?);
            let dot = if begins == Color::White { "dot white" } else { "dot black" };
            Some(view! { <li><span class=dot></span> <span>{said}</span></li> })
        })
        .collect();
    let favour = judging.favour().map(|favour| {
        view! {
            <p class="favour">{phrases::favour(favour)}</p>
        }
    });
    let known = favour.is_some();
    let waits = (!known).then(|| match state.failed.get() {
        true => view! { <p class="remark" role="alert">{phrases::judge_failed()}</p> }.into_any(),
        false => view! {
            <p>{phrases::judging()}</p>
            <progress class="thinks" max="1" aria-label=phrases::judging() value=move || state.share.get().to_string()></progress>
        }
        .into_any(),
    });
    Some(
        view! {
            <div class="judged">
                <Board view=Signal::stored(view) layout label=board_phrases::board_of("Sight Reduction") shows_choices=false
                    coordinates=Signal::stored(true)/>
                <div>
                    {favour}
                    <ul class="verdicts">{verdicts}</ul>
                    {waits}
                    {known.then(|| view! { <p class="faint">{phrases::proven_by_solver()} " " {phrases::what_it_means()}</p> })}
                    {links(state.app, &judging)}
                </div>
            </div>
        }
        .into_any(),
    )
}

fn links(app: App, judging: &Judging) -> AnyView {
    let board = judging.board.clone();
    let row = |begins: Color, words: &'static str| {
        let shared = board.link(begins);
        let analyse = Route::Analysis(AnalysisRoute::Link(shared.clone())).to_string();
        let play = Route::Open(shared).to_string();
        view! {
            <div class="row">
                <span class="begins">{words}</span>
                <a class="button" href=play aria-label=format!("{words}: {}", phrases::play_board())>{phrases::play_board()}</a>
                <a class="button plain" href=analyse aria-label=format!("{words}: {}", phrases::analyse())>{phrases::analyse()}</a>
            </div>
        }
    };
    let rows = [row(Color::White, phrases::white_begins()), row(Color::Black, phrases::black_begins())];
    let link = browser::link_to(&Route::Fairness(FairnessRoute::Board(board.link(Color::White))));
    let copy = move |_| {
        browser::copy(&link, move |done| {
            app.notify(if done { phrases::link_copied() } else { game_phrases::not_copied() });
        });
    };
    view! {
        {rows.into_iter().collect::<Vec<_>>()}
        <button class="plain" on:click=copy>{phrases::copy_link()}</button>
    }
    .into_any()
}
