//! The state of the analysis board, and what can be done to it. The parts of the page read it and call it.

use halfboard_app::analysis::{NodeId, Tree, saved};
use halfboard_app::composer::Compose;
use halfboard_app::phrases::{analysis as phrases, result, shell};
use halfboard_rules::present::Step;
use halfboard_rules::view::View;
use leptos::prelude::*;

use super::lines::Lines;
use super::review::Reviewing;
use super::verdicts::Verdicts;
use crate::app::App;
use crate::browser::{self, BrowserStore, Sound};
use crate::composer::{ComposerPage, ComposerSignals};

/// How long a change waits before it is kept, in milliseconds: what comes in between is kept with it.
const PAUSE: u32 = 300;

/// What is open beside the board, besides moves and lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AnalysisPanel {
    /// Nothing more.
    #[default]
    None,
    /// The position editor.
    Editor,
    /// What the engine says about the whole game.
    Review,
    /// Import and export.
    Share,
    /// The other analyses.
    Others,
}

/// An analysis on the page.
#[derive(Clone, Copy)]
pub(crate) struct AnalysisPageState {
    pub(crate) app: App,
    /// The moves with their branches. Change them by what stands below, which also keeps them.
    pub(crate) tree: RwSignal<Tree>,
    /// The place that is looked at, by the start and the moves that lead to it. Changes only when another position is
    /// looked at, not when something is said about it.
    pub(crate) place: Memo<String>,
    /// What to draw.
    pub(crate) view: Memo<View>,
    /// The steps chosen so far.
    pub(crate) chosen: Memo<Vec<Step>>,
    pub(crate) composer: ComposerSignals<Tree>,
    /// What is open besides.
    pub(crate) part: RwSignal<AnalysisPanel>,
    /// The tree before something was deleted, with what it was.
    pub(crate) deleted: RwSignal<Option<(Tree, String)>>,
    /// The lines of the engine.
    pub(crate) lines: Lines,
    /// What the solver says of every move.
    pub(crate) verdicts: Verdicts,
    /// What the engine says about the whole game.
    pub(crate) reviewing: Reviewing,
    /// Its number among the analyses kept.
    pub(crate) id: u64,
    source: StoredValue<String>,
    /// Whether something waits to be kept.
    waits: StoredValue<bool>,
}

/// Returns the place that is looked at, as a text that no other place has.
fn place_of(tree: &Tree) -> String {
    format!("{} {}", tree.session().start(), tree.path(tree.current()).join(" "))
}

impl AnalysisPageState {
    /// Creates an analysis of this number and source.
    pub(crate) fn new(app: App, id: u64, tree: Tree, source: String) -> AnalysisPageState {
        let tree = RwSignal::new(tree);
        let place = Memo::new(move |_| tree.with(place_of));
        let chosen = Memo::new(move |_| tree.with(|tree| tree.chosen().to_vec()));
        let view = Memo::new(move |_| {
            place.track();
            chosen.with(|chosen| tree.with_untracked(|tree| tree.session().view(chosen)))
        });
        let analysis = AnalysisPageState {
            app,
            tree,
            place,
            view,
            chosen,
            composer: ComposerSignals::new(app, tree, 0),
            part: RwSignal::new(AnalysisPanel::None),
            deleted: RwSignal::new(None),
            lines: Lines::new(),
            verdicts: Verdicts::new(),
            reviewing: Reviewing::new(),
            id,
            source: StoredValue::new(source),
            waits: StoredValue::new(false),
        };
        let keep_rest = move || {
            if analysis.waits.try_get_value() == Some(true) {
                analysis.save_now();
            }
        };
        on_cleanup(keep_rest);
        let listener = window_event_listener_untyped("pagehide", move |_| keep_rest());
        on_cleanup(move || listener.remove());
        analysis
    }

    /// Keeps the analysis a little later.
    fn save_soon(self) {
        if !self.waits.get_value() {
            self.waits.set_value(true);
            browser::later(PAUSE, move || {
                if self.waits.try_get_value() == Some(true) {
                    self.save_now();
                }
            });
        }
    }

    /// Keeps the analysis.
    pub(crate) fn save_now(self) {
        let now = browser::milliseconds();
        let source = self.source.try_get_value().unwrap_or_default();
        let kept = self.tree.try_with_untracked(|tree| saved::save(&BrowserStore, self.id, tree, &source, now));
        self.waits.try_set_value(false);
        if kept.is_some_and(|kept| kept.is_err()) {
            self.app.notify(shell::not_saved());
        }
    }

