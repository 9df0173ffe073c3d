//! The exact verdicts of Sight Reduction: how the position comes out, and a mark on every checker that can be removed.

use std::collections::HashMap;

use halfboard_app::analysis::verdicts::{SolvedPosition, applies, is_setup, judge, legend, sentence};
use halfboard_app::phrases::analysis as phrases;
use halfboard_rules::board::Square;
use halfboard_rules::present::Step;
use halfboard_worker::messages::{RequestKind, ResponseKind};
use leptos::prelude::*;

use super::settings;
use super::state::AnalysisPageState;
use crate::browser;
use crate::engine_client::EngineClient;

/// How long a position is looked at before the solver is asked, in milliseconds.
const PAUSE: u32 = 150;

/// Positions that are remembered.
const REMEMBERED: usize = 2000;

/// What the solver has said.
#[derive(Clone, Copy)]
pub(crate) struct Verdicts {
    on: RwSignal<bool>,
    /// What is known of the position that is looked at.
    pub(crate) solved: RwSignal<Option<SolvedPosition>>,
    /// The share of the work that is done, if known.
    share: RwSignal<f32>,
    memory: StoredValue<HashMap<String, SolvedPosition>>,
    engine: StoredValue<Option<EngineClient>, LocalStorage>,
    asked: StoredValue<String>,
}

impl Verdicts {
    pub(super) fn new() -> Verdicts {
        Verdicts {
            on: RwSignal::new(settings::is_on("verdicts")),
            solved: RwSignal::new(None),
            share: RwSignal::new(0.0),
            memory: StoredValue::new(HashMap::new()),
            engine: StoredValue::new_local(None),
            asked: StoredValue::new(String::new()),
        }
    }

    /// Follows the position that is looked at, in games that can be solved.
    pub(super) fn attend(self, analysis: AnalysisPageState) {
        if !analysis.tree.with_untracked(|tree| applies(tree.session())) {
            return;
        }
        let engine = EngineClient::new(move |answer| self.answered(answer));
        self.engine.set_value(Some(engine));
        Effect::new(move |_| {
            let (place, on) = (analysis.place.get(), self.on.get());
            engine.cancel();
            let known = self.memory.with_value(|memory| memory.get(&place).cloned());
            let unknown = known.is_none();
            self.solved.set(known.filter(|_| on));
            self.asked.set_value(place.clone());
            let over = analysis.view.with_untracked(|view| view.ending.is_some());
            let setup = analysis.tree.with_untracked(|tree| is_setup(tree.session()));
            if on && unknown && !over && !setup {
                browser::later(PAUSE, move || {
                    if self.asked.try_with_value(|asked| *asked == place) == Some(true) {
                        self.ask(analysis);
                    }
                });
            }
        });
    }

    fn ask(self, analysis: AnalysisPageState) {
        let Some(engine) = self.engine.get_value().filter(|_| self.on.get_untracked()) else { return };
        self.share.set(0.0);
        let kind = RequestKind::Solve { nodes: u64::MAX, distance: false };
        let memory = analysis.app.settings.with_untracked(|settings| settings.memory);
        analysis.tree.with_untracked(|tree| engine.request(tree.session(), kind, memory));
    }

    fn answered(self, answer: ResponseKind) {
        match answer {
            ResponseKind::SolveProgress { share, .. } => self.share.set(share),
            ResponseKind::SolveResult { verdict, distance, keep, keep_is_all, .. } => {
                let solved = SolvedPosition { verdict, distance, keep, keep_is_all };
                let Some(place) = self.asked.try_get_value() else { return };
                self.memory.update_value(|memory| {
                    if memory.len() >= REMEMBERED {
                        memory.clear();
                    }
                    memory.insert(place, solved.clone());
                });
                self.solved.set(Some(solved));
            }
            ResponseKind::Failed { problem, .. } => {
                browser::log_error(&problem);
                let (verdict, distance, keep, keep_is_all) = (None, None, Vec::new(), false);
                self.solved.set(Some(SolvedPosition { verdict, distance, keep, keep_is_all }));
            }
            _ => {}
        }
    }

