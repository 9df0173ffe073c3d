//! What many starts and games of the same rules say together. Counts only; how it is told is up to who asks.

use std::collections::BTreeMap;

use halfboard_rules::game::{Color, Team};

use super::stats::{Histogram, Share, Spread};
use super::{Board, End, Game, Verdict};

/// Wins, draws and losses of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by the side.
    pub won: u64,
    /// Won by nobody.
    pub drawn: u64,
    /// Won by the other side.
    pub lost: u64,
}

impl Tally {
    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The side's points, where a draw is half a win.
    pub fn score(&self) -> Share {
        Share { points: self.won as f64 + self.drawn as f64 / 2.0, of: self.count() }
    }

    /// The share of wins.
    pub fn wins(&self) -> Share {
        Share::new(self.won, self.count())
    }

    /// The share of draws.
    pub fn draws(&self) -> Share {
        Share::new(self.drawn, self.count())
    }

    /// The share of losses.
    pub fn losses(&self) -> Share {
        Share::new(self.lost, self.count())
    }

    /// Counts a game: whether the side won, or `None` for a draw.
    fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            None => self.drawn += 1,
            Some(false) => self.lost += 1,
        }
    }
}

/// Solitaires that came out, and what was left in those that did not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alone {
    /// How many came out.
    pub solved: u64,
    /// How often so many checkers were left, fewest first.
    pub left: Vec<(u8, u64)>,
}

impl Alone {
    /// The share that came out.
    pub fn share(&self) -> Share {
        let stuck: u64 = self.left.iter().map(|(_, count)| count).sum();
        Share::new(self.solved, self.solved + stuck)
    }
}

/// What becomes of boards, depending on who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates {
    /// The first seat's side wins whoever begins.
    pub one: u64,
    /// The second seat's side does.
    pub two: u64,
    /// Whoever begins wins.
    pub first: u64,
    /// Whoever begins loses.
    pub second: u64,
    /// Anything with a draw in it.
    pub other: u64,
}

impl Fates {
    /// How many boards were counted.
    pub fn count(&self) -> u64 {
        self.one + self.two + self.first + self.second + self.other
    }
}

/// What solved starts say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boards {
    /// How many were tried.
    pub tried: u64,
    /// Those that were settled, for the side that begins.
    pub first: Tally,
    /// Those of a solitaire.
    pub alone: Alone,
    /// What becomes of them, where it was found out for either side to begin.
    pub fates: Option<Fates>,
}

impl Boards {
    /// How many were settled.
    pub fn settled(&self) -> u64 {
        self.first.count() + self.alone.share().of
    }

    fn of(boards: &[Board]) -> Self {
        let mut all = Boards { tried: boards.len() as u64, ..Boards::default() };
        let mut left = BTreeMap::new();
        let mut fates = Fates::default();
        for board in boards {
            match board.verdict {
                Some(Verdict::Win(team)) => all.first.add(Some(team == board.first)),
                Some(Verdict::Draw) => all.first.add(None),
                Some(Verdict::Solved) => all.alone.solved += 1,
                Some(Verdict::Left(checkers)) => *left.entry(checkers).or_default() += 1,
                None => {}
            }
            let Some((verdict, turned)) = board.verdict.zip(board.turned) else { continue };
            match (verdict, turned) {
                (Verdict::Win(Team::One), Verdict::Win(Team::One)) => fates.one += 1,
                (Verdict::Win(Team::Two), Verdict::Win(Team::Two)) => fates.two += 1,
                (Verdict::Win(team), Verdict::Win(_)) if team == board.first => fates.first += 1,
                (Verdict::Win(_), Verdict::Win(_)) => fates.second += 1,
                _ => fates.other += 1,
            }
        }
        all.alone.left = left.into_iter().collect();
        all.fates = Some(fates).filter(|fates| fates.count() > 0);
        all
    }
}

/// The choices at a turn, over the games that came so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn {
    /// How many legal moves there were in the mean.
    pub mean: f64,
    /// How many games came so far.
    pub games: u64,
}

/// What played games say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// How many were played.
    pub count: u64,
    /// How many of them went on too long; they are in no tally.
    pub unfinished: u64,
    /// The results of the side that began.
    pub first: Tally,
    /// The results of the first seat's team.
    pub seat_one: Tally,
    /// The results of White.
    pub white: Tally,
    /// The results of a solitaire.
    pub alone: Alone,
    /// How often each reason ended a game, most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// How long games were, in turns, the finished ones and the unfinished.
    pub length: Spread,
    /// The same in bins.
    pub lengths: Histogram,
    /// How many legal moves there were, over all turns of all games.
    pub choices: Spread,
    /// The same for each turn.
    pub by_turn: Vec<Turn>,
}

