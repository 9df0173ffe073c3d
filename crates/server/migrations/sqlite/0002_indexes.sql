-- One row a turn: of two nodes that play the same turn the database lets only one.
CREATE UNIQUE INDEX events_turn ON events (game, line, ply) WHERE ply IS NOT NULL;

-- Lists show public games, the last changed first.
CREATE INDEX games_listed ON games (status, changed) WHERE public = 1;

-- Flags that fall while nobody looks.
CREATE INDEX games_due ON games (flag) WHERE status = 'playing' AND flag IS NOT NULL;

-- Challenges that nobody took up.
CREATE INDEX games_waiting ON games (created) WHERE status = 'open';
