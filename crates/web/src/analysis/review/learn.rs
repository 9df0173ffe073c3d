//! Learning from mistakes: one position after the other, in which the player tries a move and learns whether
//! it is as good as the best. The engine's own lines are hidden meanwhile.

use halfboard_app::analysis::{NodeId, Tree};
use halfboard_app::phrases::review as phrases;
use halfboard_app::review::{Mistake, Review};
use halfboard_engine::value::Value;
use halfboard_rules::game::Team;
use leptos::prelude::*;

use super::{ReviewQuestion, Reviewing, moves, moves_again, value_at_end};
use crate::analysis::state::AnalysisPageState;
use crate::browser;

/// Mistakes being gone through.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MistakeLesson {
    mistakes: Vec<Mistake>,
    at: usize,
    stage: MistakeStage,
    /// How many were solved without looking at the answer.
    found: usize,
    /// How many places the tree had when the position was shown: with more, a try is a new branch.
    places: usize,
}

/// How far one is with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MistakeStage {
    /// A move is to be found.
    Open,
    /// The engine looks at a move.
    Judging(String),
    /// The best move was found.
    Best(String),
    /// A move as good as that was found.
    Good(String),
    /// A move was not as good.
    Wrong(String),
    /// The move of the game was played once more.
    Same(String),
    /// The engine did not say.
    Unjudged(String),
    /// The answer is shown.
    Shown,
    /// There are no more.
    Over,
}

impl MistakeLesson {
    /// Returns whether the better move is still to be found.
    pub(super) fn hides(&self) -> bool {
        !matches!(self.stage, MistakeStage::Best(_) | MistakeStage::Good(_) | MistakeStage::Shown | MistakeStage::Over)
    }

    fn mistake(&self) -> Option<&Mistake> {
        self.mistakes.get(self.at)
    }
}

impl Reviewing {
    /// Goes through the mistakes of a side.
    pub(super) fn learn(self, analysis: AnalysisPageState, team: Team) {
        self.stop();
        let mistakes = untrack(|| self.mistakes());
        let mistakes: Vec<Mistake> =
            mistakes.into_iter().filter(|one| one.team == team && !one.better.is_empty()).collect();
        self.lines_before.set_value(analysis.lines.on.get_untracked());
        analysis.lines.on.set(false);
        self.lesson.set(Some(MistakeLesson { mistakes, at: 0, stage: MistakeStage::Open, found: 0, places: 0 }));
        self.show(analysis);
    }

    /// Ends the lesson.
    pub(super) fn leave(self, analysis: AnalysisPageState) {
        if self.lesson.with_untracked(Option::is_some) {
            self.stop();
            self.lesson.set(None);
            analysis.lines.on.set(self.lines_before.get_value());
            browser::later(0, || browser::focus_if_lost("#review-title"));
        }
    }

    /// Shows the position in which something better is to be found.
    fn show(self, analysis: AnalysisPageState) {
        let ply =
            self.lesson.with_untracked(|lesson| lesson.as_ref().and_then(MistakeLesson::mistake).map(|one| one.ply));
        if let Some(ply) = ply {
            self.look_at(analysis, ply);
        }
        let places = analysis.tree.with_untracked(Tree::len);
        self.lesson.update(|lesson| {
            if let Some(lesson) = lesson {
                lesson.places = places;
            }
        });
        self.announce(analysis);
        browser::later(0, || browser::focus_if_lost("#lesson-title"));
    }

    pub(super) fn set_stage(self, stage: MistakeStage) {
        self.lesson.update(|lesson| {
            if let Some(lesson) = lesson {
                lesson.found += usize::from(matches!(stage, MistakeStage::Best(_) | MistakeStage::Good(_)));
                lesson.stage = stage;
            }
        });
    }

    fn announce(self, analysis: AnalysisPageState) {
        let said = untrack(|| feedback(self, analysis));
        // What the board says about the move comes first and would be lost.
        browser::later(50, move || analysis.app.announce(said));
    }

