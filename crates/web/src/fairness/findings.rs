//! The findings by game: summaries, tables with plots in their cells, and the commands.

use halfboard_app::fairness::{Axis, FILE, Finding, Outcome, length_axis, read};
use halfboard_app::phrases::{fairness as phrases, game_texts};
use halfboard_rules::game::GameInfo;
use halfboard_rules::registry;
use leptos::prelude::*;

use super::plot;
use crate::browser;

/// The state of fetching the findings.
#[derive(Clone)]
enum FetchedFindings {
    Waiting,
    NotThere,
    Broken(String),
    There(Vec<Finding>),
}

/// All findings.
pub(super) fn all() -> AnyView {
    let fetched = RwSignal::new(FetchedFindings::Waiting);
    fetch(fetched);
    (move || match fetched.get() {
        FetchedFindings::Waiting => view! { <p class="faint">{phrases::loading()}</p> }.into_any(),
        FetchedFindings::NotThere => missing(fetched, phrases::load_failed(), None),
        FetchedFindings::Broken(why) => missing(fetched, phrases::unreadable(), Some(why)),
        FetchedFindings::There(findings) => {
            // A game without findings has no section.
            let has_findings = |info: &GameInfo| findings.iter().any(|finding| finding.game() == info.id);
            let infos = registry::games().iter().map(|game| game.info()).filter(|info| has_findings(info));
            let games = infos.map(|info| section(info, &findings));
            games.collect::<Vec<_>>().into_any()
        }
    })
    .into_any()
}

fn fetch(fetched: RwSignal<FetchedFindings>) {
    fetched.set(FetchedFindings::Waiting);
    browser::fetch_text(FILE, move |text| {
        let found = match text.ok().flatten().as_deref().map(read) {
            None => FetchedFindings::NotThere,
            Some(Err(error)) => FetchedFindings::Broken(error.to_string()),
            Some(Ok(findings)) => FetchedFindings::There(findings),
        };
        // The page may be another by now.
        fetched.try_set(found);
    });
}

/// The notice if the findings could not be loaded, with a retry button.
fn missing(fetched: RwSignal<FetchedFindings>, says: &'static str, more: Option<String>) -> AnyView {
    view! {
        <p class="remark">{says} {more.map(|why| view! { " " <span lang="en">{why}</span> })}</p>
        <p><button on:click=move |_| fetch(fetched)>{phrases::retry()}</button></p>
    }
    .into_any()
}

fn section(info: &'static GameInfo, findings: &[Finding]) -> AnyView {
    let game = info.id;
    let own: Vec<&Finding> = findings.iter().filter(|finding| finding.game() == game).collect();
    let (alone, duels): (Vec<&Finding>, Vec<&Finding>) =
        own.iter().partition(|finding| matches!(finding.outcome, Outcome::Alone { .. }));
    let fairness = game_texts::texts(info).fairness;
    let mut commands: Vec<String> = own.iter().map(|finding| finding.command.clone()).collect();
    commands.dedup();
    let commands: Vec<_> = commands.into_iter().map(|command| view! { <code>{command}</code> }).collect();
    let fates: Vec<&Finding> = duels.iter().copied().filter(|finding| finding.fates.is_some()).collect();
    let has_alone = !alone.is_empty();
    view! {
        <section class="card survey" data-game=game>
            <h2>{info.name}</h2>
            <p>{fairness.findings.get()}</p>
            {has_alone.then(|| view! { <h3>{phrases::two_players()}</h3> })}
            {duel_table(&duels)}
            {(!fates.is_empty()).then(|| view! { <h3>{phrases::fates_title()}</h3> {fate_table(&fates)} })}
            {has_alone.then(|| view! { <h3>{phrases::solitaires()}</h3> {alone_table(&alone)} })}
            <p class="advice"><strong>{phrases::designers()} ": "</strong> {fairness.advice.get()}</p>
            <details>
                <summary>{phrases::endings()}</summary>
                {endings(&duels)}
            </details>
            <details class="made">
                <summary>{phrases::commands()}</summary>
                {commands}
            </details>
        </section>
    }
    .into_any()
}

