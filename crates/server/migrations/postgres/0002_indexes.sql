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