    /// A move may have been played on the board: if it is a try, it is judged.
    pub(super) fn tried(self, analysis: AnalysisPageState) {
        let Some(lesson) = self.lesson.get_untracked().filter(|lesson| lesson.stage == MistakeStage::Open) else {
            return;
        };
        let Some(mistake) = lesson.mistake() else { return };
        let before = self.nodes.with_untracked(|nodes| nodes.get(mistake.ply).copied());
        let tried = analysis.tree.with_untracked(|tree| {
            let here = tree.current();
            let mv = tree.mv(here).filter(|_| tree.parent(here) == before)?;
            Some((mv.to_owned(), tree.session().clone_box()))
        });
        let Some((mv, session)) = tried else { return };
        if Some(&mv) == mistake.better.first() {
            self.set_stage(MistakeStage::Best(mv));
        } else if mv == mistake.mv {
            self.set_stage(MistakeStage::Same(mv));
        } else if let Some(value) = value_at_end(&*session) {
            return self.judged(analysis, mv, value);
        } else {
            self.set_stage(MistakeStage::Judging(mv.clone()));
            self.ask(analysis, &*session, ReviewQuestion::Trial(mv));
        }
        self.announce(analysis);
    }

    /// The engine has looked at a move that was tried.
    pub(super) fn judged(self, analysis: AnalysisPageState, mv: String, value: Value) {
        let good = self.lesson.with_untracked(|lesson| {
            let ply = lesson.as_ref().and_then(MistakeLesson::mistake)?.ply;
            self.review.with_untracked(|review| {
                let review: &Review = review.as_ref()?;
                Some(review.is_as_good(ply, value, moves_again(&*review.session_at(ply), &mv)))
            })
        });
        match good {
            Some(true) => self.set_stage(MistakeStage::Good(mv)),
            Some(false) => self.set_stage(MistakeStage::Wrong(mv)),
            None => return,
        }
        self.announce(analysis);
    }

    /// Back to the position, without the move that was tried there.
    fn retry(self, analysis: AnalysisPageState) {
        self.stop();
        self.forget_try(analysis);
        self.set_stage(MistakeStage::Open);
        self.show(analysis);
    }

    /// Takes a move that was tried and was not good out of the tree.
    fn forget_try(self, analysis: AnalysisPageState) {
        let was = self.lesson.with_untracked(|lesson| lesson.as_ref().map(|lesson| lesson.stage.clone()));
        let before = self.lesson.with_untracked(|lesson| {
            let ply = lesson.as_ref().and_then(MistakeLesson::mistake)?.ply;
            self.nodes.with_untracked(|nodes| nodes.get(ply).copied())
        });
        if let (Some(MistakeStage::Wrong(mv)), Some(before)) = (was, before) {
            let places = self.lesson.with_untracked(|lesson| lesson.as_ref().map_or(0, |lesson| lesson.places));
            // A try that led nowhere need not stay among the moves, unless it was there before, was followed up, or
            // something was said about it.
            analysis.tree.update(|tree| {
                let is_new = tree.len() > places;
                let try_of = tree.children(before).iter().copied().find(|child| tree.mv(*child) == Some(&mv));
                let bare = |node: &NodeId| tree.children(*node).is_empty() && tree.comment(*node).is_empty();
                if let Some(node) = try_of.filter(|node| is_new && bare(node) && tree.is_branch(*node)) {
                    tree.delete(node);
                }
            });
        }
    }

    fn answer(self, analysis: AnalysisPageState) {
        self.stop();
        self.forget_try(analysis);
        self.set_stage(MistakeStage::Shown);
        self.show(analysis);
    }

    fn next(self, analysis: AnalysisPageState) {
        self.stop();
        self.lesson.update(|lesson| {
            if let Some(lesson) = lesson {
                lesson.at += 1;
                lesson.stage = if lesson.at < lesson.mistakes.len() { MistakeStage::Open } else { MistakeStage::Over };
            }
        });
        self.show(analysis);
    }
}

