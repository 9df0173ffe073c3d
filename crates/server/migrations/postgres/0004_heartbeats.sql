-- When each node last could write.
CREATE TABLE heartbeats (
    node text COLLATE "C" NOT NULL PRIMARY KEY,
    at bigint NOT NULL
);

-- Times during which no node could accept turns.
CREATE TABLE outages (
    since bigint NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (since, until)
);
