//! A game with branches: a tree of moves with comments, of which one place is looked at. A session lives at that place, and
//! walking to another undoes and redoes as far as the two ways are the same; only what is new is played.

use halfboard_rules::game::Color;
use halfboard_rules::record::{Declared, Finish, Record, Start};
use halfboard_rules::session::{MoveError, Session};

use crate::composer::{Compose, Composer};

/// More nodes than this are not read from outside, nor added by hand.
pub const MOST_NODES: usize = 5000;

/// A comment keeps no more letters than this.
pub const MOST_LETTERS: usize = 4000;

/// A place in the tree. It stays the same as long as the place is there, and is not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// A position with how it was reached and what was said about it.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<NodeId>,
    /// The move that leads here; empty at the start.
    mv: String,
    comment: String,
    /// The main line first.
    children: Vec<NodeId>,
    /// How many turns lead here.
    depth: usize,
}

/// A game with branches.
#[derive(Clone, Debug)]
pub struct Tree {
    /// By their ids; what was deleted leaves an empty place.
    nodes: Vec<Option<Node>>,
    current: NodeId,
    session: Box<dyn Session>,
    composer: Composer,
    /// The nodes after the start that the session has moves for, those included that it could redo.
    walked: Vec<NodeId>,
    /// How it began, as short as it can be said.
    start: Start,
    /// What a record says besides the game, such as names.
    tags: Vec<(String, String)>,
    /// What the players declared, and after which move.
    declared: Option<(NodeId, Option<Color>, Declared)>,
    version: u64,
}

/// Where the tree begins.
const ROOT: NodeId = NodeId(0);

