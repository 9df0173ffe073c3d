//! The review of a game: the engine goes through the main line from its end, and what it finds is drawn at once. What is
//! said about it comes from `client`.

mod graph;
mod learn;
mod list;

use halfboard_app::analysis::lines::{LineSketch, sketch};
use halfboard_app::analysis::{NodeId, Tree};
use halfboard_app::phrases::review as phrases;
use halfboard_app::review::{Mistake, PositionValue, Review};
use halfboard_engine::value::Value;
use halfboard_rules::session::Session;
use halfboard_worker::messages::{RequestKind, ResponseKind};
use leptos::prelude::*;

use super::state::{AnalysisPageState, AnalysisPanel};
use crate::browser;
use crate::engine_client::EngineClient;
use learn::{MistakeLesson, MistakeStage};

/// Positions that the engine looks at for each position of the game: a quarter of a second or so.
const NODES: u64 = 100_000;

/// What the engine was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum ReviewQuestion {
    #[default]
    Nothing,
    /// The value of the position after this number of turns.
    Position(usize),
    /// The value after a move that was tried.
    Trial(String),
}

/// A review with what belongs to it. It lasts as long as the page is open.
#[derive(Clone, Copy)]
pub(crate) struct Reviewing {
    review: RwSignal<Option<Review>>,
    /// The places of the main line as it was reviewed, from the start on.
    nodes: RwSignal<Vec<NodeId>>,
    /// Whether the engine is going through the game.
    runs: RwSignal<bool>,
    failed: RwSignal<bool>,
    /// The mistakes of a side being gone through.
    lesson: RwSignal<Option<MistakeLesson>>,
    /// Whether the engine's lines were shown before the lesson, which hides them.
    lines_before: StoredValue<bool>,
    engine: StoredValue<Option<EngineClient>, LocalStorage>,
    asked: StoredValue<ReviewQuestion>,
}

impl Reviewing {
    pub(super) fn new() -> Reviewing {
        Reviewing {
            review: RwSignal::new(None),
            nodes: RwSignal::new(Vec::new()),
            runs: RwSignal::new(false),
            failed: RwSignal::new(false),
            lesson: RwSignal::new(None),
            lines_before: StoredValue::new(false),
            engine: StoredValue::new_local(None),
            asked: StoredValue::new(ReviewQuestion::Nothing),
        }
    }

    /// Listens to the engine, and to what is played while mistakes are gone through.
    pub(super) fn attend(self, analysis: AnalysisPageState) {
        self.engine.set_value(Some(EngineClient::new(move |answer| self.answered(analysis, answer))));
        Effect::new(move |_| {
            analysis.place.track();
            untrack(|| self.tried(analysis));
        });
        // A lesson that is not seen any more is over: it hides the engine's lines.
        Effect::new(move |_| {
            let learns = self.lesson.with(Option::is_some);
            if learns && (analysis.part.get() != AnalysisPanel::Review || !self.is_current(analysis)) {
                self.leave(analysis);
            }
        });
    }

    /// Begins the review of the main line anew.
    pub(super) fn begin(self, analysis: AnalysisPageState) {
        self.leave(analysis);
        let (nodes, review) = analysis.tree.with_untracked(|tree| {
            let mut tree = tree.clone();
            let nodes = tree.main_line();
            tree.go(nodes.last().copied().unwrap_or(tree.root()));
            (nodes, Review::new(tree.session()))
        });
        self.nodes.set(nodes);
        self.review.set(Some(review));
        self.resume(analysis);
    }

    /// Goes on where the review was stopped.
    fn resume(self, analysis: AnalysisPageState) {
        self.failed.set(false);
        self.runs.set(true);
        self.ask_next(analysis);
    }

    /// Stops the engine; what was found stays.
    fn stop(self) {
        self.runs.set(false);
        if let Some(engine) = self.engine.get_value() {
            engine.cancel();
        }
    }

    fn ask_next(self, analysis: AnalysisPageState) {
        let next = self.review.with_untracked(|review| {
            let review = review.as_ref()?;
            let ply = review.next()?;
            Some((ply, review.session_at(ply)))
        });
        match next {
            Some((ply, session)) => self.ask(analysis, &*session, ReviewQuestion::Position(ply)),
            None => {
                self.runs.set(false);
                let summary = untrack(|| list::summary(self)).join(" ");
                analysis.app.announce(format!("{} {summary}", phrases::finished()));
            }
        }
    }

    fn ask(self, analysis: AnalysisPageState, session: &dyn Session, what: ReviewQuestion) {
        let memory = analysis.app.settings.with_untracked(|settings| settings.memory);
        let kind = RequestKind::Analyze { nodes: NODES, lines: 1 };
        self.asked.set_value(what);
        if !self.engine.get_value().is_some_and(|engine| engine.request(session, kind, memory)) {
            self.fail();
        }
    }

    fn fail(self) {
        self.runs.set(false);
        self.failed.set(true);
        if let ReviewQuestion::Trial(mv) = self.asked.get_value() {
            self.set_stage(MistakeStage::Unjudged(mv));
        }
    }

    fn answered(self, analysis: AnalysisPageState, answer: ResponseKind) {
        match answer {
            ResponseKind::SearchResult { value, line, .. } => match self.asked.try_get_value() {
                Some(ReviewQuestion::Position(ply)) => {
                    self.review.update(|review| {
                        if let Some(review) = review {
                            review.tell(ply, PositionValue { value, line });
                        }
                    });
                    if self.runs.get_untracked() {
                        self.ask_next(analysis);
                    }
                }
                Some(ReviewQuestion::Trial(mv)) => self.judged(analysis, mv, value),
                _ => {}
            },
            ResponseKind::Failed { problem, .. } => {
                browser::log_error(&problem);
                self.fail();
            }
            _ => {}
        }
    }

