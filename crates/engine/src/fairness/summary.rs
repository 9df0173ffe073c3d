//! Statistics over many starts and games of the same rules.

use std::collections::BTreeMap;

use halfboard_rules::game::{Color, Outcome, Team};

use super::stats::{Histogram, Share, Spread};
use super::{GameSample, SolvedStart};
use crate::solve::Verdict;

/// Wins, draws and losses of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by the side.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by the other side.
    pub lost: u64,
}

impl Tally {
    /// Returns the number of games counted.
    pub fn count(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the side's score, a draw counting half.
    pub fn score(&self) -> Share {
        Share { points: self.won as f64 + self.drawn as f64 / 2.0, of: self.count() }
    }

    /// Returns the share of wins.
    pub fn wins(&self) -> Share {
        Share::new(self.won, self.count())
    }

    /// Returns the share of draws.
    pub fn draws(&self) -> Share {
        Share::new(self.drawn, self.count())
    }

    /// Returns the share of losses.
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

/// Results of solitaires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolitaireTally {
    /// Number of solved ones.
    pub solved: u64,
    /// Numbers of checkers left in the others with their counts, fewest first.
    pub left: Vec<(u8, u64)>,
}

impl SolitaireTally {
    /// Returns the share of solved ones.
    pub fn share(&self) -> Share {
        let stuck: u64 = self.left.iter().map(|(_, count)| count).sum();
        Share::new(self.solved, self.solved + stuck)
    }
}

/// Numbers of boards by who wins, depending on who moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinnersByFirstMover {
    /// Won by the first seat's side in either case.
    pub one: u64,
    /// Won by the second seat's side in either case.
    pub two: u64,
    /// Won by the first mover.
    pub first: u64,
    /// Won by the second mover.
    pub second: u64,
    /// Drawn in at least one case.
    pub other: u64,
}

impl WinnersByFirstMover {
    /// Returns the number of boards.
    pub fn count(&self) -> u64 {
        self.one + self.two + self.first + self.second + self.other
    }
}

/// Statistics of solved starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartStatistics {
    /// Number of starts tried.
    pub tried: u64,
    /// The solved ones, for the first mover.
    pub first: Tally,
    /// The solved solitaires.
    pub solitaire: SolitaireTally,
    /// Who wins, if solved for either side moving first.
    pub winners: Option<WinnersByFirstMover>,
}

impl StartStatistics {
    /// Returns the number of solved starts.
    pub fn settled(&self) -> u64 {
        self.first.count() + self.solitaire.share().of
    }

    fn of(boards: &[SolvedStart]) -> Self {
        let mut all = StartStatistics { tried: boards.len() as u64, ..StartStatistics::default() };
        let mut left = BTreeMap::new();
        let mut winners = WinnersByFirstMover::default();
        for board in boards {
            match board.verdict {
                Some(Verdict::Seat(team)) => all.first.add(Some(team == board.first)),
                Some(Verdict::Outcome(Outcome::Draw)) => all.first.add(None),
                Some(Verdict::Outcome(Outcome::Solved)) => all.solitaire.solved += 1,
                Some(Verdict::Outcome(Outcome::Stuck(checkers))) => *left.entry(checkers).or_default() += 1,
                // Wins are by team here.
                Some(Verdict::Outcome(Outcome::Win(_))) | None => {}
            }
            let Some(verdicts) = board.verdict.zip(board.verdict_if_other_first) else { continue };
            match verdicts {
                (Verdict::Seat(Team::One), Verdict::Seat(Team::One)) => winners.one += 1,
                (Verdict::Seat(Team::Two), Verdict::Seat(Team::Two)) => winners.two += 1,
                (Verdict::Seat(team), Verdict::Seat(_)) if team == board.first => winners.first += 1,
                (Verdict::Seat(_), Verdict::Seat(_)) => winners.second += 1,
                _ => winners.other += 1,
            }
        }
        all.solitaire.left = left.into_iter().collect();
        all.winners = Some(winners).filter(|winners| winners.count() > 0);
        all
    }
}

/// The number of legal moves at a turn, over the games that reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnChoices {
    /// Mean number of legal moves.
    pub mean: f64,
    /// Number of games that reached this turn.
    pub games: u64,
}

/// Statistics of played games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameStatistics {
    /// Number of games.
    pub count: u64,
    /// Number of unfinished games, which are in no tally.
    pub unfinished: u64,
    /// Results of the first mover.
    pub first: Tally,
    /// Results of the first seat's team.
    pub seat_one: Tally,
    /// Results of White.
    pub white: Tally,
    /// Results of solitaires.
    pub solitaire: SolitaireTally,
    /// Reasons why games ended with their counts, most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// Lengths in plies, including unfinished games.
    pub length: Spread,
    /// Histogram of the lengths.
    pub lengths: Histogram,
    /// Numbers of legal moves over all turns of all games.
    pub choices: Spread,
    /// Numbers of legal moves by turn.
    pub by_turn: Vec<TurnChoices>,
}