/// Returns what is said now.
fn feedback(reviewing: Reviewing, analysis: AnalysisPageState) -> String {
    let seats = analysis.tree.with_untracked(|tree| tree.session().seats());
    reviewing.lesson.with(|lesson| {
        let Some(lesson) = lesson else { return String::new() };
        let Some(mistake) = lesson.mistake() else {
            return format!("{} {}", phrases::done(), phrases::found_of(lesson.found, lesson.mistakes.len()));
        };
        match &lesson.stage {
            MistakeStage::Open | MistakeStage::Over => match seats {
                [_] => phrases::task_solitaire(&mistake.mv),
                seats => phrases::task(phrases::side(seats, mistake.team), &mistake.mv),
            },
            MistakeStage::Judging(mv) => phrases::checking(mv),
            MistakeStage::Best(mv) => phrases::right_best(mv),
            MistakeStage::Good(mv) => phrases::right(mv),
            MistakeStage::Wrong(mv) => phrases::wrong(mv),
            MistakeStage::Same(mv) => phrases::same_move(mv),
            MistakeStage::Unjudged(mv) => phrases::not_checked(mv),
            MistakeStage::Shown => phrases::answer(moves(&mistake.better)),
        }
    })
}

/// The lesson, in place of the list.
pub(super) fn card(analysis: AnalysisPageState) -> AnyView {
    let reviewing = analysis.reviewing;
    let place = Memo::new(move |_| {
        reviewing
            .lesson
            .with(|lesson| lesson.as_ref().map(|lesson| (lesson.at, lesson.mistakes.len(), lesson.stage.clone())))
    });
    let title = move || {
        place.get().map(|(at, count, _)| match at < count {
            true => phrases::lesson(at + 1, count),
            false => phrases::learn().to_owned(),
        })
    };
    let class = move || match place.get() {
        Some((.., MistakeStage::Best(_) | MistakeStage::Good(_))) => "outcome done",
        _ => "outcome",
    };
    let elsewhere = move || {
        let ply =
            reviewing.lesson.with(|lesson| lesson.as_ref().and_then(MistakeLesson::mistake).map(|mistake| mistake.ply));
        let open = place.get().is_some_and(|(.., stage)| stage == MistakeStage::Open);
        (open && ply != reviewing.ply(analysis)).then(|| {
            view! {
                <p class="faint">{phrases::other_position()} " "
                    <button class="plain" on:click=move |_| reviewing.show(analysis)>{phrases::back()}</button></p>
            }
        })
    };
    let buttons = move || {
        let (at, count, stage) = place.get()?;
        let next = if at + 1 < count { phrases::next() } else { phrases::finish() };
        let tried = matches!(stage, MistakeStage::Wrong(_) | MistakeStage::Same(_) | MistakeStage::Unjudged(_));
        let open = tried || matches!(stage, MistakeStage::Open | MistakeStage::Judging(_));
        let solved = matches!(stage, MistakeStage::Best(_) | MistakeStage::Good(_) | MistakeStage::Shown);
        let go = move |event: leptos::ev::MouseEvent, act: fn(Reviewing, AnalysisPageState)| {
            act(reviewing, analysis);
            crate::composer::to_board(&event);
        };
        Some(view! {
            {tried.then(|| view! {
                <button class="main" on:click=move |event| go(event, Reviewing::retry)>{phrases::try_again()}</button>
            })}
            {open.then(|| view! { <button on:click=move |_| reviewing.answer(analysis)>{phrases::show_answer()}</button> })}
            {solved.then(|| view! {
                <button class="main" on:click=move |event| go(event, Reviewing::next)>{next}</button>
            })}
        })
    };
    view! {
        <div class="exercise">
            <h3 id="lesson-title" tabindex="-1">{title}</h3>
            <p class=class id="exercise-says">{move || feedback(reviewing, analysis)}</p>
            {elsewhere}
            <div class="row">
                {buttons}
                <button class="plain" on:click=move |_| reviewing.leave(analysis)>{phrases::exit()}</button>
            </div>
        </div>
    }
    .into_any()
}
