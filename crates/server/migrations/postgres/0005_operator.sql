-- Games that the operator hid from lists, previews and the archive.
ALTER TABLE games ADD COLUMN hidden boolean NOT NULL DEFAULT false;

-- Ended games by age, for retention.
CREATE INDEX games_ended ON games (status, changed) WHERE status IN ('finished', 'aborted');

-- What the operator set for all nodes, such as bans, and the usage that each node recorded. Some of it expires.
CREATE TABLE operator_records (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    value text NOT NULL,
    expires bigint,
    PRIMARY KEY (kind, name)
);

-- What the operator did.
CREATE TABLE operator_audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    detail text NOT NULL
);
