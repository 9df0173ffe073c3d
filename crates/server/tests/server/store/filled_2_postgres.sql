-- A database as the program left it whose schema had two steps. Never made anew: it is the past.
CREATE TABLE migrations (number bigint NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL);
INSERT INTO migrations (number, name, checksum) VALUES (1, 'tables', '2b469833f8cf97a6186746a740a3d65a45c29386a7daeed2a2e5fb225c446147');
INSERT INTO migrations (number, name, checksum) VALUES (2, 'indexes', '16a782a3c8a7cdfd99001c1ef416514d9eb3b08246f54307d42d5989d5ad31ef');

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

-- One row a turn: of two nodes that play the same turn the database lets only one.
CREATE UNIQUE INDEX events_turn ON events (game, line, ply) WHERE ply IS NOT NULL;

-- Lists show public games, the last changed first.
CREATE INDEX games_listed ON games (status, changed) WHERE public;

-- Flags that fall while nobody looks.
CREATE INDEX games_due ON games (flag) WHERE status = 'playing' AND flag IS NOT NULL;

-- Challenges that nobody took up.
CREATE INDEX games_waiting ON games (created) WHERE status = 'open';

-- Other nodes hear of every change once it is committed, whoever made it.
CREATE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('halfboard_news', NEW.id || ' ' || NEW.version);
    RETURN NULL;
END
$$;

CREATE TRIGGER games_news AFTER UPDATE ON games FOR EACH ROW EXECUTE FUNCTION tell_news();

INSERT INTO games (id, version, status, public, created, changed, flag, summary) VALUES
    ('old0000000000000000000', 6, 'playing', true, 1000, 5000, 305500, '{"id":"old0000000000000000000","rules":"lines-of-action","usual_start":true,"control":{"type":"fischer","initial":300000,"increment":0},"public":true,"status":"playing","seats":[{"person":{"name":"Ann 0"}},{"person":{"name":"Ann 1"}}],"plies":3,"created":1000,"changed":5000}'),
    ('private000000000000000', 2, 'open', false, 1600, 1600, NULL, '{"id":"private000000000000000","rules":"lines-of-action","usual_start":true,"control":{"type":"fischer","initial":300000,"increment":0},"public":false,"status":"open","seats":[{"person":{"name":"Ann 0"}},null],"plies":0,"created":1600,"changed":1600}'),
    ('wait000000000000000000', 2, 'open', true, 1500, 1500, NULL, '{"id":"wait000000000000000000","rules":"lines-of-action","usual_start":true,"control":{"type":"fischer","initial":300000,"increment":0},"public":true,"status":"open","seats":[{"person":{"name":"Ann 0"}},null],"plies":0,"created":1500,"changed":1500}');
INSERT INTO events (game, version, at, line, ply, event) VALUES
    ('old0000000000000000000', 1, 1000, NULL, NULL, '{"type":"created","rules":"lines-of-action","start":{"seed":"7"},"control":{"type":"fischer","initial":300000,"increment":0},"public":true,"chat":true,"delay":0}'),
    ('old0000000000000000000', 2, 1000, NULL, NULL, '{"type":"seated","seat":0,"who":{"person":{"name":"Ann 0"}}}'),
    ('old0000000000000000000', 3, 2000, NULL, NULL, '{"type":"seated","seat":1,"who":{"person":{"name":"Ann 1"}}}'),
    ('old0000000000000000000', 4, 3000, 0, 0, '{"type":"played","line":0,"ply":0,"move":"a2a8"}'),
    ('old0000000000000000000', 5, 4000, 0, 1, '{"type":"played","line":0,"ply":1,"move":"b1a2"}'),
    ('old0000000000000000000', 6, 5000, 0, 2, '{"type":"played","line":0,"ply":2,"move":"a3c1"}'),
    ('private000000000000000', 1, 1600, NULL, NULL, '{"type":"created","rules":"lines-of-action","start":{"seed":"7"},"control":{"type":"fischer","initial":300000,"increment":0},"public":false,"chat":true,"delay":0}'),
    ('private000000000000000', 2, 1600, NULL, NULL, '{"type":"seated","seat":0,"who":{"person":{"name":"Ann 0"}}}'),
    ('wait000000000000000000', 1, 1500, NULL, NULL, '{"type":"created","rules":"lines-of-action","start":{"seed":"7"},"control":{"type":"fischer","initial":300000,"increment":0},"public":true,"chat":true,"delay":0}'),
    ('wait000000000000000000', 2, 1500, NULL, NULL, '{"type":"seated","seat":0,"who":{"person":{"name":"Ann 0"}}}');
INSERT INTO seats (game, seat, hash) VALUES
    ('old0000000000000000000', 0, '\x6f6c643030303030303030303030303030303030303000000000000000000000'),
    ('old0000000000000000000', 1, '\x6f6c643030303030303030303030303030303030303001010101010101010101'),
    ('private000000000000000', 0, '\x7072697661746530303030303030303030303030303000000000000000000000'),
    ('wait000000000000000000', 0, '\x7761697430303030303030303030303030303030303000000000000000000000');

INSERT INTO games (id, version, status, public, created, changed, flag, summary) VALUES
    ('done000000000000000000', 5, 'finished', true, 1000, 4000, NULL, '{"id":"done000000000000000000","rules":"lines-of-action","usual_start":true,"control":{"type":"none"},"public":true,"status":"finished","seats":[{"person":{"name":"Ann 0"}},{"person":{"name":"Ann 1"}}],"plies":1,"result":"1-0","reason":"resigned","created":1000,"changed":4000}'),
    ('secret0000000000000000', 5, 'finished', false, 1000, 4000, NULL, '{"id":"secret0000000000000000","rules":"lines-of-action","usual_start":true,"control":{"type":"none"},"public":false,"status":"finished","seats":[{"person":{"name":"Ann 0"}},{"person":{"name":"Ann 1"}}],"plies":1,"result":"1-0","reason":"resigned","created":1000,"changed":4000}');
INSERT INTO events (game, version, at, line, ply, event) VALUES
    ('done000000000000000000', 1, 1000, NULL, NULL, '{"type":"created","rules":"lines-of-action","start":{"seed":"7"},"control":{"type":"none"},"public":true,"chat":true,"delay":0}'),
    ('done000000000000000000', 2, 1000, NULL, NULL, '{"type":"seated","seat":0,"who":{"person":{"name":"Ann 0"}}}'),
    ('done000000000000000000', 3, 2000, NULL, NULL, '{"type":"seated","seat":1,"who":{"person":{"name":"Ann 1"}}}'),
    ('done000000000000000000', 4, 3000, 0, 0, '{"type":"played","line":0,"ply":0,"move":"a2c2"}'),
    ('done000000000000000000', 5, 4000, NULL, NULL, '{"type":"ended","how":"resigned","seat":1}'),
    ('secret0000000000000000', 1, 1000, NULL, NULL, '{"type":"created","rules":"lines-of-action","start":{"seed":"7"},"control":{"type":"none"},"public":false,"chat":true,"delay":0}'),
    ('secret0000000000000000', 2, 1000, NULL, NULL, '{"type":"seated","seat":0,"who":{"person":{"name":"Ann 0"}}}'),
    ('secret0000000000000000', 3, 2000, NULL, NULL, '{"type":"seated","seat":1,"who":{"person":{"name":"Ann 1"}}}'),
    ('secret0000000000000000', 4, 3000, 0, 0, '{"type":"played","line":0,"ply":0,"move":"a2c2"}'),
    ('secret0000000000000000', 5, 4000, NULL, NULL, '{"type":"ended","how":"resigned","seat":1}');
