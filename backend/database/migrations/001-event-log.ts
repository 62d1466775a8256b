import type { Knex } from 'knex'

/** The event log: docs/decisions/0001-gapless-positions-and-group-commit.md says why it is built this way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SCHEMA IF NOT EXISTS eventlog')
  // Text, not json: the bytes are what is sealed and exported, and no driver may parse them on the way.
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
  await knex.raw(appendFunction)
}

/**
 * Many appends in one transaction, each judged by itself: `appended`, `conflict` (its stream is not at the expected
 * revision) or `duplicate` (one of its ids is in the log). No stream and no id may come twice in one call.
 * One entry per append: streams, expected (-1: no stream, NULL: any), sizes.
 * One entry per event: owners (which append, from 1), ordinals (place in it, from 1), ids, types, payloads, metadatas.
 *
 * The row of `head` is locked first, so that every statement behind it sees all earlier appends, and until commit,
 * so that positions become visible in their order. The settings pin the plan: made while the table is still
 * small, it must stay right when it is large.
 */
const appendFunction = `
  CREATE FUNCTION eventlog.append(
    streams text[], expected integer[], sizes integer[],
    owners integer[], ordinals integer[], ids uuid[], types text[], payloads text[], metadatas text[],
    OUT outcomes text[], OUT positions bigint[], OUT revisions integer[]
  )
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_nestloop = off
  AS $$
  DECLARE
    base bigint;
    newest bigint;
  BEGIN
    SELECT head.position INTO STRICT base FROM eventlog.head FOR UPDATE;

    WITH asked AS (
      SELECT append.*, coalesce((
        SELECT events.revision FROM eventlog.events
        WHERE events.stream = append.stream ORDER BY events.revision DESC LIMIT 1
      ), -1) AS revision
      FROM unnest(streams, expected, sizes) WITH ORDINALITY AS append (stream, wanted, size, nth)
    ), recorded AS (
      SELECT event.owner FROM unnest(owners, ids) AS event (owner, id)
      WHERE (SELECT true FROM eventlog.events WHERE events.id = event.id)
    ), judged AS (
      SELECT asked.*, CASE
        WHEN nth IN (SELECT owner FROM recorded) THEN 'duplicate'
        WHEN wanted <> revision THEN 'conflict'
        ELSE 'appended'
      END AS outcome
      FROM asked
    ), placed AS MATERIALIZED (
      SELECT judged.*,
        base + coalesce(sum(size) FILTER (WHERE outcome = 'appended') OVER (ORDER BY nth), 0) AS last
      FROM judged
    ), written AS (
      INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
      SELECT last - size + ordinal, stream, revision + ordinal, id, type, payload, meta
      FROM placed
      JOIN unnest(owners, ordinals, ids, types, payloads, metadatas)
        AS event (owner, ordinal, id, type, payload, meta) ON owner = nth
      WHERE outcome = 'appended'
    )
    SELECT array_agg(outcome ORDER BY nth), array_agg(last ORDER BY nth), array_agg(revision + size ORDER BY nth),
      max(last)
    INTO outcomes, positions, revisions, newest
    FROM placed;

    IF newest > base THEN
      UPDATE eventlog.head SET position = newest;
      PERFORM pg_notify('eventlog', '');
    END IF;
  END
  $$`
