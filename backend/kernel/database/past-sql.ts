import createKnex, { type Knex } from 'knex'
import type pg from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'

/** A query names something that is known only as it is now. */
export class NoPast extends Error {
  override readonly name = errorNames.noPast
}

/** The names that a query of the past may use. Everything else in our schemas is refused. */
export type PastNames = {
  /** Has a table for each of `tables` and a view for each of `views`. */
  schema: string
  /** Of the schema `read`. */
  tables: ReadonlySet<string>
  /** Tables of the schema `app` that have a view of the same name. */
  views: ReadonlySet<string>
  /** Functions of the schema `app` that depend on their arguments alone. */
  functions: ReadonlySet<string>
  /** ISO 8601. */
  at: string
}

const ours = /(?<![\w.])"?(read|app|eventlog)"?\."?(\w+)"?/g
const clocks =
  /\b(current_date|current_time|current_timestamp|localtime|localtimestamp|clock_timestamp|statement_timestamp)\b/i

/**
 * The same statement about a moment in the past: tables of that moment, and `now()` is that moment. Throws NoPast, also
 * for a name that is not known here. Values are parameters, so the text is ours.
 */
export function inPast(text: string, { schema, tables, views, functions, at }: PastNames): string {
  if (clocks.test(text)) throw new NoPast(`A query of the past asks for the time of the server: ${text}`)
  return text
    .replace(ours, (name, from: string, table: string) => {
      if (from === 'read' && tables.has(table)) return `${schema}.${table}`
      if (from === 'app' && views.has(table)) return `${schema}.${table}`
      if (from === 'app' && functions.has(table)) return name
      throw new NoPast(`${name} has no past.`)
    })
    .replace(/\bnow\(\)/gi, `'${at}'::timestamptz`)
}

/**
 * A knex whose queries run on this connection, one after another, and are about the past. `end` refuses all later ones,
 * because the connection then belongs to another reader.
 */
export function pastKnex(client: pg.ClientBase, names: PastNames): { knex: Knex; end(): void } {
  const oneByOne = createSemaphore({ running: 1, waiting: 1000, whenFull: 'Too many queries about the past.' })
  let hasEnded = false

  async function connect() {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: given, resolve: give, reject } = Promise.withResolvers<object>()
    oneByOne(async () => {
      if (hasEnded) throw new NoPast('This reading of the past has ended.')
      give({ query, release })
      await released
    }).catch(reject)
    return given
  }

  function query(
    config: { text: string; values: unknown[] },
    answer: (error: unknown, result?: unknown) => void,
  ): void {
    let text: string
    try {
      text = inPast(config.text, names)
    } catch (error) {
      answer(error)
      return
    }
    client.query({ text, values: config.values }).then(
      (result) => answer(null, result),
      (error) => answer(error),
    )
  }

  return {
    knex: createKnex({
      client: 'pg',
      version: '14', // what knex would otherwise ask the server; it makes no difference for our queries
      connectionPool: { connect, end: async () => {}, totalCount: 1, idleCount: 0, waitingCount: 0 },
      log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    }),
    end() {
      hasEnded = true
    },
  }
}
