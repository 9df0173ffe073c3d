//! Solves starts and plays games on several threads. The result does not depend on timing.

use std::sync::{Mutex, PoisonError};

use halfboard_engine::fairness::exact::{self, StartSolver};
use halfboard_engine::fairness::play::{self, SurveyConfig};
use halfboard_engine::fairness::{GameSample, SolvedStart, with_other_first_mover};
use halfboard_engine::limits::system_now;
use halfboard_rules::registry::Rules;
use indicatif::ProgressBar;

use super::exact::{Method, solver};
use super::journal::Journal;
use super::seed_range::SeedRange;
use crate::error::CliError;
use crate::progress;

/// The seeds to solve and to play for one rules string.
pub(super) struct Experiment {
    /// The rules.
    pub(super) rules: Box<dyn Rules>,
    /// The rules with the other side to begin, if those are solved, too.
    turned: Option<Box<dyn Rules>>,
    /// The settings of played games.
    pub(super) plan: SurveyConfig,
    method: Method,
    /// The seeds to solve.
    solve: Vec<u64>,
    /// The seeds to play.
    play: Vec<u64>,
}

impl Experiment {
    /// Creates an experiment. If the starts can be solved, only `games` of them are played.
    pub(super) fn new(rules: Box<dyn Rules>, plan: SurveyConfig, method: Method, seeds: SeedRange, games: u64) -> Self {
        if solver(&*rules, method).is_none() {
            return Experiment { rules, turned: None, plan, method, solve: Vec::new(), play: seeds.all().collect() };
        }
        let turned = with_other_first_mover(&*rules);
        let play = seeds.all().take(usize::try_from(games).unwrap_or(usize::MAX)).collect();
        Experiment { rules, turned, plan, method, solve: seeds.all().collect(), play }
    }
}

/// The results of an experiment, in the order of the seeds.
#[derive(Default)]
pub(super) struct RulesResults {
    /// Solved starts.
    pub(super) boards: Vec<SolvedStart>,
    /// Played games.
    pub(super) games: Vec<GameSample>,
}

/// A job of the experiment with this index.
#[derive(Clone, Copy)]
enum Job {
    Solve(usize, u64),
    Play(usize, u64),
}

/// The state that the threads share.
struct Shared {
    answers: Vec<RulesResults>,
    journal: Journal,
    /// How many jobs have been started.
    begun: usize,
    failure: Option<CliError>,
}

/// Runs experiments; skips what the journal already has.
pub(super) fn run(experiments: &[Experiment], journal: Journal, threads: usize) -> Result<Vec<RulesResults>, CliError> {
    let mut answers: Vec<RulesResults> = experiments.iter().map(|_| RulesResults::default()).collect();
    let mut jobs = Vec::new();
    for (index, (experiment, answer)) in experiments.iter().zip(&mut answers).enumerate() {
        let rules = experiment.rules.canonical();
        for &seed in &experiment.solve {
            match journal.board(&rules, seed) {
                Some(board) => answer.boards.push(board),
                None => jobs.push(Job::Solve(index, seed)),
            }
        }
        for &seed in &experiment.play {
            match journal.game(&rules, seed, &experiment.plan) {
                Some(game) => answer.games.push(game),
                None => jobs.push(Job::Play(index, seed)),
            }
        }
    }
    let bar = progress::bar("games and starts", jobs.len() as u64);
    let work = Runner { experiments, jobs, bar };
    let shared = Mutex::new(Shared { answers, journal, begun: 0, failure: None });
    std::thread::scope(|scope| {
        for _ in 1..threads.min(work.jobs.len()) {
            // If no more threads can be started, the existing ones do the work.
            if std::thread::Builder::new().spawn_scoped(scope, || work.run(&shared)).is_err() {
                break;
            }
        }
        work.run(&shared);
    });
    work.bar.finish_and_clear();
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

/// The jobs to do.
struct Runner<'a> {
    experiments: &'a [Experiment],
    jobs: Vec<Job>,
    bar: ProgressBar,
}

/// The result of a job.
enum TaskOutcome {
    Board(SolvedStart),
    Game(GameSample),
}

impl Runner<'_> {
    /// Runs jobs until none is left.
    fn run(&self, shared: &Mutex<Shared>) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        // The solver of the last experiment is kept, because its tables serve the next board.
        let mut solver_of: Option<(usize, Box<dyn StartSolver>)> = None;
        loop {
            let job = {
                let mut shared = lock();
                let job = self.jobs.get(shared.begun).copied().filter(|_| shared.failure.is_none());
                let Some(job) = job else { return };
                shared.begun += 1;
                job
            };
            let done = self.run_job(job, &mut solver_of);
            let mut shared = lock();
            if let Err(failure) = done.and_then(|done| self.keep(&mut shared, job, done)) {
                shared.failure.get_or_insert(failure);
            }
            self.bar.inc(1);
        }
    }

    fn run_job(
        &self,
        job: Job,
        solver_of: &mut Option<(usize, Box<dyn StartSolver>)>,
    ) -> Result<TaskOutcome, CliError> {
        match job {
            Job::Play(index, seed) => {
                let Experiment { rules, plan, .. } = &self.experiments[index];
                Ok(TaskOutcome::Game(play::play(&**rules, seed, plan, system_now)?))
            }
            Job::Solve(index, seed) => {
                let experiment = &self.experiments[index];
                let rules = &*experiment.rules;
                let mut its = match solver_of.take() {
                    Some((of, its)) if of == index => its,
                    _ => solver(rules, experiment.method)
                        .ok_or_else(|| CliError::new(format_args!("{} has no solver", rules.canonical())))?,
                };
                let board = exact::solve_start(rules, experiment.turned.as_deref(), seed, &mut *its)?;
                *solver_of = Some((index, its));
                Ok(TaskOutcome::Board(board))
            }
        }
    }

    fn keep(&self, shared: &mut Shared, job: Job, done: TaskOutcome) -> Result<(), CliError> {
        let (Job::Solve(index, _) | Job::Play(index, _)) = job;
        let Experiment { rules, plan, .. } = &self.experiments[index];
        match done {
            TaskOutcome::Board(board) => {
                shared.journal.keep_board(&rules.canonical(), &board)?;
                shared.answers[index].boards.push(board);
            }
            TaskOutcome::Game(game) => {
                shared.journal.keep_game(&rules.canonical(), plan, &game)?;
                shared.answers[index].games.push(game);
            }
        }
        Ok(())
    }
}
