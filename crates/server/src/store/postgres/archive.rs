//! SQL of the archive. Archiving a game is one statement, so that it can be pipelined.

use tokio_postgres::{Client, Error, Row, Statement};

use super::super::archive::{ArchiveRows, QueryParameters};

/// Archives a game unless it is archived already.
pub(super) const ARCHIVE: &str = "
    WITH u AS (UPDATE games SET archived = true WHERE id = $1 AND public AND NOT archived AND NOT hidden RETURNING 1),
    a AS (INSERT INTO archive_games (game, family, rules, players, result, date, plies)
        SELECT $1, $2, $3, $4, $5, $6, $7 FROM u WHERE $8 RETURNING number),
    p AS (INSERT INTO archive_positions (key, number, ply)
        SELECT n.key, a.number, n.ply FROM a, unnest($9::bigint[], $10::bigint[]) AS n (key, ply)),
    m AS (INSERT INTO archive_moves AS m (key, class, games, white, black, draw, last)
        SELECT n.key, n.class, 1, $12, $13, $14, $6 FROM a, unnest($9::bigint[], $11::text[]) AS n (key, class)
        ON CONFLICT (key, class) DO UPDATE SET games = m.games + 1, white = m.white + $12, black = m.black + $13,
            draw = m.draw + $14, last = greatest(m.last, $6))
    SELECT 1 FROM u";

/// Archives a game. Returns the number of games marked.
pub(super) async fn archive(client: &Client, statement: &Statement, rows: &ArchiveRows) -> Result<u64, Error> {
    let keys: Vec<i64> = rows.positions.iter().map(|position| position.key as i64).collect();
    let plies: Vec<i64> = rows.positions.iter().map(|position| position.ply.into()).collect();
    let classes: Vec<&str> = rows.positions.iter().map(|position| position.class.as_str()).collect();
    let ArchiveRows {
        id, family, rules, players, result, date, plies: length, is_archived, white, black, draw, ..
    } = rows;
    let marked = client
        .query(
            statement,
            &[
                id,
                family,
                rules,
                players,
                result,
                date,
                length,
                is_archived,
                &keys,
                &plies,
                &classes,
                white,
                black,
                draw,
            ],
        )
        .await?;
    Ok(marked.len() as u64)
}

/// Returns the IDs of finished public games that are not archived, the first finished first.
pub(super) async fn to_archive(client: &Client, limit: i64) -> Result<Vec<Row>, Error> {
    let sql = "SELECT id FROM games WHERE public AND status = 'finished' AND NOT archived AND NOT hidden ORDER BY changed LIMIT $1";
    client.query(sql, &[&limit]).await
}

/// Returns the counts of a position by class of moves.
pub(super) async fn counts(client: &Client, key: i64) -> Result<Vec<Row>, Error> {
    client.query("SELECT class, games, white, black, draw, last FROM archive_moves WHERE key = $1", &[&key]).await
}

/// Returns archived games, the last archived first.
pub(super) async fn archived(client: &Client, query: &QueryParameters) -> Result<Vec<Row>, Error> {
    let (ply, from) = match query.key {
        Some(_) => ("p.ply", "archive_positions p JOIN archive_games a ON a.number = p.number AND p.key = $10"),
        None => ("NULL::bigint", "archive_games a"),
    };
    // Without a position the last parameter is not used, but must have a type.
    let unused = if query.key.is_some() { "" } else { "AND $10::bigint IS NULL" };
    let sql = format!(
        "SELECT a.number, {ply}, g.summary FROM {from} JOIN games g ON g.id = a.game
         WHERE ($1::text IS NULL OR a.rules = $1 OR a.family = $1) AND ($2::text IS NULL OR strpos(a.players, $2) > 0)
             AND ($3::text IS NULL OR a.result = $3) AND ($4::text IS NULL OR a.date >= $4)
             AND ($5::text IS NULL OR a.date <= $5) AND a.plies BETWEEN $6 AND $7 AND a.number < $8 {unused}
         ORDER BY a.number DESC LIMIT $9"
    );
    let QueryParameters { rules, player, result, since, until, min_plies, max_plies, before, limit, key } = query;
    client.query(&sql, &[rules, player, result, since, until, min_plies, max_plies, before, limit, key]).await
}

/// Returns a row if a game is in the archive.
pub(super) async fn is_archived(client: &Client, id: &str) -> Result<Vec<Row>, Error> {
    client.query("SELECT 1 FROM archive_games WHERE game = $1", &[&id]).await
}
