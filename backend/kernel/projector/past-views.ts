import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { errorNames } from '../../../records/http/error-names.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { transaction, transactionOn } from '../database/transaction.ts'
import type { Position } from '../eventlog/event-log.ts'
import { type Folded, type FoldTools, foldPast, maxApplied, UnknownPosition } from './past-fold.ts'
import { onlyOnePast } from './rebuild-lock.ts'
import type { ReadSkips } from './skips.ts'
import { quote } from './sql.ts'

/** Schemas at once, in all processes. */
const maxSchemas = 3
/** Requests in line in a process, so that they take one connection of its pool and not all. */
const maxAsking = 20
const lock = 7_265_631 // an arbitrary number
const told = 200 // ms between two notes about the progress
const aliveEvery = 5000 // ms

export type PastLimits = {
  /** ms after its last reader that a schema is kept. */
  keptFor: number
  /** ms without a sign of life after which a builder counts as dead. */
  deadAfter: number
  /** ms during which a schema that another admin reads is not dropped for a new one. */
  protectedFor: number
}
const defaultLimits: PastLimits = { keptFor: 15 * 60_000, deadAfter: 30_000, protectedFor: 60_000 }

/** No event of this log can have this position. */
export class NotAPosition extends Error {
  override readonly name = errorNames.notAPosition
}

/** Others are looking at as many moments as are kept at once. */
export class PastsInUse extends Error {
  override readonly name = 'PastsInUse'
}

/** Why the tables of a moment could not be built, in one sentence. */
export class PastFailed extends Error {
  override readonly name = 'PastFailed'
}

/** A schema that is ready: `base` and `until` as in its table. */
export type PastView = { schema: string; base: Position | null; before: Position | null; until: Position }
export type Opened = { status: 'building'; done: number; total: number | null } | { status: 'ready'; view: PastView }

type Row = {
  schema: string
  asked: string
  done: number
  total: number | null
  isReady: boolean
  problem: string | null
  base: string | null
  before: string | null
  until: string | null
}

const columns = `schema, asked, done, total, is_ready AS "isReady", problem, base, before_base AS before, until`

/**
 * The schemas with the read tables of past moments, shared by all processes of a database (table app.past_views): built
 * when an admin asks for one, kept for a while, and dropped as soon as a person is erased.
 */
