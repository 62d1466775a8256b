import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { FileImport } from '../contract/imports.ts'
import type { ImportKind } from '../records/import-kinds.ts'
import { makeFirstAdmin } from '../test/e2e/people.ts'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { processorTimeOf, quantile, readable, residentOf, serverTime, startBenchDatabase, table } from './support.ts'

type Waits = { p50: number; p99: number }
/**
 * Seconds on the clock and of a processor, by the product and by the database; megabytes above what the process held before;
 * milliseconds of commands.
 */
type Run = { seconds: number; product: number; database: number; megabytes: number; commands: Waits }
export type ImportFigures = {
  rows: number
  idle: Waits
  /**
   * `inserted`: seconds of PostgreSQL alone for the rows that the import left. `beside`: commands while PostgreSQL alone writes
   * them in as many seconds as the import took.
   */
  kinds: {
    kind: ImportKind
    checked: Omit<Run, 'commands'>
    imported: Run
    undone: Run
    inserted: number
    beside: Waits
  }[]
}

type Input = { heading: string; line(n: number): string; table: string }

const inputs: Record<ImportKind, Input> = {
  donations: {
    heading: 'First name,Last name,Email,Amount,Date,Payment ID',
    line: (n) => `Ruth,Hill,gift${n}@example.org,${(n % 500) + 5}.50,2026-0${(n % 9) + 1}-11,P${n}`,
    table: 'read.donations',
  },
  'email-signups': {
    heading: 'Email,First name,Consent source,Consent date',
    line: (n) => `sign${n}@example.org,Ruth,County fair,2026-0${(n % 9) + 1}-11`,
    table: 'read.email_signups',
  },
  volunteers: {
    heading: 'Email,First name,Last name,Phone,Skills,Consent source,Consent date',
    line: (n) => `help${n}@example.org,Ruth,Hill,555-01${n % 90},Driving,County fair,2026-0${(n % 9) + 1}-11`,
    table: 'read.volunteers WHERE NOT is_deleted',
  },
  'opt-outs': {
    heading: 'Email,Opt-out date',
    line: (n) => `stop${n}@example.org,2026-0${(n % 9) + 1}-11`,
    table: 'read.mail_suppressions',
  },
}

/**
 * Files of as many rows as an import takes, in the product as it is shipped, while commands of others arrive at an even
 * rate; compared with INSERT of the rows that it left, all at once, into empty copies of their tables with all indexes: that
 * reads no file, and checks, encrypts and derives nothing.
 */
export async function benchImports({
  rows,
  kinds,
  perSecond,
  idleSeconds,
}: {
  rows: number
  kinds: readonly ImportKind[]
  perSecond: number
  idleSeconds: number
}): Promise<ImportFigures> {
  const { database, owner, url: databaseUrl, stop } = await startBenchDatabase({ max: 4 })
  const folder = temporaryDataFolder()
  const app = await createTestApp({ http: 'socket', folder, env: { DATABASE_URL: databaseUrl } })
  try {
    const admin = await makeFirstAdmin(app.url, app.firstAdminLink ?? '')
    const cookie = admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { ask, waitsDuring, measured } = askers({
      url: app.url,
      cookie,
      perSecond,
      held: () => residentOf(app.pid),
      processors: await processorsOf(app.pid, owner.pool),
    })
    await waitsDuring(delay(5000)) // warms the server up
    const idle = await waitsDuring(delay(idleSeconds * 1000))
    const figures: ImportFigures['kinds'] = []
    for (const kind of kinds) {
      const { heading, line, table: read } = inputs[kind]
      const lines = Array.from({ length: rows }, (_, n) => line(n))
      const file = [heading, ...lines].join('\n')
      const path = `/api/admin/imports/${kind}`
      let plan = ''
      const checked = await measured(async () => {
        plan = Object(await ask('POST', `${path}/check`, file)).plan
      })
      let id = ''
      const before = await newestTransaction(owner.pool)
      const imported = await waitingOthers(waitsDuring, measured, async () => {
        id = Object(await ask('POST', `${path}?plan=${plan}`)).id
        await until(async () => (await imports(ask)).find((one) => one.id === id)?.finishedAt)
      })
      assert.equal(await countOf(database.pool, read), rows)
      const written = await tablesWrittenAfter(owner.pool, before, rows)
      const inserted = await insertAgain(owner.pool, written)
      const insertNext = await batchesOf(owner.pool, written)
      const beside = await waitsDuring(atEvenRate(insertNext, rows / rowsAtOnce, imported.seconds))
      const undone = await waitingOthers(waitsDuring, measured, async () => {
        await ask('POST', `/api/admin/imports/undo/${id}`)
        await until(async () => (await countOf(database.pool, read)) === 0)
      })
      figures.push({ kind, checked, imported, undone, inserted, beside })
      console.error(JSON.stringify({ idle, ...figures.at(-1) }))
    }
    return { rows, idle, kinds: figures }
  } finally {
    await app.stop()
    await stop()
    await folder.remove()
  }
}