/// A table. Its roles are explicit because small screens lay it out differently.
fn table(class: &'static str, head: Vec<AnyView>, rows: Vec<AnyView>) -> AnyView {
    let head: Vec<_> = head.into_iter().map(|cell| view! { <th role="columnheader" scope="col">{cell}</th> }).collect();
    view! {
        <table class=class role="table">
            <thead role="rowgroup"><tr role="row">{head}</tr></thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
    .into_any()
}

/// A row: the variant, and cells with their classes.
fn row(finding: &Finding, cells: Vec<(&'static str, AnyView)>) -> AnyView {
    let cells: Vec<_> =
        cells.into_iter().map(|(class, cell)| view! { <td role="cell" class=class>{cell}</td> }).collect();
    view! {
        <tr role="row" data-rules=finding.rules.clone()>
            <th role="rowheader" scope="row">{phrases::variant(finding)} " " <span class="how">{phrases::certainty(finding)}</span></th>
            {cells}
        </tr>
    }
    .into_any()
}

/// A share with its bounds in figures.
fn figure(finding: &Finding) -> AnyView {
    let share = finding.share();
    view! { <strong>{phrases::share_of(finding)}</strong> " " <span class="faint">"(" {phrases::bounds(&share)} ")"</span> }
        .into_any()
}

fn heading(words: &'static str, marks: &[(f64, String)]) -> AnyView {
    view! { {words} {plot::scale(marks)} }.into_any()
}

fn share_heading(words: &'static str) -> AnyView {
    heading(words, &[(0.0, "0".to_owned()), (0.5, "50 %".to_owned()), (1.0, "100".to_owned())])
}

fn duel_table(findings: &[&Finding]) -> AnyView {
    let longest = findings.iter().filter_map(|finding| finding.games.as_ref()).map(|games| games.plies[2]).max();
    let axis = length_axis(longest.unwrap_or_default());
    let ends = [(0.0, "0".to_owned()), (1.0, axis.most.to_string())];
    let head = vec![
        phrases::variant_heading().into_any(),
        share_heading(phrases::begins()),
        phrases::share_and_bounds().into_any(),
        phrases::draws().into_any(),
        heading(phrases::length(), &ends),
        phrases::out_of().into_any(),
    ];
    let rows = findings.iter().map(|finding| duel_row(finding, &axis)).collect();
    table("figures-table duel", head, rows)
}

fn duel_row(finding: &Finding, axis: &Axis) -> AnyView {
    let draws = finding.draws().unwrap_or_default();
    let drawn = view! { {plot::bar(&draws)} {labelled(phrases::draws(), phrases::percent(draws.part()))} };
    let length = finding.games.as_ref().map(|games| {
        let [low, median, high] = games.plies;
        view! { {plot::lengths(games.plies, axis)} {labelled(phrases::length(), format!("{median} ({low}–{high})"))} }
    });
    row(
        finding,
        vec![
            ("picture-cell", plot::share(finding)),
            ("number-cell", figure(finding)),
            ("draws-cell", drawn.into_any()),
            ("length-cell", length.into_any()),
            ("count-cell", phrases::sample_size(finding).into_any()),
        ],
    )
}

/// A figure under its plot, with a label for screens without room for headings.
fn labelled(label: &'static str, figure: String) -> AnyView {
    view! { <span class="faint"><span class="label">{label} " "</span> {figure}</span> }.into_any()
}

fn alone_table(findings: &[&Finding]) -> AnyView {
    let head = vec![
        phrases::variant_heading().into_any(),
        share_heading(phrases::solvable()),
        phrases::share_and_bounds().into_any(),
        phrases::otherwise_left().into_any(),
        phrases::out_of().into_any(),
    ];
    let cells = |finding: &Finding| {
        row(
            finding,
            vec![
                ("picture-cell", plot::share(finding)),
                ("number-cell", figure(finding)),
                ("left-cell", phrases::left_summary(finding).into_any()),
                ("count-cell", phrases::sample_size(finding).into_any()),
            ],
        )
    };
    table("figures-table alone", head, findings.iter().map(|finding| cells(finding)).collect())
}

/// The winners of random boards: always one colour, or the first or second player.
fn fate_table(findings: &[&Finding]) -> AnyView {
    let names = [phrases::fate_white(), phrases::fate_black(), phrases::fate_second(), phrases::fate_first()];
    let classes = ["fate-white", "fate-black", "fate-second", "fate-first"];
    let mut head = vec![phrases::variant_heading().into_any(), phrases::share_of_boards().into_any()];
    head.extend(names.iter().zip(classes).map(|(name, class)| {
        let sample = plot::parts(&[(1, class)]);
        view! { <span class="sample">{sample}</span> {*name} }.into_any()
    }));
    let rows = findings.iter().filter_map(|finding| {
        let fates = finding.fates?;
        let parts: Vec<(u64, &'static str)> = fates.into_iter().zip(classes).collect();
        let mut cells = vec![("picture-cell", plot::parts(&parts))];
        cells.extend(fates.iter().zip(names).map(|(count, name)| {
            let count = view! { <span class="label">{name} " "</span> {*count} };
            ("fate-cell", count.into_any())
        }));
        Some(row(finding, cells))
    });
    table("figures-table fates", head, rows.collect())
}

fn endings(findings: &[&Finding]) -> AnyView {
    let ends: Vec<_> = findings
        .iter()
        .filter_map(|finding| {
            let ends = phrases::endings_summary(finding)?;
            Some(view! { <dt>{phrases::variant(finding)}</dt> <dd>{ends}</dd> })
        })
        .collect();
    view! { <dl class="endings">{ends}</dl> }.into_any()
}