    /// What follows when another position is looked at.
    fn arrived(self) {
        self.composer.remark.set(None);
        self.save_soon();
    }

    /// Looks at a place, and says so.
    pub(crate) fn go(self, node: NodeId) {
        self.tree.update(|tree| tree.go(node));
        self.arrived();
        let told = self.tree.with_untracked(|tree| {
            let here = tree.current();
            let mv = tree.mv(here).map(|mv| phrases::at_move(tree.depth(here), mv));
            let comment = tree.comment(here);
            format!("{} {comment}", mv.unwrap_or_else(|| phrases::at_start().to_owned()))
        });
        self.app.announce(told.trim());
    }

    /// Goes where a question to the tree leads, if it leads anywhere.
    fn go_to(self, whither: impl Fn(&Tree) -> Option<NodeId>) {
        if let Some(node) = self.tree.with_untracked(whither) {
            self.go(node);
        }
    }

    /// One move back.
    pub(crate) fn back(self) {
        self.go_to(|tree| tree.parent(tree.current()));
    }

    /// One move on, along the line that one came from.
    pub(crate) fn on(self) {
        self.go_to(Tree::next);
    }

    /// To the start.
    pub(crate) fn to_start(self) {
        self.go_to(|tree| Some(tree.root()).filter(|_| tree.parent(tree.current()).is_some()));
    }

    /// To the end of the line.
    pub(crate) fn to_end(self) {
        self.go_to(|tree| tree.line().last().copied().filter(|&end| end != tree.current()));
    }

    /// To another move from the position before.
    pub(crate) fn to_branch(self, by: isize) {
        self.go_to(|tree| tree.sibling(tree.current(), by));
    }

    /// Plays moves one after the other.
    pub(crate) fn play_all(self, moves: &[impl AsRef<str>]) {
        self.deleted.set(None);
        let mut full = false;
        self.tree.update(|tree| {
            for mv in moves.iter().map(AsRef::as_ref) {
                let is_known = tree.children(tree.current()).iter().any(|child| tree.mv(*child) == Some(mv));
                full = !is_known && tree.is_full();
                // A move that is not legal any more ends the line.
                if full || tree.play(mv).is_err() {
                    break;
                }
            }
        });
        if full {
            self.app.notify(phrases::full());
        }
        self.arrived();
        let told = self.tree.with_untracked(|tree| {
            let mv = tree.mv(tree.current()).unwrap_or_default();
            let ending = tree.session().ending().map(result::ended).unwrap_or_default();
            format!("{} {ending}", phrases::at_move(tree.depth(tree.current()), mv))
        });
        self.app.sound(self.tree.with_untracked(|tree| Sound::of_turn(tree.session())));
        self.app.announce(told.trim());
    }

    /// Says something about the place that is looked at.
    pub(crate) fn comment(self, text: &str) {
        self.deleted.set(None);
        self.tree.update(|tree| tree.set_comment(tree.current(), text));
        self.save_soon();
    }

    /// Makes the line that is looked at the main line.
    pub(crate) fn promote(self) {
        self.deleted.set(None);
        self.tree.update(|tree| tree.promote(tree.current()));
        self.save_soon();
        self.app.announce(phrases::promoted());
    }

    /// Deletes the move that is looked at with what follows. It can be brought back.
    pub(crate) fn delete(self) {
        let before = self.tree.get_untracked();
        let Some(mv) = before.mv(before.current()).map(str::to_owned) else { return };
        self.tree.update(|tree| tree.delete(tree.current()));
        self.app.announce(phrases::deleted(&mv));
        self.deleted.set(Some((before, mv)));
        self.arrived();
    }

    /// Restores the moves deleted last. Any change after the deletion discards them, so that nothing new is lost.
    pub(crate) fn undelete(self) {
        let Some((before, _)) = self.deleted.get_untracked() else { return };
        self.deleted.set(None);
        self.tree.set(before);
        self.arrived();
        self.app.announce(phrases::restored());
    }
}

impl ComposerPage for AnalysisPageState {
    type Model = Tree;

    fn composer(self) -> ComposerSignals<Tree> {
        self.composer
    }

    // A move goes to the branch that has it, or to a new one.
    fn play(self, mv: &str) {
        self.play_all(&[mv]);
    }

    fn task(self) -> String {
        super::panel::expected(self)
    }
}