    /// Returns whether the main line is still the one that was reviewed, or goes on from there.
    fn is_current(self, analysis: AnalysisPageState) -> bool {
        let line = analysis.tree.with(Tree::main_line);
        self.nodes.with(|nodes| line.starts_with(nodes))
    }

    /// Returns how many turns of the reviewed game lead to what is looked at, if it belongs to that.
    fn ply(self, analysis: AnalysisPageState) -> Option<usize> {
        analysis.place.track();
        let current = analysis.tree.with_untracked(Tree::current);
        self.nodes.with(|nodes| nodes.iter().position(|node| *node == current))
    }

    /// Shows the position after `ply` turns of the reviewed game.
    fn look_at(self, analysis: AnalysisPageState, ply: usize) {
        let node = self.nodes.with_untracked(|nodes| nodes.get(ply).copied());
        if let Some(node) = node {
            analysis.go(node);
        }
    }

    fn mistakes(self) -> Vec<Mistake> {
        self.review.with(|review| review.as_ref().map(Review::mistakes).unwrap_or_default())
    }

    /// Returns the better move to be drawn where a mistake is looked at, unless it is to be found.
    pub(super) fn sketches(self, analysis: AnalysisPageState) -> Vec<LineSketch> {
        let hidden = self.lesson.with(|lesson| lesson.as_ref().is_some_and(MistakeLesson::hides));
        let Some(ply) = self.ply(analysis).filter(|_| !hidden) else { return Vec::new() };
        let mistake = self.mistakes().into_iter().find(|mistake| mistake.ply == ply);
        let better = mistake.and_then(|mistake| mistake.better.into_iter().next());
        analysis.tree.with_untracked(|tree| better.map(|mv| sketch(tree.session(), &mv)).into_iter().collect())
    }

    /// Returns whether the answer to a question on the board must not be seen.
    pub(super) fn hides_answers(self) -> bool {
        self.lesson.with(Option::is_some)
    }
}

/// The card of the review.
pub(super) fn card(analysis: AnalysisPageState) -> AnyView {
    let reviewing = analysis.reviewing;
    let there = Memo::new(move |_| reviewing.review.with(Option::is_some));
    let known = Memo::new(move |_| {
        reviewing.review.with(|review| review.as_ref().map(|review| (review.progress(), review.plies() + 1)))
    });
    let learning = Memo::new(move |_| reviewing.lesson.with(Option::is_some));
    let playable = move || analysis.tree.with(|tree| !tree.children(tree.root()).is_empty());
    // It opens above the button that opens it, perhaps out of sight. One that runs by itself does not pull the page there.
    if !reviewing.runs.get_untracked() {
        browser::later(0, || browser::focus("#review-title"));
    }
    let stale = Memo::new(move |_| there.get() && !reviewing.is_current(analysis));
    let control = move || {
        if !there.get() || stale.get() {
            let label = if there.get() { phrases::again() } else { phrases::begin() };
            return match playable() {
                true => view! {
                    {stale.get().then(|| view! { <p class="faint">{phrases::stale()}</p> })}
                    {(!there.get()).then(|| view! { <p class="faint">{phrases::lead()}</p> })}
                    <button class="main begin-review" on:click=move |_| reviewing.begin(analysis)>{label}</button>
                }
                .into_any(),
                false => view! { <p class="faint">{phrases::nothing()}</p> }.into_any(),
            };
        }
        if reviewing.runs.get() {
            return view! {
                <div class="row">
                    <p class="faint" id="reviewed">{move || known.get().map(|(share, all)| {
                        phrases::progress((share * all as f64).round(), all)
                    })}</p>
                    <button on:click=move |_| reviewing.stop()>{phrases::stop()}</button>
                </div>
                <progress class="review-progress" max="1" aria-labelledby="reviewed"
                    value=move || known.get().map(|(share, _)| share.to_string())></progress>
            }
            .into_any();
        }
        let open = known.get().is_some_and(|(share, _)| share < 1.0);
        view! {
            {reviewing.failed.get().then(|| view! { <p class="remark">{phrases::failed()}</p> })}
            {open.then(|| view! { <button class="main" on:click=move |_| reviewing.resume(analysis)>{phrases::resume()}</button> })}
        }
        .into_any()
    };
    let body = move || {
        (there.get() && !stale.get()).then(|| match learning.get() {
            true => learn::card(analysis),
            false => view! {
                {graph::graph(analysis)}
                {list::list(analysis)}
            }
            .into_any(),
        })
    };
    view! {
        <section class="card review" aria-labelledby="review-title">
            <h2 id="review-title" tabindex="-1">{phrases::title()}</h2>
            <div class="review-control">{control}</div>
            {body}
        </section>
    }
    .into_any()
}

/// Returns the moves of a line as text.
fn moves(line: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown = line.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    if line.len() > SHOWN { shown + " …" } else { shown }
}

/// Returns whether a team moves again after a move from a position.
fn moves_again(session: &dyn Session, mv: &str) -> bool {
    let mut after = session.clone_box();
    after.play(mv).is_ok() && after.turn().team() == session.turn().team()
}

/// Returns what an end by the rules is worth to who would be to move.
fn value_at_end(session: &dyn Session) -> Option<Value> {
    session.ending()?;
    let review = Review::new(session);
    review.found(review.plies()).map(|found| found.value)
}