    /// Returns what is known of the steps that can be chosen now.
    pub(super) fn judged(self, analysis: AnalysisPageState) -> Vec<(Step, bool)> {
        let shown = self.on.get() && !analysis.reviewing.hides_answers();
        let Some(solved) = self.solved.get().filter(|_| shown) else { return Vec::new() };
        let chosen = analysis.chosen.get();
        // In a set-up thousands of steps lead nearly everywhere: there the sentence is all.
        analysis.tree.with_untracked(|tree| match is_setup(tree.session()) {
            true => Vec::new(),
            false => judge(tree.session(), &chosen, &solved),
        })
    }

    /// Returns the squares that are good or bad to choose.
    pub(super) fn squares(self, judged: &[(Step, bool)]) -> Vec<(Square, bool)> {
        judged.iter().filter_map(|(step, good)| Some((step.square()?, *good))).collect()
    }
}

/// The card with the verdict, in games that can be solved.
pub(super) fn card(analysis: AnalysisPageState) -> Option<AnyView> {
    let verdicts = analysis.verdicts;
    if !analysis.tree.with_untracked(|tree| applies(tree.session())) {
        return None;
    }
    let (good, bad) = analysis.tree.with_untracked(|tree| legend(tree.session()));
    let switch = move |event| {
        let on = event_target_checked(&event);
        verdicts.on.set(on);
        settings::remember_switch("verdicts", on);
    };
    let busy = move || verdicts.engine.try_get_value().flatten().is_some_and(EngineClient::is_busy);
    let setup = Memo::new(move |_| {
        analysis.place.track();
        analysis.tree.with_untracked(|tree| tree.session().ending().is_none() && is_setup(tree.session()))
    });
    let over = move || analysis.view.with(|view| view.ending.is_some());
    let body = move || {
        if !verdicts.on.get() || over() {
            return ().into_any();
        }
        if let Some(solved) = verdicts.solved.get() {
            return view! { <p class="exact">{sentence(&solved)}</p> }.into_any();
        }
        if setup.get() && !busy() {
            let ask = move |_| verdicts.ask(analysis);
            return view! {
                <p class="faint">{phrases::takes_long()}</p>
                <button on:click=ask>{phrases::solve_setup()}</button>
            }
            .into_any();
        }
        view! {
            <p class="faint">{phrases::solving()}</p>
            <progress class="thinks" max="1" aria-label=phrases::solving() value=move || verdicts.share.get().to_string()></progress>
        }
        .into_any()
    };
    let board = analysis.view.with_untracked(|view| view.board);
    let marks = Memo::new(move |_| {
        let judged = verdicts.judged(analysis);
        let count = judged.iter().filter(|(_, good)| *good).count();
        // What the marks say, for those who do not see the board.
        let named = |good: bool, word: &str| {
            let of = judged.iter().filter(|(_, is)| *is == good).map(|(step, _)| step.to_token(board));
            let names: Vec<String> = of.collect();
            if names.is_empty() { String::new() } else { format!("{}: {word}. ", names.join(", ")) }
        };
        (count, judged.len(), named(true, good) + &named(false, bad))
    });
    let key = move || {
        (marks.get().1 > 0).then(|| {
            view! {
                <p class="legend faint">
                    <svg viewBox="-12 -12 24 24" width="20" height="20" aria-hidden="true" class="judged good">
                        <circle r="10.5"/><path d="M -5 0.5 L -1.5 4 L 5 -3.5"/></svg>
                    <span>{good}</span>
                    <svg viewBox="-13 -13 26 26" width="20" height="20" aria-hidden="true" class="judged bad">
                        <rect x="-8.5" y="-8.5" width="17" height="17" transform="rotate(45)"/>
                        <path d="M -3.5 -3.5 L 3.5 3.5 M -3.5 3.5 L 3.5 -3.5"/></svg>
                    <span>{bad}</span>
                    <span class="counted">{move || {
                        let (count, all, _) = marks.get();
                        if count == 0 { phrases::all_lose().to_owned() } else { phrases::judged(count, all) }
                    }}</span>
                    <span class="unseen named">{move || marks.get().2}</span>
                </p>
            }
        })
    };
    Some(
        view! {
            <section class="card exactly" aria-label=phrases::verdicts()>
                <label class="switch"><input type="checkbox" id="verdicts-on" prop:checked=move || verdicts.on.get()
                    on:change=switch/><span>{phrases::verdicts()}</span></label>
                {body}
                {key}
            </section>
        }
        .into_any(),
    )
}
