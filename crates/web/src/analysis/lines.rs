//! The lines of the engine: asked anew a little after another position is looked at, shown while they are being found, and
//! remembered as long as the page is open.

use halfboard_app::analysis::lines::LineSketch;
use halfboard_app::analysis::lines::{
    LONGER, LineCache, MOST_LINES, NODES, PositionLines, ShownLine, shown, sketch, whose,
};
use halfboard_app::analysis::verdicts::worth_of;
use halfboard_app::phrases::analysis as phrases;
use halfboard_engine::report::PrincipalVariation;
use halfboard_engine::value::Value;
use halfboard_worker::messages::{RequestKind, ResponseKind};
use leptos::prelude::*;

use super::settings;
use super::state::AnalysisPageState;
use crate::browser;
use crate::engine_client::EngineClient;

/// How long a position is looked at before the engine is asked, in milliseconds: who steps fast does not ask in vain.
const PAUSE: u32 = 150;

/// Moves of a line that are shown.
const SHOWN: usize = 10;

/// The engine's lines and what belongs to them.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// Whether they are wanted.
    pub(crate) on: RwSignal<bool>,
    /// How many are wanted.
    count: RwSignal<u8>,
    /// What is known of the position that is looked at.
    pub(crate) found: RwSignal<Option<PositionLines>>,
    /// Whether the engine has failed.
    failed: RwSignal<bool>,
    memory: StoredValue<LineCache>,
    engine: StoredValue<Option<EngineClient>, LocalStorage>,
    /// The place that was asked about, and how many lines.
    asked: StoredValue<(String, u8)>,
}

impl Lines {
    pub(super) fn new() -> Lines {
        Lines {
            on: RwSignal::new(settings::is_on("engine")),
            count: RwSignal::new(settings::lines()),
            found: RwSignal::new(None),
            failed: RwSignal::new(false),
            memory: StoredValue::new(LineCache::default()),
            engine: StoredValue::new_local(None),
            asked: StoredValue::new((String::new(), 0)),
        }
    }

    /// Follows the position that is looked at, as long as the page is open.
    pub(super) fn attend(self, analysis: AnalysisPageState) {
        let engine = EngineClient::new(move |answer| self.answered(answer));
        self.engine.set_value(Some(engine));
        Effect::new(move |_| {
            let (place, on, count) = (analysis.place.get(), self.on.get(), self.count.get());
            engine.cancel();
            self.failed.set(false);
            let known = self.memory.with_value(|memory| memory.get(&place).cloned());
            let enough = known.as_ref().is_some_and(|known| known.ended && known.wanted >= count);
            self.found.set(known.filter(|_| on));
            self.asked.set_value((place.clone(), count));
            if on && !enough && analysis.view.with_untracked(|view| view.ending.is_none()) {
                browser::later(PAUSE, move || {
                    if self.asked.try_with_value(|asked| *asked == (place, count)) == Some(true) {
                        self.ask(analysis, NODES);
                    }
                });
            }
        });
    }

    fn ask(self, analysis: AnalysisPageState, nodes: u64) {
        let Some(engine) = self.engine.get_value().filter(|_| self.on.get_untracked()) else { return };
        self.failed.set(false);
        let kind = RequestKind::Analyze { nodes, lines: self.count.get_untracked() };
        let memory = analysis.app.settings.with_untracked(|settings| settings.memory);
        let asked = analysis.tree.with_untracked(|tree| engine.request(tree.session(), kind, memory));
        self.failed.set(!asked);
    }

    fn answered(self, answer: ResponseKind) {
        let Some((place, wanted)) = self.asked.try_get_value() else { return };
        let found = match answer {
            ResponseKind::SearchProgress { depth, nodes, nodes_per_second, lines, .. } => {
                PositionLines { depth, nodes, nodes_per_second, lines, wanted, ended: false }
            }
            ResponseKind::SearchResult { value, line, others, nodes, seconds, depth, .. } => {
                let lines = std::iter::once(PrincipalVariation { value, moves: line }).chain(others).collect();
                let nodes_per_second = (nodes as f64 / seconds.max(0.001)) as u64;
                PositionLines { depth, nodes, nodes_per_second, lines, wanted, ended: true }
            }
            ResponseKind::Failed { problem, .. } => {
                browser::log_error(&problem);
                self.failed.set(true);
                return;
            }
            _ => return,
        };
        let best = self.memory.try_update_value(|memory| {
            memory.put(&place, found);
            memory.get(&place).cloned()
        });
        self.found.set(best.flatten());
    }

