import pg from 'pg'
import { preparedWrite, type Statement } from '../../database/prepared-write.ts'
import { textArray } from '../../database/text-array.ts'
import type { Expected, NewEvent } from '../event-log.ts'
import type { WriterConnection } from './writer-connection.ts'

export type Append = { stream: string; expected: Expected; events: readonly NewEvent[] }

/**
 * The result of the function of migration 001: the position before the first event written and, per append, its outcome
 * and the last revision of its stream; both null when everything was appended as expected.
 */
export type Answers = { base: number | string; outcomes: string[] | null; revisions: number[] | null }

const uniqueViolation = '23505'

export const revisionOf = (expected: Expected) => (expected === 'any' ? null : expected === 'no-stream' ? -1 : expected)

const statement = (name: string, text: string) => ({ name: `eventlog-${name}`, text })

// `head` has one row, so a key would only add an index lookup.
const appendOne = (condition = '') => `
  WITH moved AS (UPDATE eventlog.head SET position = position + 1 ${condition} RETURNING position)
  INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
  SELECT position, $1, $2::integer, $3, $4, $5, $6 FROM moved
  RETURNING position - 1 AS base`

const appendAll = (condition = '') => `
  WITH moved AS (
    UPDATE eventlog.head SET position = position + cardinality($2::integer[]) ${condition}
    RETURNING position - cardinality($2::integer[]) AS base
  ), written AS (
    INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
    SELECT base + nth, stream, revision, id, type, data, metadata
    FROM moved, unnest($1::text[], $2::integer[], $3::text[]::uuid[], $4::text[], $5::text[], $6::text[])
      WITH ORDINALITY AS event (stream, revision, id, type, data, metadata, nth)
  )
  SELECT base FROM moved`

const one = {
  toNew: statement('append-one-new', appendOne()),
  toKnown: statement(
    'append-one',
    appendOne('WHERE EXISTS (SELECT FROM eventlog.events WHERE stream = $1 AND revision = $2::integer - 1)'),
  ),
}
const all = {
  toNew: statement('append-all-new', appendAll()),
  toKnown: statement(
    'append-all',
    appendAll(`
      WHERE NOT EXISTS (
        SELECT FROM unnest($7::text[], $8::integer[]) AS expected (stream, revision)
        WHERE NOT EXISTS (
          SELECT FROM eventlog.events WHERE events.stream = expected.stream AND events.revision = expected.revision
        )
      )`),
  ),
}

const integerArray = (numbers: (number | null)[]) => `{${numbers.map((number) => number ?? 'NULL').join()}}`

function statementForOne({ stream, expected }: Append, { id, type, data, metadata }: NewEvent): Statement {
  const revision = String(Number(revisionOf(expected)) + 1)
  return {
    ...(expected === 'no-stream' ? one.toNew : one.toKnown),
    values: [stream, revision, id, type, data, metadata],
  }
}

function statementForAll(appends: readonly Append[]): Statement {
  const rows = appends.flatMap(({ stream, expected, events }) =>
    events.map((event, index) => ({ ...event, stream, revision: Number(revisionOf(expected)) + 1 + index })),
  )
  const values = [
    textArray(rows.map(({ stream }) => stream)),
    integerArray(rows.map(({ revision }) => revision)),
    textArray(rows.map(({ id }) => id)),
    textArray(rows.map(({ type }) => type)),
    textArray(rows.map(({ data }) => data)),
    textArray(rows.map(({ metadata }) => metadata)),
  ]
  const known = appends.filter(({ expected }) => expected !== 'no-stream')
  if (known.length === 0) return { ...all.toNew, values }
  const streams = textArray(known.map(({ stream }) => stream))
  const revisions = integerArray(known.map(({ expected }) => revisionOf(expected)))
  return { ...all.toKnown, values: [...values, streams, revisions] }
}

function plainStatement(appends: readonly Append[]): Statement {
  const [append, ...others] = appends
  const [event, ...more] = append?.events ?? []
  return append && event && others.length + more.length === 0
    ? statementForOne(append, event)
    : statementForAll(appends)
}

/**
 * The usual case, in which everything can be appended: one plain statement, which costs the server less than the
 * function. It locks the same row first. The unique indexes reject stale or repeated appends, which undoes everything
 * including the counter; null means that the function has to decide.
 */
export async function callPlain(connection: WriterConnection, appends: readonly Append[]): Promise<Answers | null> {
  if (appends.some(({ expected }) => expected === 'any')) return null
  try {
    const base = await connection.use((client) => preparedWrite(client, plainStatement(appends)))
    return base === null ? null : { base, outcomes: null, revisions: null }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return null
    throw error
  }
}

const appendChecked = statement(
  'append-checked',
  `SELECT base, outcomes, revisions
   FROM eventlog.append($1, $2::text[], $3, $4, $5::text[]::uuid[], $6::text[], $7::text[], $8::text[])`,
)

/** Any number of appends, each checked separately; a stream and an id may occur in only one of them. */
export async function callFunction(connection: WriterConnection, appends: readonly Append[]): Promise<Answers> {
  const rows = appends.flatMap(({ stream, expected, events }, index) =>
    events.map((event, place) => ({ ...event, owner: index + 1, stream, expected, ordinal: place + 1 })),
  )
  const values = [
    integerArray(rows.map(({ owner }) => owner)),
    textArray(rows.map(({ stream }) => stream)),
    integerArray(rows.map(({ expected }) => revisionOf(expected))),
    integerArray(rows.map(({ ordinal }) => ordinal)),
    textArray(rows.map(({ id }) => id)),
    textArray(rows.map(({ type }) => type)),
    textArray(rows.map(({ data }) => data)),
    textArray(rows.map(({ metadata }) => metadata)),
  ]
  const {
    rows: [answers],
  } = await connection.use((client) => client.query<Answers>({ ...appendChecked, values }))
  if (!answers) throw new Error('The function eventlog.append returned nothing.')
  return answers
}