impl Tree {
    /// Creates a tree with the moves that a session has played as its main line. The end of it is looked at.
    ///
    /// ```
    /// use halfboard_app::analysis::Tree;
    /// let mut tree = Tree::new(halfboard_rules::registry::rules("j")?.start(0));
    /// let first = tree.play("A5")?;
    /// tree.go(tree.root());
    /// let second = tree.play("D4")?;
    /// assert_eq!(tree.children(tree.root()), [first, second]);
    /// assert!(tree.play("D4").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(session: Box<dyn Session>) -> Tree {
        let start = Record::new(&*session, Start::Position(session.start())).start().clone();
        Tree::with_start(session, start)
    }

    fn with_start(session: Box<dyn Session>, start: Start) -> Tree {
        let history = session.history();
        let nodes = vec![Some(Node::default())];
        let mut tree = Tree {
            nodes,
            current: ROOT,
            session,
            composer: Composer::new(),
            walked: Vec::new(),
            start,
            tags: Vec::new(),
            declared: None,
            version: 0,
        };
        for mv in history {
            tree.current = tree.add(tree.current, mv);
            tree.walked.push(tree.current);
        }
        tree
    }

    /// Returns a tree with the game of a record as its main line, its comments and its tags. The end is looked at.
    pub fn of_record(record: &Record) -> Tree {
        let mut tree = Tree::with_start(record.session(), record.start().clone());
        let line = tree.main_line();
        let comments = std::iter::once(record.preface()).chain(record.turns().iter().map(|turn| &*turn.comments));
        for (&node, comments) in line.iter().zip(comments) {
            tree.set_comment(node, &comments.join("\n\n"));
        }
        tree.tags = record.tags().to_vec();
        if let Finish::Declared(winner, why) = record.finish() {
            tree.declared = Some((tree.current, winner, why));
        }
        tree
    }

    /// Returns the session at the place that is looked at.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the place that is looked at.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// Returns the start.
    pub fn root(&self) -> NodeId {
        ROOT
    }

    /// Returns how the game began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns what a record says besides the game.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Takes over what a record says besides the game.
    pub fn set_tags(&mut self, tags: Vec<(String, String)>) {
        self.tags = tags;
    }

    /// Returns what the players declared, and after which move.
    pub fn declared(&self) -> Option<(NodeId, Option<Color>, Declared)> {
        self.declared.filter(|(node, ..)| self.has(*node))
    }

    /// Notes what the players declared after a move.
    pub fn declare(&mut self, node: NodeId, winner: Option<Color>, why: Declared) {
        self.declared = Some((node, winner, why));
    }

    /// Returns a number that changes with the moves and what is said about them, but not with what is looked at.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns whether a place is still there.
    pub fn has(&self, node: NodeId) -> bool {
        self.node(node).is_some()
    }

    fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.0)?.as_ref()
    }

    /// Returns how many places there are, the start included.
    pub fn len(&self) -> usize {
        self.nodes.iter().flatten().count()
    }

    /// Returns whether nothing has been played.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Returns whether it holds as much as it may.
    pub fn is_full(&self) -> bool {
        self.len() >= MOST_NODES
    }

    /// Returns the main line, from the start on.
    pub fn main_line(&self) -> Vec<NodeId> {
        std::iter::successors(Some(ROOT), |&node| self.children(node).first().copied()).collect()
    }

    /// Returns the places from the start to this one, both included.
    pub fn way(&self, node: NodeId) -> Vec<NodeId> {
        let mut way: Vec<NodeId> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        way.reverse();
        way
    }

    /// Returns the moves from the start to a place.
    pub fn path(&self, node: NodeId) -> Vec<String> {
        self.way(node).into_iter().filter_map(|node| self.mv(node).map(str::to_owned)).collect()
    }

    /// Returns how many turns lead to a place.
    pub fn depth(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |node| node.depth)
    }

    /// Returns the place before; none before the start.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent
    }

    /// Returns the places that follow, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.node(node).map_or(&[], |node| &node.children)
    }

    /// Returns the move that leads to a place; none leads to the start.
    pub fn mv(&self, node: NodeId) -> Option<&str> {
        self.node(node).map(|node| node.mv.as_str()).filter(|mv| !mv.is_empty())
    }

    /// Returns what was said about a place; empty when nothing was.
    pub fn comment(&self, node: NodeId) -> &str {
        self.node(node).map_or("", |node| &node.comment)
    }

    /// Says something about a place instead of what was said there.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.version += 1;
        if let Some(node) = self.nodes.get_mut(node.0).and_then(Option::as_mut) {
            node.comment = text.trim().chars().take(MOST_LETTERS).collect();
        }
    }

    /// Returns the place after the one that is looked at: where one came from, or else the main line.
    pub fn next(&self) -> Option<NodeId> {
        self.after(self.current)
    }

    fn after(&self, node: NodeId) -> Option<NodeId> {
        let children = self.children(node);
        let walked = self.walked.get(self.depth(node)).filter(|node| children.contains(node));
        walked.or(children.first()).copied()
    }

    /// Returns the line that is looked at, from the start to its end.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.way(self.current);
        line.extend(std::iter::successors(self.next(), |&node| self.after(node)));
        line
    }

    /// Returns the place on the next branch from the same position, or on the one before; round and round.
    pub fn sibling(&self, node: NodeId, by: isize) -> Option<NodeId> {
        let siblings = self.children(self.parent(node)?);
        let at = siblings.iter().position(|&other| other == node)? as isize;
        siblings.get((at + by).rem_euclid(siblings.len() as isize) as usize).copied().filter(|&other| other != node)
    }

    /// Looks at a place. One that is gone is not gone to.
    pub fn go(&mut self, node: NodeId) {
        if !self.has(node) {
            return;
        }
        self.composer.clear();
        let way = self.way(node);
        let way = &way[1..];
        let shared = way.iter().zip(&self.walked).take_while(|(new, old)| new == old).count();
        let mut depth = self.depth(self.current);
        while depth > shared {
            self.session.undo();
            depth -= 1;
        }
        while depth < shared {
            self.session.redo();
            depth += 1;
        }
        for &next in &way[shared..] {
            let mv = self.mv(next).unwrap_or_default().to_owned();
            // Every move of the tree was legal where it was added.
            if self.session.play(&mv).is_err() {
                break;
            }
            self.walked.truncate(depth);
            self.walked.push(next);
            depth += 1;
        }
        self.current = if depth == 0 { ROOT } else { self.walked[depth - 1] };
    }

    /// Plays a move where one looks: goes to the branch that has it, or makes one.
    pub fn play(&mut self, mv: &str) -> Result<NodeId, MoveError> {
        let known = self.children(self.current).iter().copied().find(|&child| self.mv(child) == Some(mv));
        if let Some(child) = known {
            self.go(child);
            return Ok(child);
        }
        self.session.play(mv)?;
        self.composer.clear();
        let depth = self.depth(self.current);
        let child = self.add(self.current, mv.to_owned());
        self.walked.truncate(depth);
        self.walked.push(child);
        self.current = child;
        Ok(child)
    }

    fn add(&mut self, parent: NodeId, mv: String) -> NodeId {
        self.version += 1;
        let child = NodeId(self.nodes.len());
        let depth = self.depth(parent) + 1;
        self.nodes.push(Some(Node { parent: Some(parent), mv, depth, ..Node::default() }));
        if let Some(node) = self.nodes.get_mut(parent.0).and_then(Option::as_mut) {
            node.children.push(child);
        }
        child
    }

    /// Deletes a move with everything after it. The start stays; who looked at what goes looks at the place before.
    pub fn delete(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        self.version += 1;
        if self.way(self.current).contains(&node) {
            self.go(parent);
        }
        if let Some(at) = self.walked.iter().position(|&walked| walked == node) {
            self.walked.truncate(at);
        }
        if let Some(parent) = self.nodes.get_mut(parent.0).and_then(Option::as_mut) {
            parent.children.retain(|&child| child != node);
        }
        let mut doomed = vec![node];
        while let Some(node) = doomed.pop() {
            doomed.extend(self.nodes.get_mut(node.0).and_then(Option::take).into_iter().flat_map(|node| node.children));
        }
    }

    /// Makes the way to a place the main line.
    pub fn promote(&mut self, node: NodeId) {
        self.version += 1;
        for child in self.way(node) {
            let parent = self.parent(child).and_then(|parent| self.nodes.get_mut(parent.0)?.as_mut());
            if let Some(parent) = parent {
                parent.children.retain(|&other| other != child);
                parent.children.insert(0, child);
            }
        }
    }

    /// Returns whether the way to a place leaves the main line somewhere.
    pub fn is_branch(&self, node: NodeId) -> bool {
        self.way(node).windows(2).any(|pair| self.children(pair[0]).first() != Some(&pair[1]))
    }

    /// All places, a branch after the move that it is another choice to, and the start first: as they are written down.
    pub fn in_order(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop() {
            order.push(node);
            waiting.extend(self.children(node).iter().rev());
        }
        order
    }
}

impl Compose for Tree {
    fn parts(&self) -> Option<(&dyn Session, &Composer)> {
        Some((&*self.session, &self.composer))
    }

    fn parts_mut(&mut self) -> Option<(&dyn Session, &mut Composer)> {
        Some((&*self.session, &mut self.composer))
    }

    // Where the game is over, the rules refuse every step and can say why.
    fn is_open(&self) -> bool {
        true
    }
}
