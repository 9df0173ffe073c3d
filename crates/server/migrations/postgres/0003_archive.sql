-- Finished public games that are not in the archive yet, also those that finished before there was one.
ALTER TABLE games ADD COLUMN archived boolean NOT NULL DEFAULT false;
CREATE INDEX games_to_archive ON games (changed) WHERE public AND status = 'finished' AND NOT archived;

-- The archive, numbered in the order of archiving. Players are in lower case, one a line.
CREATE TABLE archive_games (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text COLLATE "C" NOT NULL UNIQUE REFERENCES games (id) ON DELETE CASCADE,
    family text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL,
    players text NOT NULL,
    result text COLLATE "C" NOT NULL,
    date text COLLATE "C" NOT NULL,
    plies bigint NOT NULL
);

-- The games that had a position, by its key up to symmetry.
CREATE TABLE archive_positions (
    key bigint NOT NULL,
    number bigint NOT NULL,
    ply bigint NOT NULL,
    PRIMARY KEY (key, number)
);

-- Results by position and class of symmetric moves; the empty class counts games that ended there.
CREATE TABLE archive_moves (
    key bigint NOT NULL,
    class text COLLATE "C" NOT NULL,
    games bigint NOT NULL,
    white bigint NOT NULL,
    black bigint NOT NULL,
    draw bigint NOT NULL,
    last text COLLATE "C" NOT NULL,
    PRIMARY KEY (key, class)
);
