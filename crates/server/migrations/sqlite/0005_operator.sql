-- Games that the operator hid from lists, previews and the archive.
ALTER TABLE games ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

-- Ended games by age, for retention.
CREATE INDEX games_ended ON games (status, changed) WHERE status IN ('finished', 'aborted');

-- What the operator set for all nodes, such as bans, and the usage that each node recorded. Some of it expires.
CREATE TABLE operator_records (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    expires INTEGER,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;

-- What the operator did.
CREATE TABLE operator_audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
);
