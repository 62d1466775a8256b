import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.events': ['INSERT'], 'eventlog.head': ['UPDATE'] }

/** The event log. docs/decisions/0001-gapless-positions-and-group-commit.md explains the design. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SCHEMA IF NOT EXISTS eventlog')
  // Text, not json: these exact bytes are sealed and exported, so no driver may parse them on the way.
  await knex.raw(`
    CREATE TABLE eventlog.events (
      position bigint PRIMARY KEY,
      stream text COLLATE "C" NOT NULL,
      revision integer NOT NULL,
      id uuid NOT NULL UNIQUE,
      type text NOT NULL,
      data text NOT NULL,
      metadata text NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (stream, revision)
    )`)
  await knex.raw(`
    CREATE TABLE eventlog.head (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      position bigint NOT NULL
    )`)
  await knex.raw('INSERT INTO eventlog.head (position) VALUES (0)')
  await knex.raw(`CREATE FUNCTION ${appendFunction}`)
}

/**
 * Many appends in one transaction, each checked separately. The arrays have one entry per event: its append (owners,
 * from 1), stream, expected revision (-1: no stream, NULL: any), place within the append (ordinals, from 1), id, type
 * and texts. No stream and no id may occur in two appends of one call.
 *
 * Returns the position before the first new event (base) and, per append, an outcome with the last revision of its
 * stream: `appended`, `conflict` (the stream is not at the expected revision) or `duplicate` (one of its ids is in the
 * log). Both arrays are NULL when everything was appended as expected. Positions continue from base over the appended
 * events in order.
 *
 * The row of `head` is moved first, so that every later statement sees all earlier appends, and it stays locked until
 * commit, so that positions become visible in order; what is not appended is taken back at the end. Most calls have
 * no conflict, and then the unique indexes alone do the checking. The settings pin the query plans: they are made
 * while the table is small and must stay right when it is large. `head` is read through its primary key: with
 * sequential scans forbidden, reading the one row of it would cost 1e10 in PostgreSQL 17 and earlier, which starts
 * its JIT compiler.
 */
export const appendFunction = `
  eventlog.append(
    owners integer[], streams text[], expected integer[], ordinals integer[],
    ids uuid[], types text[], payloads text[], metadatas text[],
    OUT base bigint, OUT outcomes text[], OUT revisions integer[]
  )
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_nestloop = off
  AS $$
  DECLARE
    written bigint := 0;
  BEGIN
    UPDATE eventlog.head SET position = position + cardinality(ids) WHERE is_only
    RETURNING position - cardinality(ids) INTO STRICT base;

    IF array_position(expected, NULL) IS NULL THEN
      BEGIN
        INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
        SELECT base + nth, stream, wanted + ordinal, id, type, payload, meta
        FROM unnest(streams, expected, ordinals, ids, types, payloads, metadatas) WITH ORDINALITY
          AS event (stream, wanted, ordinal, id, type, payload, meta, nth)
        WHERE wanted = -1 OR (
          SELECT true FROM eventlog.events WHERE events.stream = event.stream AND events.revision = wanted
        );
        GET DIAGNOSTICS written = ROW_COUNT;
        IF written < cardinality(ids) THEN
          RAISE unique_violation;
        END IF;
      EXCEPTION WHEN unique_violation THEN
        written := 0;
      END;
    END IF;

    IF written = 0 THEN
      WITH event AS MATERIALIZED (
        SELECT * FROM unnest(owners, streams, expected, ordinals, ids, types, payloads, metadatas)
          AS event (owner, stream, wanted, ordinal, id, type, payload, meta)
      ), asked AS (
        SELECT owner, min(stream) AS stream, min(wanted) AS wanted, max(ordinal) AS size,
          bool_or(coalesce((SELECT true FROM eventlog.events WHERE events.id = event.id), false)) AS is_recorded
        FROM event GROUP BY owner
      ), met AS (
        SELECT asked.*, coalesce((
          SELECT events.revision FROM eventlog.events
          WHERE events.stream = asked.stream ORDER BY events.revision DESC LIMIT 1
        ), -1) AS revision
        FROM asked
      ), judged AS (
        SELECT met.*,
          CASE WHEN is_recorded THEN 'duplicate' WHEN wanted <> revision THEN 'conflict' ELSE 'appended' END AS outcome
        FROM met
      ), placed AS MATERIALIZED (
        SELECT judged.*, sum(size) FILTER (WHERE outcome = 'appended') OVER (ORDER BY owner) AS last FROM judged
      ), inserted AS (
        INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
        SELECT base + last - size + ordinal, stream, revision + ordinal, id, type, payload, meta
        FROM placed JOIN event USING (owner, stream)
        WHERE outcome = 'appended'
      )
      SELECT array_agg(outcome ORDER BY owner), array_agg(revision + size ORDER BY owner), coalesce(max(last), 0)
      INTO outcomes, revisions, written
      FROM placed;
    END IF;

    IF written < cardinality(ids) THEN
      UPDATE eventlog.head SET position = base + written WHERE is_only;
    END IF;
  END
  $$`
