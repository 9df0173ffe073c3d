-- Games, their logs, and the hashes of their seats' secrets. Times are milliseconds since 1970.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    public INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    flag INTEGER,
    summary TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    line INTEGER,
    ply INTEGER,
    event TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