    /// Returns the lines that are shown, best first.
    fn shown(self) -> Vec<PrincipalVariation<String>> {
        let count = usize::from(self.count.get());
        self.found.with(|found| found.iter().flat_map(|found| found.lines.iter().take(count).cloned()).collect())
    }

    /// Returns the first moves of the lines, to be drawn.
    pub(super) fn sketches(self, analysis: AnalysisPageState) -> Vec<LineSketch> {
        let firsts: Vec<String> = self.shown().into_iter().filter_map(|line| line.moves.into_iter().next()).collect();
        analysis.tree.with_untracked(|tree| firsts.iter().map(|mv| sketch(tree.session(), mv)).collect())
    }

    /// Plays a line up to its move of this number.
    pub(super) fn play(self, analysis: AnalysisPageState, line: usize, upto: usize) {
        let moves = untrack(|| self.shown()).into_iter().nth(line).map(|line| line.moves).unwrap_or_default();
        if upto < moves.len() {
            analysis.play_all(&moves[..=upto]);
        }
    }
}

/// The card with the lines.
pub(super) fn card(analysis: AnalysisPageState) -> AnyView {
    let lines = analysis.lines;
    let switch = move |event| {
        let on = event_target_checked(&event);
        lines.on.set(on);
        settings::remember_switch("engine", on);
    };
    let choose = move |event| {
        if let Ok(count) = event_target_value(&event).parse() {
            lines.count.set(count);
            settings::remember("lines", &event_target_value(&event));
        }
    };
    let counts: Vec<_> = (1..=MOST_LINES)
        .map(|count| {
            view! {
                <option value=count.to_string() prop:selected=move || lines.count.get() == count>{count.to_string()}</option>
            }
        })
        .collect();
    let rows: Vec<_> = (0..usize::from(MOST_LINES)).map(|nth| line(analysis, nth)).collect();
    view! {
        <section class="card engine" aria-label=phrases::engine()>
            <div class="row engine-head">
                <label class="switch"><input type="checkbox" id="engine-on" prop:checked=move || lines.on.get() on:change=switch/>
                    <span>{phrases::engine_on()}</span></label>
                <select id="engine-lines" aria-label=phrases::lines() on:change=choose>{counts}</select>
            </div>
            <ol class="engine-lines">{rows}</ol>
            {state(analysis)}
        </section>
    }
    .into_any()
}

/// How far the engine is, and what can be done about it.
fn state(analysis: AnalysisPageState) -> impl IntoView {
    let lines = analysis.lines;
    let busy = move || lines.engine.try_get_value().flatten().is_some_and(EngineClient::is_busy);
    let over = move || analysis.view.with(|view| view.ending.is_some());
    let said = move || {
        if !lines.on.get() {
            return phrases::engine_off().to_owned();
        }
        if over() {
            return phrases::over().to_owned();
        }
        let numbers = lines.found.with(|found| {
            found.as_ref().map(|found| {
                let looked = match found.ended {
                    true => phrases::positions_searched(phrases::rounded(found.nodes)),
                    false => phrases::speed(phrases::rounded(found.nodes_per_second)),
                };
                format!("{} · {looked}", phrases::depth(found.depth))
            })
        });
        numbers.unwrap_or_else(|| phrases::thinking().to_owned())
    };
    let whose = move || {
        let there = lines.on.get() && lines.found.with(Option::is_some) && !over();
        analysis.place.track();
        analysis.tree.with_untracked(|tree| whose(tree.session())).filter(|_| there)
    };
    let more = Memo::new(move |_| {
        let found = lines.found.with(|found| found.as_ref().filter(|found| found.ended).map(|found| found.nodes));
        found.filter(|_| lines.on.get() && !over() && !busy())
    });
    let proven = move || lines.found.with(|found| found.as_ref().is_some_and(is_settled));
    let longer = move || {
        more.get().filter(|_| !proven()).map(|nodes| {
            let ask = move |_| lines.ask(analysis, nodes.max(NODES).saturating_mul(LONGER));
            view! { <button class="plain" on:click=ask>{phrases::think_longer()}</button> }
        })
    };
    let failed = move || {
        lines.failed.get().then(|| {
            view! {
                <p class="remark">{phrases::engine_failed()} " "
                    <button on:click=move |_| lines.ask(analysis, NODES)>{phrases::restart_engine()}</button></p>
            }
        })
    };
    view! {
        <div class="row engine-state">
            <p class="faint numbers" data-busy=move || busy().to_string()>{said} {move || whose().map(|whose| format!(" · {whose}"))}</p>
            {longer}
        </div>
        {failed}
    }
}