export function createPastViews({
  pool,
  readSkips,
  erasures,
  finish,
  onError,
  limits = defaultLimits,
  ...tools
}: Omit<FoldTools, 'skips'> & {
  pool: pg.Pool
  readSkips: ReadSkips
  /** A number that every erasure changes, once the live tables show it. */
  erasures(database: Pick<pg.Pool, 'query'>): Promise<number>
  /** Adds to a schema what is not in the log. */
  finish(client: pg.ClientBase, schema: string): Promise<void>
  onError(error: unknown): void
  limits?: PastLimits
}) {
  const { log, projections } = tools
  const versions = projections.map(({ name, version }) => `${name} ${version}`).join(',')
  // One after another, because each takes a connection and most of a processor.
  const oneByOne = createSemaphore({ running: 1, waiting: maxSchemas, whenFull: 'Other moments are being prepared.' })
  const inLine = createSemaphore({
    running: 1,
    waiting: maxAsking,
    whenFull: 'Many admins are asking for other moments. Please try again in a few seconds.',
  })
  const closing = new AbortController()
  const builds = new Set<Promise<void>>()

  const isCurrent = `versions = $1 AND erasures = $2`
  const currentRows = async (client: Pick<pg.Pool, 'query'>) =>
    (
      await client.query<Row>(`SELECT ${columns} FROM app.past_views WHERE ${isCurrent}`, [
        versions,
        await erasures(client),
      ])
    ).rows

  function checkPosition(position: string): void {
    if (!log.isPosition(position))
      throw new NotAPosition(`${position} is no position of this log. Use the position of an event.`)
  }

  function viewIn(rows: readonly Row[], position: Position): PastView | null {
    for (const { schema, isReady, base, before, until } of rows) {
      if (!isReady || until === null || log.compare(position, until) > 0) continue
      if (base === null || log.compare(base, position) <= 0) return { schema, base, before, until }
    }
    return null
  }

  const inUse = (schema: string) =>
    pool.query(`UPDATE app.past_views SET used_at = now() WHERE schema = $1 AND used_at < now() - interval '5 s'`, [
      schema,
    ])

  /** The schema that shows this position now; null when there is none. Throws NotAPosition. */
  async function find(position: Position): Promise<PastView | null> {
    checkPosition(position)
    const view = viewIn(await currentRows(pool), position)
    if (view) await inUse(view.schema)
    return view
  }

  /**
   * The schema that shows this position, or how far it is built, by whichever process. Builds it if none does. Throws
   * NotAPosition, UnknownPosition, PastsInUse, PastFailed, and QueueFull when too many are asking.
   */
  async function open(position: Position, adminId: number): Promise<Opened> {
    checkPosition(position)
    const head = await log.head()
    if (head === null || log.compare(position, head) > 0)
      throw new UnknownPosition(`There is no event at position ${position}.`)
    const rows = await currentRows(pool)
    const view = viewIn(rows, position)
    if (view) {
      await inUse(view.schema)
      return { status: 'ready', view }
    }
    const row = rows.find(({ asked }) => asked === position) ?? (await inLine(() => admit(position, adminId)))
    if (row.problem !== null) {
      await drop(row.schema)
      throw row.problem === ''
        ? new UnknownPosition(`There is no event at position ${position}.`)
        : new PastFailed(row.problem)
    }
    return { status: 'building', done: row.done, total: row.total }
  }

  /** Makes room for a schema and begins to build it; another process may have begun in the meantime. */
  async function admit(position: Position, adminId: number): Promise<Row> {
    await sweepNow().catch(onError)
    const total = log.distance?.(null, position) ?? null
    const { row, isNew } = await transaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
      const erased = await erasures(client)
      const known = (await currentRows(client)).find(({ asked }) => asked === position)
      if (known) return { row: known, isNew: false }
      const { rows: others } = await client.query<{ schema: string; canGo: boolean }>(
        `SELECT schema, is_ready AND (asked_by = $1 OR used_at < now() - make_interval(secs => $2)) AS "canGo"
         FROM app.past_views ORDER BY used_at`,
        [adminId, limits.protectedFor / 1000],
      )
      if (others.length >= maxSchemas) {
        const oldest = others.find(({ canGo }) => canGo)
        if (!oldest) throw new PastsInUse('Other admins are looking at other moments. Please try again in a minute.')
        await dropOn(client, oldest.schema)
      }
      const schema = `read_past_${randomUUID().replaceAll('-', '')}`
      const { rows } = await client.query<Row>(
        `INSERT INTO app.past_views (schema, asked, asked_by, versions, erasures, total)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
        [schema, position, adminId, versions, erased, total],
      )
      const [added] = rows
      if (!added) throw new Error('A row was not inserted.')
      return { row: added, isNew: true }
    })
    if (isNew) {
      const building = build(row.schema, position).finally(() => builds.delete(building))
      builds.add(building)
    }
    return row
  }

  async function build(schema: string, position: Position): Promise<void> {
    let toldAt = performance.now()
    const aliveTimer = setInterval(() => {
      pool.query('UPDATE app.past_views SET alive_at = now() WHERE schema = $1', [schema]).catch(() => {})
    }, aliveEvery).unref()
    const inTurn = (work: (client: pg.ClientBase) => Promise<void>) =>
      oneByOne(() => onlyOnePast(pool, closing.signal, work))
    try {
      await inTurn(async (client) => {
        closing.signal.throwIfAborted()
        const skips = await readSkips()
        const folded = await foldPast(client, { ...tools, skips }, schema, position, {
          signal: closing.signal,
          async onProgress(done) {
            if (performance.now() - toldAt < told) return
            toldAt = performance.now()
            await note(client, schema, done)
          },
        })
        await note(client, schema, log.distance?.(null, position) ?? null)
        await transactionOn(client, () => finish(client, schema))
        await ready(client, schema, folded)
      })
    } catch (error) {
      await drop(schema, false).catch(onError)
      if (closing.signal.aborted)
        await pool.query('DELETE FROM app.past_views WHERE schema = $1', [schema]).catch(() => {})
      else await failed(schema, error).catch(onError)
    } finally {
      clearInterval(aliveTimer)
    }
  }

  /** Throws when the schema was dropped, such as because a person was erased. */
  async function note(client: pg.ClientBase, schema: string, done: number | null): Promise<void> {
    const { rowCount } = await client.query(
      'UPDATE app.past_views SET done = coalesce($2, done), alive_at = now() WHERE schema = $1',
      [schema, done],
    )
    if (rowCount === 0) throw new Dropped()
  }

  async function ready(client: pg.ClientBase, schema: string, { base, before }: Folded): Promise<void> {
    const shown = await log.readAll(base, maxApplied)
    const { rowCount } = await client.query(
      `UPDATE app.past_views SET is_ready = true, base = $2, before_base = $3, until = $4, alive_at = now(), used_at = now()
       WHERE schema = $1`,
      [schema, base, before, shown.at(-1)?.position ?? base],
    )
    if (rowCount === 0) throw new Dropped()
  }

  /** Told to the admin who waits for it; a schema that was dropped in the meantime has none. */
  async function failed(schema: string, error: unknown): Promise<void> {
    const isUnknown = error instanceof UnknownPosition
    const { rowCount } = await pool.query('UPDATE app.past_views SET problem = $2 WHERE schema = $1', [
      schema,
      isUnknown ? '' : 'The tables of this moment could not be built. The log of the server says why.',
    ])
    if (rowCount === 1 && !isUnknown) onError(error)
  }

  async function dropOn(client: pg.ClientBase, schema: string, forgets = true): Promise<void> {
    // Reading it takes moments; a reader that holds it longer must not make others wait.
    await client.query(`SET LOCAL lock_timeout = '5s'`)
    await client.query(
      `DELETE FROM app.row_changes WHERE relation IN (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace($1))`,
      [schema],
    )
    await client.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`)
    if (forgets) await client.query('DELETE FROM app.past_views WHERE schema = $1', [schema])
  }
  const drop = (schema: string, forgets = true) => transaction(pool, (client) => dropOn(client, schema, forgets))

  /**
   * Drops schemas that were not read for a while, that were made by other projections or before an erasure, that failed, and
   * what a crash left behind.
   */
  async function sweepNow(): Promise<void> {
    await transaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
      const erased = await erasures(client)
      const { rows } = await client.query<{ schema: string }>(
        `SELECT schema FROM app.past_views
         WHERE NOT (${isCurrent})
           OR (is_ready AND used_at < now() - make_interval(secs => $3))
           OR (NOT is_ready AND alive_at < now() - make_interval(secs => $4))
           OR (is_ready AND to_regnamespace(schema) IS NULL)
         UNION
         SELECT nspname FROM pg_namespace
         WHERE nspname LIKE 'read\\_past\\_%' AND NOT EXISTS (SELECT FROM app.past_views WHERE schema = nspname)`,
        [versions, erased, limits.keptFor / 1000, limits.deadAfter / 1000],
      )
      for (const { schema } of rows) await dropOn(client, schema)
    })
  }

  return {
    find,
    open,
    sweep: () => inLine(sweepNow),
    /** Gives up what is being built. */
    async close(): Promise<void> {
      closing.abort(new Error('The server is stopping.'))
      await Promise.all(builds)
    },
    /** For tests: waits for what this process is building. */
    async settled(): Promise<void> {
      await Promise.all(builds)
    },
  }
}

/** Its row is gone. */
class Dropped extends Error {}
