-- Finished public games that are not in the archive yet, also those that finished before there was one.
ALTER TABLE games ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_to_archive ON games (changed) WHERE public = 1 AND status = 'finished' AND archived = 0;

-- The archive, numbered in the order of archiving. Players are in lower case, one a line.
CREATE TABLE archive_games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    rules TEXT NOT NULL,
    players TEXT NOT NULL,
    result TEXT NOT NULL,
    date TEXT NOT NULL,
    plies INTEGER NOT NULL
);

-- The games that had a position, by its key up to symmetry.
CREATE TABLE archive_positions (
    key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;

-- Results by position and class of symmetric moves; the empty class counts games that ended there.
CREATE TABLE archive_moves (
    key INTEGER NOT NULL,
    class TEXT NOT NULL,
    games INTEGER NOT NULL,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    draw INTEGER NOT NULL,
    last TEXT NOT NULL,
    PRIMARY KEY (key, class)
) WITHOUT ROWID;