impl Games {
    fn of(games: &[Game]) -> Self {
        let mut all = Games { count: games.len() as u64, ..Games::default() };
        let mut left = BTreeMap::new();
        let mut reasons = BTreeMap::new();
        for game in games {
            *reasons.entry(game.reason.clone()).or_default() += 1;
            match game.end {
                End::Win { team, color } => {
                    all.first.add(Some(team == game.first));
                    all.seat_one.add(Some(team == Team::One));
                    all.white.add(Some(color == Color::White));
                }
                End::Draw => {
                    for tally in [&mut all.first, &mut all.seat_one, &mut all.white] {
                        tally.add(None);
                    }
                }
                End::Solved => all.alone.solved += 1,
                End::Left(checkers) => *left.entry(checkers).or_default() += 1,
                End::Unfinished => all.unfinished += 1,
            }
        }
        all.alone.left = left.into_iter().collect();
        all.reasons = reasons.into_iter().collect();
        // The sort is stable, so equal counts stay in the order of the words.
        all.reasons.sort_by_key(|(_, count): &(String, u64)| std::cmp::Reverse(*count));
        let lengths: Vec<u32> = games.iter().map(|game| game.plies() as u32).collect();
        all.length = Spread::of(lengths.iter().copied());
        all.lengths = Histogram::of(&lengths);
        all.choices = Spread::of(games.iter().flat_map(|game| game.choices.iter().copied()));
        all.by_turn = (0..all.length.most as usize).map(|ply| turn(games, ply)).collect();
        all
    }
}

/// The choices at a turn of games.
fn turn(games: &[Game], ply: usize) -> Turn {
    let (mut sum, mut count) = (0.0, 0);
    for choices in games.iter().filter_map(|game| game.choices.get(ply)) {
        sum += f64::from(*choices);
        count += 1;
    }
    Turn { mean: if count == 0 { 0.0 } else { sum / count as f64 }, games: count }
}

/// What is known about rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// From starts that were solved.
    pub boards: Boards,
    /// From games that were played.
    pub games: Games,
}

impl Summary {
    /// What boards and games of the same rules say, in whatever order they are.
    pub fn of(boards: &[Board], games: &[Game]) -> Self {
        Summary { boards: Boards::of(boards), games: Games::of(games) }
    }

    /// Whether the result is known from solved starts; else it is that of played games.
    pub fn is_exact(&self) -> bool {
        self.boards.settled() > 0
    }

    /// The results of the side that begins, from solved starts where there are any.
    pub fn first(&self) -> Tally {
        if self.is_exact() { self.boards.first } else { self.games.first }
    }

    /// The results of a solitaire, from solved starts where there are any.
    pub fn alone(&self) -> &Alone {
        if self.is_exact() { &self.boards.alone } else { &self.games.alone }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::UNFINISHED;

    fn game(seed: u64, end: End, reason: &str, choices: &[u32]) -> Game {
        Game { seed, first: Team::Two, end, reason: reason.to_owned(), choices: choices.to_vec(), moves: seed }
    }

    #[test]
    fn games_are_counted_for_each_side() {
        let black = End::Win { team: Team::One, color: Color::Black };
        let white = End::Win { team: Team::Two, color: Color::White };
        let games = [
            game(1, black, "united", &[3, 5]),
            game(2, white, "united", &[3]),
            game(3, white, "no-move", &[3, 7, 2]),
            game(4, End::Draw, "repetition", &[3]),
            game(5, End::Unfinished, UNFINISHED, &[3, 9, 9, 9]),
        ];
        let games = Summary::of(&[], &games).games;
        assert_eq!((games.count, games.unfinished), (5, 1));
        assert_eq!(games.first, Tally { won: 2, drawn: 1, lost: 1 });
        assert_eq!(games.white, games.first, "here White always begins");
        assert_eq!(games.seat_one, Tally { won: 1, drawn: 1, lost: 2 });
        assert_eq!(games.first.score(), Share { points: 2.5, of: 4 });
        let reasons: Vec<(&str, u64)> = games.reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
        assert_eq!(reasons, [("united", 2), ("no-move", 1), ("repetition", 1), ("unfinished", 1)]);
        assert_eq!((games.length.least, games.length.median, games.length.most), (1, 2, 4));
        let turns: Vec<(f64, u64)> = games.by_turn.iter().map(|turn| (turn.mean, turn.games)).collect();
        assert_eq!(turns, [(3.0, 5), (7.0, 3), (5.5, 2), (9.0, 1)]);
        assert!((games.choices.mean - 56.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn boards_have_their_fates() {
        let board =
            |verdict: Option<Verdict>, turned: Option<Verdict>| Board { seed: 1, first: Team::One, verdict, turned };
        let [one, two] = [Team::One, Team::Two].map(|team| Some(Verdict::Win(team)));
        let boards = [
            board(one, one),
            board(two, two),
            board(two, two),
            board(one, two),
            board(two, one),
            board(one, Some(Verdict::Draw)),
            board(two, None),
            board(None, one),
        ];
        let summary = Summary::of(&boards, &[]);
        let fates = Fates { one: 1, two: 2, first: 1, second: 1, other: 1 };
        assert_eq!(summary.boards.fates, Some(fates));
        assert_eq!((summary.boards.tried, summary.boards.settled()), (8, 7));
        assert_eq!(summary.first(), Tally { won: 3, drawn: 0, lost: 4 });
        assert!(summary.is_exact());
        let alone = [Some(Verdict::Solved), Some(Verdict::Left(3)), Some(Verdict::Left(2)), Some(Verdict::Left(3))];
        let summary = Summary::of(&alone.map(|verdict| board(verdict, None)), &[]);
        assert_eq!(summary.alone(), &Alone { solved: 1, left: vec![(2, 1), (3, 2)] });
        assert_eq!((summary.alone().share(), summary.boards.fates), (Share::new(1, 4), None));
        assert!(!Summary::of(&[board(None, None)], &[]).is_exact());
    }
}
