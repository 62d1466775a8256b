import pg from 'pg'
import { textArray } from '../../database/text-array.ts'
import type { Expected, NewEvent } from '../event-log.ts'

export type Append = { stream: string; expected: Expected; events: readonly NewEvent[] }

/**
 * What the function of migration 001 returns: the position before the first event written and, per append, its outcome
 * and the last revision of its stream; both null when everything was appended as expected.
 */
export type Answers = { base: number | string; outcomes: string[] | null; revisions: number[] | null }

const uniqueViolation = '23505'

const appendOne = `
  WITH moved AS (
    UPDATE eventlog.head SET position = position + 1
    WHERE $2::integer = -1 OR EXISTS (SELECT FROM eventlog.events WHERE stream = $1 AND revision = $2::integer)
    RETURNING position
  )
  INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
  SELECT position, $1, $2::integer + 1, $3, $4, $5, $6 FROM moved
  RETURNING position - 1 AS base`

const appendMany = `
  SELECT base, outcomes, revisions
  FROM eventlog.append($1, $2::text[], $3, $4, $5::text[]::uuid[], $6::text[], $7::text[], $8::text[])`

export const revisionOf = (expected: Expected) => (expected === 'any' ? null : expected === 'no-stream' ? -1 : expected)

/**
 * A lone event, the usual case under light load: one plain statement costs half as much as the function. It locks the
 * same row first; the unique indexes reject what is stale or already recorded (then everything is undone, including the
 * counter), and null means that the function has to decide.
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

const integerArray = (numbers: (number | null)[]) => `{${numbers.map((number) => number ?? 'NULL').join()}}`

/** Any number of appends, each checked separately; a stream and an id may occur in only one of them. */
export async function callForMany(pool: pg.Pool, appends: Append[]): Promise<Answers> {
  const rows = appends.flatMap(({ stream, expected, events }, index) =>
    events.map((event, place) => ({ ...event, owner: index + 1, stream, expected, ordinal: place + 1 })),
  )
  const {
    rows: [answers],
  } = await pool.query<Answers>({
    name: 'eventlog-append',
    text: appendMany,
    values: [
      integerArray(rows.map(({ owner }) => owner)),
      textArray(rows.map(({ stream }) => stream)),
      integerArray(rows.map(({ expected }) => revisionOf(expected))),
      integerArray(rows.map(({ ordinal }) => ordinal)),
      textArray(rows.map(({ id }) => id)),
      textArray(rows.map(({ type }) => type)),
      textArray(rows.map(({ data }) => data)),
      textArray(rows.map(({ metadata }) => metadata)),
    ],
  })
  if (!answers) throw new Error('The function eventlog.append returned nothing.')
  return answers
}
