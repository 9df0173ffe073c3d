//! The archive of the browser: files read leniently, indexing a few games at a time, and the opening explorer.

use halfboard_app::archive::explorer::{ExplorerSource, merge, parse_server_answer, percentages, reached, server_path};
use halfboard_app::archive::server::{games_path, parse_games_page, parse_record, record_path};
use halfboard_app::archive::{
    ArchiveLibrary, ArchiveSearch, FileReport, GameOrigin, SearchField, StoredImport, format_sgf, iter_records,
    read_file,
};
use halfboard_app::phrases::{Language, archive as phrases, explorer, speak};
use halfboard_archive::{GameFilter, GameResult, Tally};
use halfboard_protocol::api::{ArchivePage, ArchivedGame, GameStatus, GameSummary};
use halfboard_protocol::clock::TimeControl;
use halfboard_protocol::event::Player;
use halfboard_protocol::json;
use halfboard_rules::registry;
use halfboard_rules::session::Session;

/// Two games whose first moves are mirror images, one that reaches the first one's position by another order of moves,
/// and one that is damaged.
const FILE: &str = "(;FF[4]GM[9]PB[Ann]PW[Ben]DT[1998-03-02]EV[Cup]RE[B+];B[b1-b3];W[a2-c2])\n\
                    (;GM[9]PB[Cid]PW[Dora]DT[2004-07-20]RE[W+];B[g1-g3])\n\
                    (;GM[9];B[b1-b9])\n\
                    (;GM[9]PB[Eve]PW[Fay]RE[Draw];B[d1-b3])\n";

fn session(moves: &[&str]) -> Box<dyn Session> {
    let mut session = registry::rules("lines-of-action:first=black").expect("rules").start(0);
    for mv in moves {
        session.play(mv).expect("legal");
    }
    session
}

fn library(files: &[&str]) -> ArchiveLibrary {
    let mut library = ArchiveLibrary::default();
    for (file, id) in files.iter().zip(1..) {
        library.add(StoredImport::new(id, "file", 0, &read_file("file", file).games));
    }
    while library.index_next() {}
    library
}

#[test]
fn a_damaged_game_is_reported_and_the_others_are_kept() {
    let report = read_file("games.sgf", FILE);
    assert_eq!((report.games.len(), report.total()), (3, 4));
    assert_eq!((report.errors[0].game, report.errors[0].line), (3, 3));
    speak(Language::English);
    assert_eq!(phrases::file_report(&report), "games.sgf: read 3 of 4 games.");
    let empty = FileReport { games: Vec::new(), errors: Vec::new(), ..report };
    assert_eq!(phrases::file_report(&empty), "games.sgf: no game found.");
    speak(Language::German);
    assert_eq!(phrases::file_report(&empty), "games.sgf: keine Partie gefunden.");
    let json = "{\"rules\":\"j\",\"moves\":[\"A5\"]}\n\n{\"rules\":\"chess\",\"moves\":[]}\n";
    let report = read_file("games.jsonl", json);
    assert_eq!((report.games.len(), report.errors[0].game, report.errors[0].line), (1, 2, 3));
}

#[test]
fn a_file_is_read_game_by_game() {
    // The first game is there although the text after it is damaged.
    let json = "{\"rules\":\"j\",\"moves\":[\"A5\"]}\n{";
    for text in [FILE, "[Game \"j\"]\n\n1. A5 *\n\n[Game \"j\"]\n\n1. Z9 *\n", json] {
        assert!(iter_records(text).next().is_some_and(|game| game.is_ok()), "{text}");
        let report = read_file("file", text);
        assert_eq!((iter_records(text).count(), report.errors.len()), (report.total(), 1), "{text}");
    }
    assert_eq!(iter_records(" \n").count(), 0);
}

