//! Choosing a puzzle: today's, a new one by grade and variant, one by its number, any board, or one that was left.

use halfboard_app::phrases::{shell, solitaire as phrases};
use halfboard_app::route::Route;
use halfboard_app::solitaire::{PuzzleId, PuzzleNumber, SolitaireSettings, UnfinishedPuzzle, forget, unfinished};
use halfboard_engine::games::sight_reduction::solitaire::Grade;
use leptos::prelude::*;

use super::{archive, boards, figures, today, today_card};
use crate::app::app;
use crate::browser::{self, BrowserStore};
use crate::pages::parts::{checked_field, radio};

/// How many puzzles that were left are offered.
const OFFERED: usize = 6;

/// The page.
pub(super) fn page() -> AnyView {
    let app = app();
    let choices = RwSignal::new(SolitaireSettings::load(&BrowserStore));
    let set = Callback::new(move |change: fn(&mut SolitaireSettings)| change_choices(choices, change));
    // What is chosen is remembered; where that fails, a notice says so once, and it holds until the page closes.
    let told = StoredValue::new(false);
    Effect::new(move |before: Option<SolitaireSettings>| {
        let now = choices.get();
        let changed = before.is_some_and(|before| before != now);
        if changed && now.save(&BrowserStore).is_err() && !told.get_value() {
            told.set_value(true);
            app.notify(shell::not_saved());
        }
        now
    });
    let changed = RwSignal::new(0);
    view! {
        <section class="page solitaire">
            <h1>{shell::solitaire()}</h1>
            <p class="lead">{phrases::lead()}</p>
            <p class="row ways-in">
                <a class="button plain" href=Route::Lesson { game: "sight-reduction".to_owned() }.to_string()>{phrases::lesson()}</a>
                <a class="button plain" href=Route::RulesOf { game: "sight-reduction".to_owned() }.to_string()>{shell::rules()}</a>
            </p>
            <div class="solitaire-grid">
                <div class="parts">
                    {today_card()}
                    {archive()}
                    {begun()}
                    {figures::figures(changed)}
                </div>
                <div class="parts">
                    {new_puzzle(choices, set)}
                    {boards::any_board(choices)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

fn change_choices(choices: RwSignal<SolitaireSettings>, change: fn(&mut SolitaireSettings)) {
    choices.update(|choices| {
        change(choices);
        // Where nothing is left, nothing can be named.
        choices.aimed &= !choices.variant.pairs;
    });
}

/// A new puzzle by grade and variant, or one by its number.
fn new_puzzle(choices: RwSignal<SolitaireSettings>, set: Callback<fn(&mut SolitaireSettings)>) -> AnyView {
    let app = app();
    let numbered = move |number: u64| {
        let SolitaireSettings { variant, aimed, grade, .. } = choices.get_untracked();
        PuzzleId::Number(PuzzleNumber { rules: variant.rules(None), aimed, grade, number })
    };
    let grades: Vec<_> = Grade::ALL
        .into_iter()
        .map(|grade| {
            let chosen = move || choices.with(|choices| choices.grade == grade);
            let choose = move || choices.update(|choices| choices.grade = grade);
            let label = view! { <span class="grade">{phrases::grade(grade)}</span> };
            let more = Some(phrases::about_grade(grade).to_owned());
            radio("grade", format!("grade-{}", grade.as_str()), label, more, chosen, choose)
        })
        .collect();
    let pairs = Memo::new(move |_| choices.with(|choices| choices.variant.pairs));
    let leaves_one = Memo::new(move |_| choices.with(|choices| choices.variant.pairs && choices.variant.enemy));
    let number = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = number.get_untracked().trim().to_owned();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse().ok().filter(|_| digits) {
            Some(number) => app.go(&numbered(number).route()),
            None => {
                wrong.set(true);
                app.announce(phrases::wrong_number(&text));
            }
        }
    };
    let new = move |_| app.go(&numbered(browser::seed()).route());
    let says_wrong = move || wrong.get().then_some("number-wrong");
    view! {
        <section class="card" aria-labelledby="new-title">
            <h2 id="new-title">{phrases::new_puzzle()}</h2>
            <p>{move || if leaves_one.get() { phrases::new_puzzle_leave_one() } else { phrases::new_puzzle_more() }}</p>
            <fieldset class="plain">
                <legend>{phrases::how_hard()}</legend>
                <div class="picks grades">{grades}</div>
            </fieldset>
            <fieldset class="plain">
                <legend>{phrases::variant()}</legend>
                <div class="picks">
                    {option("queen", phrases::queen(), phrases::queen_more(), move || choices.with(|c| c.variant.queen),
                        move || set.run(|c| c.variant.queen = !c.variant.queen), || true)}
                    {option("enemy", phrases::enemy(), phrases::enemy_more(), move || choices.with(|c| c.variant.enemy),
                        move || set.run(|c| c.variant.enemy = !c.variant.enemy), || true)}
                    {option("pairs", phrases::pairs(), phrases::pairs_more(), move || choices.with(|c| c.variant.pairs),
                        move || set.run(|c| c.variant.pairs = !c.variant.pairs), || true)}
                    {option("aimed", phrases::aimed(), phrases::aimed_more(), move || choices.with(|c| c.aimed),
                        move || set.run(|c| c.aimed = !c.aimed), move || !pairs.get())}
                    {move || pairs.get().then(|| view! { <p class="faint">{phrases::aimed_not()}</p> })}
                </div>
            </fieldset>
            <p class="row"><button class="main" on:click=new>{phrases::begin_new()}</button></p>
            <form class="by-number" on:submit=open novalidate>
                <h3>{phrases::by_number()}</h3>
                <div class="row">
                    {checked_field("number".to_owned(), phrases::number().to_owned(), move || number.get(), move |text| {
                        number.set(text);
                        wrong.set(false);
                    }, says_wrong)}
                    <button type="submit">{phrases::open_number()}</button>
                </div>
                {move || wrong.get().then(|| view! {
                    <p class="wrong" id="number-wrong">{phrases::wrong_number(number.get())}</p>
                })}
                <p class="faint">{phrases::number_more()}</p>
            </form>
        </section>
    }
    .into_any()
}

/// Returns a part of the variant, on or off, with what it means.
fn option(
    id: &'static str,
    label: &'static str,
    more: &'static str,
    on: impl Fn() -> bool + Send + Sync + 'static,
    toggle: impl Fn() + 'static,
    can: impl Fn() -> bool + Send + Sync + 'static,
) -> AnyView {
    let more_id = format!("{id}-more");
    view! {
        <div class="pick">
            <input type="checkbox" id=id aria-describedby=more_id.clone() prop:checked=on disabled=move || !can()
                on:change=move |_| toggle()/>
            <label for=id>{label}</label>
            <span class="faint more" id=more_id>{more}</span>
        </div>
    }
    .into_any()
}

/// Puzzles that were left, to be gone on with.
fn begun() -> AnyView {
    let entries = RwSignal::new(unfinished(&BrowserStore, today()));
    (move || {
        let entries_now = entries.get();
        (!entries_now.is_empty()).then(|| {
            let rows: Vec<_> = entries_now.iter().take(OFFERED).map(|entry| row(entry, entries)).collect();
            view! {
                <section class="card" aria-labelledby="begun-title">
                    <h2 id="begun-title">{phrases::begun_puzzles()}</h2>
                    <ul class="begun">{rows}</ul>
                </section>
            }
        })
    })
    .into_any()
}

fn row(entry: &UnfinishedPuzzle, entries: RwSignal<Vec<UnfinishedPuzzle>>) -> AnyView {
    let which = entry.run.which().clone();
    let name = match which.grade() {
        Some(grade) => format!("{} ({})", phrases::name(&which), phrases::grade(grade)),
        None => phrases::name(&which),
    };
    let text = phrases::left_entry(&name, entry.run.left(), phrases::clock(entry.run.seconds(0.0)));
    let route = which.route().to_string();
    let remove = move |_| {
        forget(&BrowserStore, &which);
        entries.set(unfinished(&BrowserStore, today()));
        browser::later(0, || browser::focus_if_lost(".begun a, #main"));
    };
    view! {
        <li class="row">
            <a href=route>{text}</a>
            <button class="plain" aria-label=phrases::forget_left_of(name) on:click=remove>{phrases::forget_left()}</button>
        </li>
    }
    .into_any()
}