/// Returns whether there is nothing more to be found out.
fn is_settled(found: &PositionLines) -> bool {
    found.lines.iter().all(|line| matches!(line.value, Value::Proven(_)))
}

/// A line: its value and its moves. Its buttons stay the same while what stands in them changes, so that a click is never
/// lost to a new picture.
fn line(analysis: AnalysisPageState, nth: usize) -> impl IntoView {
    let lines = analysis.lines;
    let line = Memo::new(move |_| lines.shown().into_iter().nth(nth));
    let there = Memo::new(move |_| line.with(Option::is_some));
    let value = Memo::new(move |_| {
        analysis.place.track();
        let (value, first) = line.with(|line| line.as_ref().map(|line| (line.value, line.moves.first().cloned())))?;
        analysis.tree.with_untracked(|tree| {
            // What the solver has proven is not shown as an estimate beside it.
            let proven = match (value, first) {
                (Value::Proven(_), _) | (_, None) => None,
                (_, Some(mv)) => {
                    analysis.verdicts.solved.with(|solved| worth_of(tree.session(), &mv, solved.as_ref()?))
                }
            };
            proven.or_else(|| Some(analysis.view.with_untracked(|view| shown(value, tree.session(), view))))
        })
    });
    let moves = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.moves.clone()).unwrap_or_default()));
    let count = Memo::new(move |_| moves.with(Vec::len).min(SHOWN));
    let mv = move |index: usize| {
        let text = move || moves.with(|moves| moves.get(index).cloned().unwrap_or_default());
        let label = move || phrases::play_to(text());
        view! {
            <li><button class="turn" aria-label=label on:click=move |_| lines.play(analysis, nth, index)>{text}</button></li>
        }
    };
    move || {
        there.get().then(|| {
            view! {
                <li class="engine-line" aria-label=phrases::line_number(nth + 1)>
                    <span class="rank" aria-hidden="true">{nth + 1}</span>
                    {badge(format!("value-{nth}"), value)}
                    <ol class="line-moves"><For each=move || 0..count.get() key=|index| *index children=mv/></ol>
                </li>
            }
        })
    }
}

/// A value with its explanation, which is seen while it is pointed at, has the focus, or was clicked.
pub(super) fn badge(id: String, value: Memo<Option<ShownLine>>) -> AnyView {
    let open = RwSignal::new(false);
    // Escape closes it also where the focus would hold it open.
    let shut = RwSignal::new(false);
    let proven = move || value.with(|value| value.as_ref().is_some_and(|value| value.proven));
    let class = move || if proven() { "badge proven" } else { "badge estimated" };
    let sign = move || if proven() { "✓" } else { "≈" };
    let kind = move || if proven() { phrases::proven() } else { phrases::estimated() };
    let short = move || value.with(|value| value.as_ref().map(|value| value.short.clone()));
    let more = move || value.with(|value| value.as_ref().map(|value| value.more.clone()));
    let escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            open.set(false);
            shut.set(true);
        }
    };
    let leave = move || {
        open.set(false);
        shut.set(false);
    };
    view! {
        <span class="tipped" class:open=move || open.get() class:shut=move || shut.get() on:pointerenter=move |_| shut.set(false)>
            <button type="button" class=class aria-describedby=id.clone() on:keydown=escape
                on:click=move |_| open.update(|open| *open = !*open) on:blur=move |_| leave()>
                <span aria-hidden="true">{sign}</span> " " {short} " " <small>{kind}</small>
            </button>
            <span role="tooltip" class="tip" id=id>{more}</span>
        </span>
    }
    .into_any()
}