#[test]
fn games_of_the_server_are_searched_and_read() {
    let empty = GameFilter::default();
    assert_eq!(games_path(&empty, None, None, 30).as_deref(), Some("archive/games?limit=30"));
    let search = ArchiveSearch {
        player: "A&B".into(),
        event: "cup".into(),
        since: "2026.11".into(),
        result: "white".into(),
        rules: "j".into(),
        max_moves: "9".into(),
        ..ArchiveSearch::default()
    };
    let path = games_path(&search.filter().0, None, Some(7), 5).expect("a path");
    let expected = "archive/games?limit=5&rules=j&player=A%26B&result=white&since=2026-11&max_plies=9&before=7";
    assert_eq!(path, expected);
    // A position has its own rules, and games of other rules cannot have it.
    let start = session(&[]);
    let path = games_path(&empty, Some(start.as_ref()), None, 6).expect("a path");
    assert!(path.starts_with("archive/games?limit=6&rules=lines-of-action:first%3Dblack&position=1bbbbbb1/"), "{path}");
    let with_rules = |rules: &str| GameFilter { rules: Some(rules.to_owned()), ..GameFilter::default() };
    assert_eq!(games_path(&with_rules("lines-of-action"), Some(start.as_ref()), None, 6).as_ref(), Some(&path));
    assert_eq!(games_path(&with_rules("j"), Some(start.as_ref()), None, 6), None);

    let id = "1iZ1OArTNdvyR1nKIVB6rS".parse().expect("an id");
    let game = GameSummary {
        id,
        rules: "lines-of-action".to_owned(),
        usual_start: true,
        control: TimeControl::None,
        public: true,
        status: GameStatus::Finished,
        seats: vec![Some(Player::Person { name: "Ann".to_owned() }), Some(Player::Engine { level: 3, of: Some(11) })],
        plies: 12,
        result: Some("0-1".to_owned()),
        reason: Some("resigned".to_owned()),
        created: 1_794_787_200_000,
        changed: 1_794_987_200_000,
    };
    let page = ArchivePage { games: vec![ArchivedGame { number: 4, ply: Some(2), game }], next: Some(4) };
    speak(Language::English);
    let page = parse_games_page(&json::encode(&page)).expect("a page");
    let game = &page.games[0];
    assert_eq!((game.ply, game.summary.plies, game.summary.result), (2, 12, GameResult::Black));
    assert_eq!((game.summary.date.as_str(), page.next), ("2026-11-16", Some(4)));
    assert_eq!(phrases::player_names(&game.summary), "Ann – Engine, level 3");
    assert_eq!(record_path(&game.id), "archive/games/1iZ1OArTNdvyR1nKIVB6rS/record");
    assert!(parse_games_page("<html>").is_none() && parse_games_page("{}").is_none());
    assert!(parse_record("[Game \"j\"]\n\n1. A5 *\n").is_some_and(|record| record.turns().len() == 1));
    assert!(parse_record("<html>").is_none() && parse_record("").is_none());
    let counts = [(0, true), (2, true), (30, false)].map(|(count, is_all)| phrases::listed_count(count, is_all));
    assert_eq!(counts, ["No games found.", "2 games", "The last 30 games"]);
}

#[test]
fn imports_are_indexed_once_and_can_be_removed() {
    let mut library = library(&[FILE, FILE]);
    assert_eq!((library.archive().len(), library.progress()), (3, (6, 6)));
    assert_eq!((library.duplicates(1), library.duplicates(2)), (0, 3));
    assert_eq!(library.origin(1), Some(GameOrigin { import: 1, game: 1 }));
    assert_eq!(library.rules(), ["lines-of-action:first=black"]);
    let removed = library.remove(1).expect("an import");
    assert_eq!(library.progress(), (0, 3));
    while library.index_next() {}
    // The games of the other import are no duplicates any more.
    assert_eq!((library.archive().len(), library.duplicates(2)), (3, 0));
    library.add(removed);
    while library.index_next() {}
    assert_eq!((library.archive().len(), library.duplicates(1)), (3, 3));
    assert!(library.remove(9).is_none());
    // An entry that cannot be read does not hinder the others.
    let broken = StoredImport { id: 7, name: String::new(), imported: 0, games: vec!["<broken>".to_owned()] };
    library.add(broken);
    while library.index_next() {}
    assert_eq!((library.archive().len(), library.progress()), (3, (7, 7)));
}