type Ask = (method: 'GET' | 'POST', path: string, file?: string) => Promise<unknown>

const imports = async (ask: Ask): Promise<FileImport[]> => Object(await ask('GET', '/api/admin/imports'))

async function until(isDone: () => Promise<unknown>): Promise<void> {
  while (!(await isDone())) await delay(250)
}

async function countOf(pool: pg.Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${name}`)
  return Number(rows[0]?.rows)
}

async function newestTransaction(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('SELECT pg_current_xact_id()::text::bigint AS id')
  return Number(rows[0]?.id)
}

/** The tables of the log, the keys and the read model, and the columns that are written. */
const tablesWritten = `
  SELECT format('%I.%I', nspname, relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE nspname IN ('eventlog', 'read') AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY 1`

/** `rows`: what was written in it. */
type Written = { name: string; columns: string; rows: string }

/** The tables that got a row per line after this transaction. */
async function tablesWrittenAfter(pool: pg.Pool, after: number, lines: number): Promise<Written[]> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(tablesWritten)
  const found: Written[] = []
  for (const table of tables) {
    const rows = `${table.name} WHERE xmin::text::bigint > ${after}`
    if ((await countOf(pool, rows)) >= lines * 0.9) found.push({ ...table, rows })
  }
  return found
}

/** Seconds of INSERT, durably, of all rows at once. */
async function insertAgain(pool: pg.Pool, written: readonly Written[]): Promise<number> {
  let seconds = 0
  for (const { name, columns, rows } of written) {
    await pool.query(`CREATE TABLE public.inserted_again (LIKE ${name} INCLUDING ALL)`)
    const start = performance.now()
    await pool.query(`INSERT INTO public.inserted_again (${columns}) SELECT ${columns} FROM ${rows}`)
    seconds += (performance.now() - start) / 1000
    await pool.query('DROP TABLE public.inserted_again')
  }
  return seconds
}

const rowsAtOnce = 40

/** Returns what inserts the n-th batch of the same rows into copies of all tables, in one statement. */
async function batchesOf(pool: pg.Pool, written: readonly Written[]): Promise<(nth: number) => Promise<unknown>> {
  const inserts: string[] = []
  for (const [place, { name, columns, rows }] of written.entries()) {
    await pool.query(`
      DROP TABLE IF EXISTS public.batched_${place}, public.staged_${place};
      CREATE TABLE public.batched_${place} (LIKE ${name} INCLUDING ALL);
      CREATE UNLOGGED TABLE public.staged_${place} AS
        SELECT (row_number() OVER () - 1) / ${rowsAtOnce} AS batch, ${columns} FROM ${rows};
      CREATE INDEX ON public.staged_${place} (batch);
      ANALYZE public.staged_${place}`)
    inserts.push(`part_${place} AS (
      INSERT INTO public.batched_${place} (${columns}) SELECT ${columns} FROM public.staged_${place} WHERE batch = $1)`)
  }
  const name = randomUUID() // the tables of another kind have another statement
  return (nth) => pool.query({ name, text: `WITH ${inserts.join(', ')} SELECT`, values: [nth] })
}

async function atEvenRate(work: (nth: number) => Promise<unknown>, times: number, seconds: number): Promise<void> {
  const start = performance.now()
  for (let nth = 0; nth < times; nth++) {
    await delay(Math.max(0, start + (nth / times) * seconds * 1000 - performance.now()))
    await work(nth)
  }
}

/** Seconds of a processor so far, by the product and by the database. */
type Processors = () => { product: number; database: number }

async function processorsOf(pid: number, pool: pg.Pool): Promise<Processors> {
  const database = await serverTime(pool)
  return () => ({ product: processorTimeOf(pid) / 1000, database: database() / 1000 })
}

type Asked = { url: string; cookie: string; perSecond: number; held(): number; processors: Processors }

function askers({ url, cookie, perSecond, held, processors }: Asked) {
  const headers = { cookie, origin: url }

  const ask: Ask = async (method, path, file) => {
    const answer = await fetch(url + path, {
      method,
      headers: file === undefined ? headers : { ...headers, 'content-type': 'text/csv' },
      ...(file !== undefined && { body: file }),
    })
    const body = await answer.text()
    assert.ok(answer.ok, `${answer.status} ${body}`)
    return JSON.parse(body)
  }

  async function command(): Promise<number> {
    const start = performance.now()
    const answer = await fetch(`${url}/api/prayers`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' }),
    })
    assert.equal(answer.status, 201, await answer.text())
    return performance.now() - start
  }

  /** Commands at an even rate, whether or not the ones before were answered. */
  async function waitsDuring(work: Promise<unknown>): Promise<Waits> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    const asked: Promise<number>[] = []
    for (let due = performance.now(); !isOver; due += 1000 / perSecond) {
      while (performance.now() < due && !isOver) await delay(Math.max(1, due - performance.now()))
      asked.push(command())
    }
    await over
    const waits = await Promise.all(asked)
    return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
  }

  async function measured(work: () => Promise<void>): Promise<Omit<Run, 'commands'>> {
    const before = held()
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, held())
    }, 100)
    const start = performance.now()
    const spent = processors()
    try {
      await work()
    } finally {
      clearInterval(watch)
    }
    const { product, database } = processors()
    return {
      seconds: (performance.now() - start) / 1000,
      product: product - spent.product,
      database: database - spent.database,
      megabytes: peak - before,
    }
  }

  return { ask, waitsDuring, measured }
}

async function waitingOthers(
  waitsDuring: (work: Promise<unknown>) => Promise<Waits>,
  measured: (work: () => Promise<void>) => Promise<Omit<Run, 'commands'>>,
  work: () => Promise<void>,
): Promise<Run> {
  const run = measured(work)
  const commands = await waitsDuring(run)
  return { ...(await run), commands }
}

export function importsTable({ rows, idle, kinds }: ImportFigures): string {
  const line = (
    what: string,
    { seconds, product, database, megabytes, commands }: Omit<Run, 'commands'> & { commands?: Waits },
  ) => [
    what,
    seconds,
    product,
    database,
    `+${Math.round(megabytes)}`,
    ...(commands ? [commands.p50, commands.p99, `${(commands.p99 / idle.p99).toFixed(2)} x`] : (['', '', ''] as const)),
  ]
  return table(
    [`${rows.toLocaleString('en-US')} rows`, 's', 'product s', 'database s', 'MB', 'p50 ms', 'p99 ms', 'p99 to idle'],
    [
      ['nothing else happens', '', '', '', '', idle.p50, idle.p99, '1.00 x'],
      ...kinds.flatMap(({ kind, checked, imported, undone, inserted, beside }) => [
        line(`${kind}: dry run`, checked),
        line(
          `${kind}: import, ${readable(imported.seconds / inserted)} times INSERT alone (${readable(inserted)} s)`,
          imported,
        ),
        [
          `${kind}: INSERT alone, ${rowsAtOnce} rows at once`,
          imported.seconds,
          '',
          '',
          '',
          beside.p50,
          beside.p99,
          `${(beside.p99 / idle.p99).toFixed(2)} x`,
        ],
        line(`${kind}: undo`, undone),
      ]),
    ],
  )
}
