//! Doing the work: starts to solve and games to play, on several threads, each kept when it is finished. Shows how far it
//! is, and writes the journal; the result does not depend on who was faster.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use halfboard_engine::fairness::exact::{self, Exact};
use halfboard_engine::fairness::play::{self, Plan};
use halfboard_engine::fairness::{Board, Game, turned};
use halfboard_engine::limits::system_now;
use halfboard_rules::registry::Rules;

use super::exact::{Method, solver};
use super::journal::Journal;
use super::seeds::Seeds;
use crate::failure::Failure;
use crate::progress;

/// What is to be found out about rules.
pub(super) struct Question {
    /// The rules.
    pub(super) rules: Box<dyn Rules>,
    /// The rules with the other side to begin, where that is solved, too.
    turned: Option<Box<dyn Rules>>,
    /// How games are played.
    pub(super) plan: Plan,
    method: Method,
    /// The seeds that are solved.
    solve: Vec<u64>,
    /// The seeds that are played.
    play: Vec<u64>,
}

impl Question {
    /// A question about seeds. Where they are solved, only so many are played.
    pub(super) fn new(rules: Box<dyn Rules>, plan: Plan, method: Method, seeds: Seeds, games: u64) -> Self {
        if solver(&*rules, method).is_none() {
            return Question { rules, turned: None, plan, method, solve: Vec::new(), play: seeds.all().collect() };
        }
        let turned = turned(&*rules);
        let play = seeds.all().take(usize::try_from(games).unwrap_or(usize::MAX)).collect();
        Question { rules, turned, plan, method, solve: seeds.all().collect(), play }
    }
}

/// What was found out about rules, in the order of the seeds.
#[derive(Default)]
pub(super) struct Answer {
    /// Starts that were solved.
    pub(super) boards: Vec<Board>,
    /// Games that were played.
    pub(super) games: Vec<Game>,
}

/// One piece of work, for the question of this number.
#[derive(Clone, Copy)]
enum Task {
    Solve(usize, u64),
    Play(usize, u64),
}

/// What the threads share.
struct Shared {
    answers: Vec<Answer>,
    journal: Journal,
    /// How much of the tasks is begun, and finished.
    begun: usize,
    finished: usize,
    failure: Option<Failure>,
}

/// Answers questions.
pub(super) fn answer(questions: &[Question], journal: Journal, threads: usize) -> Result<Vec<Answer>, Failure> {
    let mut answers: Vec<Answer> = questions.iter().map(|_| Answer::default()).collect();
    let mut tasks = Vec::new();
    for (index, (question, answer)) in questions.iter().zip(&mut answers).enumerate() {
        let rules = question.rules.canonical();
        for &seed in &question.solve {
            match journal.board(&rules, seed) {
                Some(board) => answer.boards.push(board),
                None => tasks.push(Task::Solve(index, seed)),
            }
        }
        for &seed in &question.play {
            match journal.game(&rules, seed, &question.plan) {
                Some(game) => answer.games.push(game),
                None => tasks.push(Task::Play(index, seed)),
            }
        }
    }
    let work = Work { questions, tasks, since: Instant::now() };
    let shared = Mutex::new(Shared { answers, journal, begun: 0, finished: 0, failure: None });
    std::thread::scope(|scope| {
        for _ in 1..threads.min(work.tasks.len()) {
            // When the system gives no more threads, those that there are do the work.
            if std::thread::Builder::new().spawn_scoped(scope, || work.run(&shared)).is_err() {
                break;
            }
        }
        work.run(&shared);
    });
    progress::wipe();
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = shared.failure {
        return Err(failure);
    }
    let mut answers = shared.answers;
    for answer in &mut answers {
        answer.boards.sort_unstable_by_key(|board| board.seed);
        answer.games.sort_unstable_by_key(|game| game.seed);
    }
    Ok(answers)
}

/// All that is to be done.
struct Work<'a> {
    questions: &'a [Question],
    tasks: Vec<Task>,
    since: Instant,
}

/// What came of a task.
enum Done {
    Board(Board),
    Game(Game),
}

impl Work<'_> {
    /// Does tasks until none is left.
    fn run(&self, shared: &Mutex<Shared>) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        // The solver of the question that was worked on last: its tables last from board to board.
        let mut solver_of: Option<(usize, Box<dyn Exact>)> = None;
        loop {
            let task = {
                let mut shared = lock();
                let task = self.tasks.get(shared.begun).copied().filter(|_| shared.failure.is_none());
                let Some(task) = task else { return };
                shared.begun += 1;
                task
            };
            let done = self.do_task(task, &mut solver_of);
            let mut shared = lock();
            if let Err(failure) = done.and_then(|done| self.keep(&mut shared, task, done)) {
                shared.failure.get_or_insert(failure);
            }
            shared.finished += 1;
            self.show(shared.finished);
        }
    }

    fn do_task(&self, task: Task, solver_of: &mut Option<(usize, Box<dyn Exact>)>) -> Result<Done, Failure> {
        match task {
            Task::Play(index, seed) => {
                let Question { rules, plan, .. } = &self.questions[index];
                Ok(Done::Game(play::play(&**rules, seed, plan, system_now)?))
            }
            Task::Solve(index, seed) => {
                let question = &self.questions[index];
                let rules = &*question.rules;
                let mut its = match solver_of.take() {
                    Some((of, its)) if of == index => its,
                    _ => solver(rules, question.method)
                        .ok_or_else(|| Failure::new(format_args!("{} has no solver", rules.canonical())))?,
                };
                let board = exact::board(rules, question.turned.as_deref(), seed, &mut *its)?;
                *solver_of = Some((index, its));
                Ok(Done::Board(board))
            }
        }
    }

    fn keep(&self, shared: &mut Shared, task: Task, done: Done) -> Result<(), Failure> {
        let (Task::Solve(index, _) | Task::Play(index, _)) = task;
        let Question { rules, plan, .. } = &self.questions[index];
        match done {
            Done::Board(board) => {
                shared.journal.keep_board(&rules.canonical(), &board)?;
                shared.answers[index].boards.push(board);
            }
            Done::Game(game) => {
                shared.journal.keep_game(&rules.canonical(), plan, &game)?;
                shared.answers[index].games.push(game);
            }
        }
        Ok(())
    }

    /// Shows how far the work is, and how long the rest will take if it goes on like that.
    fn show(&self, finished: usize) {
        let all = self.tasks.len();
        let left = self.since.elapsed().as_secs_f64() / finished as f64 * (all - finished) as f64;
        progress::show(&format!(
            "{finished} of {all} games and starts ({} %), {} left",
            100 * finished / all,
            time(left)
        ));
    }
}

/// Seconds for people.
fn time(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