impl GameStatistics {
    fn of(games: &[GameSample]) -> Self {
        let mut all = GameStatistics { count: games.len() as u64, ..GameStatistics::default() };
        let mut left = BTreeMap::new();
        let mut reasons = BTreeMap::new();
        for game in games {
            *reasons.entry(game.reason.clone()).or_default() += 1;
            match (game.outcome, game.winner) {
                (Some(Outcome::Win(color)), Some(team)) => {
                    all.first.add(Some(team == game.first));
                    all.seat_one.add(Some(team == Team::One));
                    all.white.add(Some(color == Color::White));
                }
                // A colour that no seat plays cannot win.
                (Some(Outcome::Draw | Outcome::Win(_)), _) => {
                    for tally in [&mut all.first, &mut all.seat_one, &mut all.white] {
                        tally.add(None);
                    }
                }
                (Some(Outcome::Solved), _) => all.solitaire.solved += 1,
                (Some(Outcome::Stuck(checkers)), _) => *left.entry(checkers).or_default() += 1,
                (None, _) => all.unfinished += 1,
            }
        }
        all.solitaire.left = left.into_iter().collect();
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

/// Returns the choices at a turn.
fn turn(games: &[GameSample], ply: usize) -> TurnChoices {
    let (mut sum, mut count) = (0.0, 0);
    for choices in games.iter().filter_map(|game| game.choices.get(ply)) {
        sum += f64::from(*choices);
        count += 1;
    }
    TurnChoices { mean: if count == 0 { 0.0 } else { sum / count as f64 }, games: count }
}

/// What is known about the fairness of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FairnessSummary {
    /// From solved starts.
    pub boards: StartStatistics,
    /// From played games.
    pub games: GameStatistics,
}

impl FairnessSummary {
    /// Summarises starts and games of the same rules, in any order.
    pub fn of(boards: &[SolvedStart], games: &[GameSample]) -> Self {
        FairnessSummary { boards: StartStatistics::of(boards), games: GameStatistics::of(games) }
    }

    /// Returns whether the results are those of solved starts rather than of played games.
    pub fn is_exact(&self) -> bool {
        self.boards.settled() > 0
    }

    /// Returns the results of the first mover, from solved starts if there are any.
    pub fn first(&self) -> Tally {
        if self.is_exact() { self.boards.first } else { self.games.first }
    }

    /// Returns the results of a solitaire, from solved starts where there are any.
    pub fn solitaire(&self) -> &SolitaireTally {
        if self.is_exact() { &self.boards.solitaire } else { &self.games.solitaire }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::UNFINISHED;

    fn game(seed: u64, end: (Option<Outcome>, Option<Team>), reason: &str, choices: &[u32]) -> GameSample {
        let (outcome, winner) = end;
        let (reason, choices) = (reason.to_owned(), choices.to_vec());
        GameSample { seed, first: Team::Two, outcome, winner, reason, choices, moves: seed }
    }

    #[test]
    fn games_are_counted_for_each_side() {
        let black = (Some(Outcome::Win(Color::Black)), Some(Team::One));
        let white = (Some(Outcome::Win(Color::White)), Some(Team::Two));
        let games = [
            game(1, black, "united", &[3, 5]),
            game(2, white, "united", &[3]),
            game(3, white, "no-move", &[3, 7, 2]),
            game(4, (Some(Outcome::Draw), None), "repetition", &[3]),
            game(5, (None, None), UNFINISHED, &[3, 9, 9, 9]),
        ];
        let games = FairnessSummary::of(&[], &games).games;
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
        let board = |verdict, verdict_if_other_first| SolvedStart {
            seed: 1,
            first: Team::One,
            verdict,
            verdict_if_other_first,
        };
        let [one, two] = [Team::One, Team::Two].map(|team| Some(Verdict::Seat(team)));
        let boards = [
            board(one, one),
            board(two, two),
            board(two, two),
            board(one, two),
            board(two, one),
            board(one, Some(Verdict::Outcome(Outcome::Draw))),
            board(two, None),
            board(None, one),
        ];
        let summary = FairnessSummary::of(&boards, &[]);
        let winners = WinnersByFirstMover { one: 1, two: 2, first: 1, second: 1, other: 1 };
        assert_eq!(summary.boards.winners, Some(winners));
        assert_eq!((summary.boards.tried, summary.boards.settled()), (8, 7));
        assert_eq!(summary.first(), Tally { won: 3, drawn: 0, lost: 4 });
        assert!(summary.is_exact());
        let solitaire = [Outcome::Solved, Outcome::Stuck(3), Outcome::Stuck(2), Outcome::Stuck(3)];
        let summary = FairnessSummary::of(&solitaire.map(|outcome| board(Some(Verdict::Outcome(outcome)), None)), &[]);
        assert_eq!(summary.solitaire(), &SolitaireTally { solved: 1, left: vec![(2, 1), (3, 2)] });
        assert_eq!((summary.solitaire().share(), summary.boards.winners), (Share::new(1, 4), None));
        assert!(!FairnessSummary::of(&[board(None, None)], &[]).is_exact());
    }
}
