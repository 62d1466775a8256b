import pg from 'pg'
import type { Expected, NewEvent } from '../event-log.ts'

export type Append = { stream: string; expected: Expected; events: readonly NewEvent[] }

/**
 * What migration 001's function answers: the position before the first event written and, per append, its outcome
 * and its stream's last revision; both null when all were appended as expected.
 */
export type Answers = { base: number | string; outcomes: string[] | null; revisions: number[] | null }

const uniqueViolation = '23505'

const appendOne = `
  WITH moved AS (
    UPDATE eventlog.head SET position = position + 1
    WHERE $2::integer = -1 OR EXISTS (SELECT FROM eventlog.events WHERE stream = $1 AND revision = $2::integer)
    RETURNING position
  ), added AS (
    INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
    SELECT position, $1, $2::integer + 1, $3, $4, $5, $6 FROM moved
    RETURNING position
  )
  SELECT position - 1 AS base FROM added`

export const revisionOf = (expected: Expected) => (expected === 'any' ? null : expected === 'no-stream' ? -1 : expected)

/**
 * A lone event, as it comes when little is going on: one plain statement costs half of what the function does. It locks
 * the same row first; the unique indexes refuse what is stale or recorded (then all of it is undone, the counter
 * too), and null says that the function has to judge.
 */
export async function callForOne(pool: pg.Pool, [append, ...others]: Append[]): Promise<Answers | null> {
  if (!append || others.length > 0 || append.events.length !== 1 || append.expected === 'any') return null
  try {
    const { rows } = await pool.query<{ base: number | string }>({
      name: 'eventlog-append-one',
      text: appendOne,
      values: append.events.flatMap(({ id, type, data, metadata }) => [
        append.stream,
        revisionOf(append.expected),
        id,
        type,
        data,
        metadata,
      ]),
    })
    return rows[0] ? { base: rows[0].base, outcomes: null, revisions: null } : null
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return null
    throw error
  }
}

/** Any number of appends, each stream and each id in one of them only, each judged by itself. */
export async function callForMany(pool: pg.Pool, appends: Append[]): Promise<Answers> {
  const rows = appends.flatMap(({ stream, expected, events }, index) =>
    events.map((event, place) => ({ ...event, owner: index + 1, stream, expected, ordinal: place + 1 })),
  )
  const {
    rows: [answers],
  } = await pool.query<Answers>({
    name: 'eventlog-append',
    text: 'SELECT base, outcomes, revisions FROM eventlog.append($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      rows.map(({ owner }) => owner),
      rows.map(({ stream }) => stream),
      rows.map(({ expected }) => revisionOf(expected)),
      rows.map(({ ordinal }) => ordinal),
      rows.map(({ id }) => id),
      rows.map(({ type }) => type),
      rows.map(({ data }) => data),
      rows.map(({ metadata }) => metadata),
    ],
  })
  if (!answers) throw new Error('The function eventlog.append gave no answer.')
  return answers
}