#[test]
fn the_explorer_adds_up_sources_and_merges_mirrored_games() {
    let (library, start) = (library(&[FILE]), session(&[]));
    let own = library.archive().explore(start.as_ref());
    let moves: Vec<(&str, u64)> = own.moves.iter().map(|mv| (mv.mv.as_str(), mv.tally.games)).collect();
    assert_eq!(moves, [("b1b3", 2), ("d1b3", 1)]);
    let position = start.position();
    let text = format!(
        r#"{{"position":"{position}","games":4,"white":0,"black":3,"draw":0,"moves":[
        {{"move":"d1b3","games":4,"white":0,"black":3,"draw":0,"last":"2026-11-17","value":0.4,"proof":"loss"}},
        {{"move":"d1d9","games":1,"white":0,"black":1,"draw":0,"last":null,"value":null,"proof":null}}]}}"#
    );
    let served = parse_server_answer(start.as_ref(), &text).expect("an answer");
    let all = merge(start.as_ref(), &[own, served]);
    let moves: Vec<(&str, u64)> = all.moves.iter().map(|mv| (mv.mv.as_str(), mv.tally.games)).collect();
    assert_eq!((moves, all.tally.games), (vec![("d1b3", 5), ("b1b3", 2)], 7));
    assert_eq!((all.moves[0].tally.last.as_str(), all.moves[0].proof.as_deref()), ("2026-11-17", Some("loss")));
    // Answers about another position and texts that are no answers are absent.
    assert!(parse_server_answer(session(&["b1b3"]).as_ref(), &text).is_none());
    assert!(parse_server_answer(start.as_ref(), "<html>").is_none());
    assert!(server_path(start.as_ref()).starts_with("explorer?rules=lines-of-action:first%3Dblack&position=1bbbbbb1/"));
}

#[test]
fn games_that_reached_the_position_tell_another_order_of_moves() {
    let file = "(;GM[9]DT[2001];B[b1-b3];W[a2-c2];B[g1-g3])(;GM[9]DT[2002];B[g1-g3];W[a2-c2];B[b1-b3])";
    let library = library(&[file]);
    let found = reached(ExplorerSource::Archives, &library, session(&["b1b3", "a2c2", "g1g3"]).as_ref(), 10);
    let told: Vec<(&str, usize, bool)> =
        found.iter().map(|game| (game.summary.date.as_str(), game.ply, game.transposed)).collect();
    assert_eq!(told, [("2002", 3, true), ("2001", 3, false)]);
    assert_eq!(reached(ExplorerSource::Archives, &library, session(&["d1d3"]).as_ref(), 10), []);
}

#[test]
fn the_search_form_filters_and_says_what_is_wrong() {
    let library = library(&[FILE]);
    let found = |search: &ArchiveSearch| library.archive().search(&search.filter().0);
    let empty = ArchiveSearch::default();
    assert_eq!(found(&empty), [0, 1, 2]);
    assert_eq!(found(&ArchiveSearch { player: " ann ".into(), ..empty.clone() }), [0]);
    assert_eq!(found(&ArchiveSearch { since: "1999".into(), until: "2004".into(), ..empty.clone() }), [1]);
    assert_eq!(found(&ArchiveSearch { result: "draw".into(), ..empty.clone() }), [2]);
    assert_eq!(found(&ArchiveSearch { event: "cup".into(), max_moves: "2".into(), ..empty.clone() }), [0]);
    assert_eq!(found(&ArchiveSearch { rules: "j".into(), ..empty.clone() }), Vec::<u64>::new());
    let wrong = ArchiveSearch { until: "yesterday".into(), min_moves: "-1".into(), ..empty };
    let (_, errors) = wrong.filter();
    assert_eq!(errors.iter().map(|error| error.field).collect::<Vec<_>>(), [SearchField::Until, SearchField::MinMoves]);
    for language in Language::ALL {
        speak(language);
        assert!(errors.iter().all(|error| phrases::search_error(error).contains(&error.text)));
    }
}

#[test]
fn what_is_downloaded_can_be_imported_again() {
    let mut games = read_file("games.sgf", FILE).games;
    games.extend(read_file("j.txt", "[Game \"j\"]\n\n1. A5 *\n").games);
    let (sgf, count) = format_sgf(&games);
    assert_eq!((count, read_file("again.sgf", &sgf).games.len()), (3, 3));
    let records = halfboard_rules::record::format(&games);
    assert_eq!(read_file("again.txt", &records).games, games);
}

#[test]
fn shares_add_up_to_a_hundred() {
    for (white, draw, black) in [(1, 0, 0), (1, 0, 1), (1, 0, 199), (1, 1, 1), (2, 1, 3), (0, 7, 0), (199, 0, 1)] {
        let tally = Tally { games: white + draw + black + 5, white, draw, black, last: String::new() };
        let shares = percentages(&tally).expect("decided games");
        assert_eq!(shares.iter().sum::<u64>(), 100, "{shares:?}");
    }
    speak(Language::English);
    let open = Tally { games: 2, ..Tally::default() };
    assert_eq!((percentages(&open), explorer::result_shares(&open).as_str()), (None, "no result"));
    let won = Tally { games: 3, white: 2, black: 1, ..Tally::default() };
    assert_eq!(explorer::result_shares(&won), "White 67 %, draws 0 %, Black 33 %");
}
