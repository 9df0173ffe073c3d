-- When each node last could write.
CREATE TABLE heartbeats (
    node TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;

-- Times during which no node could accept turns.
CREATE TABLE outages (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (since, until)
) WITHOUT ROWID;
