-- Games, their logs, and the hashes of their seats' secrets. Times are milliseconds since 1970.
CREATE TABLE games (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    version bigint NOT NULL,
    status text NOT NULL,
    public boolean NOT NULL,
    created bigint NOT NULL,
    changed bigint NOT NULL,
    flag bigint,
    summary text NOT NULL
);

CREATE TABLE events (
    game text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    at bigint NOT NULL,
    line bigint,
    ply bigint,
    event text NOT NULL,
    PRIMARY KEY (game, version)
);

CREATE TABLE seats (
    game text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (game, seat)
);
