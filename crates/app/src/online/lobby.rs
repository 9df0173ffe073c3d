//! The lists of the lobby: their first pages, which are asked for again and again, and the pages asked for after them.

use halfboard_protocol::api::{GameStatus, GameSummary, Lobby, LobbyPage};

/// The lists as they are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LobbyLists {
    first: Lobby,
    further: Vec<FurtherGames>,
}

/// The games of a list after its first page was continued.
#[derive(Clone, Debug, PartialEq)]
struct FurtherGames {
    status: GameStatus,
    /// All games seen then, also those of the first page: newer ones may have pushed them out of it.
    games: Vec<GameSummary>,
    next: Option<String>,
}

impl LobbyLists {
    /// Replaces the first pages.
    pub fn refresh(&mut self, lobby: Lobby) {
        // The time differs in each answer and is not shown.
        self.first = Lobby { now: 0, ..lobby };
    }

    /// Appends the next page of a list.
    pub fn append(&mut self, status: GameStatus, page: LobbyPage) {
        let mut games: Vec<GameSummary> = self.games(status).into_iter().cloned().collect();
        games.extend(page.games);
        self.further.retain(|further| further.status != status);
        self.further.push(FurtherGames { status, games, next: page.next });
    }

    /// Returns the games of a list. What a first page says of a game is newer than any other page.
    pub fn games(&self, status: GameStatus) -> Vec<&GameSummary> {
        let Lobby { open, playing, finished, .. } = &self.first;
        let mut games: Vec<&GameSummary> = self.first_page(status).iter().collect();
        for game in self.further(status).into_iter().flat_map(|further| &further.games) {
            let is_known = [open, playing, finished].into_iter().flatten().chain(games.iter().copied());
            if !is_known.into_iter().any(|known| known.id == game.id) {
                games.push(game);
            }
        }
        games
    }

    /// Returns where a list goes on; `None` at its end.
    pub fn next(&self, status: GameStatus) -> Option<&str> {
        let first = &self.first.next;
        let next = match (self.further(status), status) {
            (Some(further), _) => &further.next,
            (None, GameStatus::Open) => &first.open,
            (None, GameStatus::Playing) => &first.playing,
            (None, GameStatus::Finished) => &first.finished,
            (None, GameStatus::Aborted) => &None,
        };
        next.as_deref()
    }

    fn first_page(&self, status: GameStatus) -> &[GameSummary] {
        match status {
            GameStatus::Open => &self.first.open,
            GameStatus::Playing => &self.first.playing,
            GameStatus::Finished => &self.first.finished,
            GameStatus::Aborted => &[],
        }
    }

    fn further(&self, status: GameStatus) -> Option<&FurtherGames> {
        self.further.iter().find(|further| further.status == status)
    }
}

/// Returns the path of the first pages, of one game unless its ID is empty.
pub fn lobby_path(game: &str) -> String {
    if game.is_empty() { "lobby".to_owned() } else { format!("lobby?game={game}") }
}

/// Returns the path of the next page of a list.
pub fn lobby_page_path(game: &str, status: GameStatus, next: &str) -> String {
    format!("lobby?status={}&game={game}&before={next}", status.as_str())
}

#[cfg(test)]
mod tests {
    use halfboard_protocol::api::LobbyNext;
    use halfboard_protocol::clock::TimeControl;

    use super::*;

    fn game(letter: char, status: GameStatus) -> GameSummary {
        GameSummary {
            id: letter.to_string().repeat(22).parse().expect("an ID"),
            rules: "j".to_owned(),
            usual_start: true,
            control: TimeControl::None,
            public: true,
            status,
            seats: vec![None, None],
            plies: 0,
            result: None,
            reason: None,
            created: 0,
            changed: 0,
        }
    }

    fn games(letters: &str, status: GameStatus) -> Vec<GameSummary> {
        letters.chars().map(|letter| game(letter, status)).collect()
    }

    fn shown(lists: &LobbyLists, status: GameStatus) -> String {
        lists.games(status).iter().map(|game| &game.id.as_str()[..1]).collect()
    }

    #[test]
    fn further_pages_stay_while_the_first_is_refreshed() {
        let (open, playing) = (GameStatus::Open, GameStatus::Playing);
        let next = LobbyNext { open: Some("x".to_owned()), ..LobbyNext::default() };
        let mut lists = LobbyLists::default();
        lists.refresh(Lobby { now: 5, open: games("cb", open), next: next.clone(), ..Lobby::default() });
        assert_eq!((shown(&lists, open).as_str(), lists.next(open), lists.next(playing)), ("cb", Some("x"), None));
        lists.append(open, LobbyPage { games: games("a9", open), next: Some("y".to_owned()), now: 6 });
        assert_eq!((shown(&lists, open).as_str(), lists.next(open)), ("cba9", Some("y")));
        lists.append(open, LobbyPage { games: games("8", open), ..LobbyPage::default() });
        // A new game pushes b off the first page, and a has begun.
        lists.refresh(Lobby { open: games("dc", open), playing: games("a", playing), next, ..Lobby::default() });
        assert_eq!((shown(&lists, open).as_str(), lists.next(open)), ("dcb98", None));
        assert_eq!(shown(&lists, playing), "a");
        let before = lists.clone();
        lists.refresh(Lobby { now: 9, ..lists.first.clone() });
        assert_eq!(lists, before, "only the time differs");
    }

    #[test]
    fn paths_name_the_list_and_the_filter() {
        assert_eq!((lobby_path(""), lobby_path("j")), ("lobby".to_owned(), "lobby?game=j".to_owned()));
        assert_eq!(lobby_page_path("j", GameStatus::Open, "a5-x"), "lobby?status=open&game=j&before=a5-x");
    }
}
