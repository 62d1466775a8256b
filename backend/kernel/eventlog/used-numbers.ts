import type pg from 'pg'
import type { EventLog, Position } from './event-log.ts'

/** The fields of events that hold numbers of a sequence. */
type NumberFields = ReadonlyMap<string, readonly string[]>

const batchSize = 1000 // events
const largestId = 2_147_483_647 // an integer column
const sequenceOf = (name: string) => `eventlog.${name}_id_seq`

/** The highest number of each sequence in the events after a position; a sequence without any is absent. */
export async function usedNumbers(
  log: Pick<EventLog, 'readAll'>,
  fields: NumberFields,
  after: Position | null,
): Promise<Map<string, number>> {
  const sequenceByField = new Map([...fields].flatMap(([name, own]) => own.map((field) => [field, name] as const)))
  const highest = new Map<string, number>()
  function note(field: string, value: unknown): unknown {
    const name = sequenceByField.get(field)
    if (name !== undefined && typeof value === 'number' && value <= largestId)
      highest.set(name, Math.max(highest.get(name) ?? 0, value))
    return value
  }
  for (let reached = after; ; ) {
    const batch = await log.readAll(reached, batchSize)
    for (const { data } of batch) readFields(data, note)
    const last = batch.at(-1)
    if (!last) return highest
    reached = last.position
  }
}

/** Nested fields too. Another program may have written something else into one of our streams. */
function readFields(data: string, note: (field: string, value: unknown) => unknown): void {
  try {
    JSON.parse(data, note)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

/**
 * Lets every sequence continue behind these numbers, while other processes may draw from it, too. Needs no more rights
 * than drawing a number.
 */
export async function continueBehind(pool: pg.Pool, used: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, highest] of used)
    await pool.query(
      `SELECT count(nextval('${sequenceOf(name)}'))
       FROM (SELECT coalesce(pg_sequence_last_value('${sequenceOf(name)}'), 0) AS last) AS known,
         generate_series(known.last + 1, $1::bigint)`,
      [highest],
    )
}

/** Draws a number of each sequence; a sentence about the first that the log has used already, else null. */
export async function numberInUse(
  pool: pg.Pool,
  sequences: Iterable<string>,
  used: ReadonlyMap<string, number>,
): Promise<string | null> {
  for (const name of sequences) {
    const { rows } = await pool.query<{ number: number }>(`SELECT nextval('${sequenceOf(name)}') AS number`)
    const next = Number(rows[0]?.number)
    const highest = used.get(name) ?? 0
    if (next <= highest) return `The next ${name} would get number ${next}, although the log has number ${highest}.`
  }
  return null
}
