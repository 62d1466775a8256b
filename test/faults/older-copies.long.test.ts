import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { rememberedPositions } from '../../backend/composition/remembered-positions.ts'
import { connect, type Database } from '../../backend/kernel/database/connect.ts'
import { StartupError } from '../../backend/kernel/database/startup-error.ts'
import type { Product } from '../support/app/app.ts'
import {
  type Put,
  runRewind,
  type Started,
  sealsOf,
  settled,
  start,
  temporaryFolder,
} from '../support/app/restarted-site.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createCopyOf } from '../support/database/database.ts'
import type { StoredEvent } from '../support/log/eventstoredb-store.ts'
import { productLogs } from '../support/log/product-logs.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** A site at one moment: a database to which nothing is connected, the data folder with its photos, the log’s events. */
type Parts = { database: string; folder: string; photos: string; log: readonly StoredEvent[] | null }

const headers = { 'sec-fetch-site': 'same-origin' }

const pray = (app: Product, prayer: string, key: string = randomUUID()) =>
  app.http.inject({
    method: 'POST',
    url: '/api/prayers',
    headers: { ...headers, 'idempotency-key': key },
    payload: { firstName: 'Ruth', prayer },
  })

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function copyOf(
  database: Pick<Database, 'url'>,
  folder: string,
  log: readonly StoredEvent[] | null,
): Promise<Parts> {
  const copy = await createCopyOf(nameOf(database.url))
  await copy.close()
  const kept = temporaryFolder()
  cpSync(folder, kept, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  return { database: copy.url, folder: kept, photos: join(kept, 'photos'), log: log && [...log] }
}

/** The same site earlier and later: in between, people write, one signs up, one is erased, and a photo changes. */
async function twoMoments(kind: (typeof productLogs)[number]) {
  const database = await createCopyOf('template_projected')
  await database.close()
  const folder = temporaryFolder()
  let log: readonly StoredEvent[] | null = kind === 'postgres' ? null : []
  const moments: Parts[] = []
  let admin = ''
  for (const moment of ['earlier', 'later']) {
    const connected = connect(database.url)
    const { app, store, stop } = await start({ database: connected, folder, log })
    if (moment === 'earlier') {
      admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
      await signUpAt(app, 'ruth@example.org')
    } else {
      await signUpAt(app, 'late@example.org')
      const erased = await app.http.inject({
        method: 'POST',
        url: '/api/admin/erasures',
        headers: { ...headers, cookie: admin },
        payload: { email: 'ruth@example.org' },
      })
      expect(erased.statusCode).toBe(200)
    }
    for (let count = 0; count < 5; count++) expect((await pray(app, `${moment} ${count}`)).statusCode).toBe(201)
    mkdirSync(join(folder, 'photos'), { recursive: true })
    writeFileSync(join(folder, 'photos', 'of-the-time'), moment)
    await settled(app, folder)
    await stop()
    await connected.close()
    if (log !== null) log = [...store.all]
    moments.push(await copyOf(database, folder, log))
  }
  const [earlier, later] = moments
  if (!earlier || !later) throw new Error('There are two moments.')
  return { earlier, later }
}

/** Copies, because a start changes them. */
async function putTogether({ database, folder, photos, log }: Parts): Promise<Put> {
  const own = temporaryFolder()
  cpSync(folder, own, { recursive: true })
  rmSync(join(own, 'photos'), { recursive: true, force: true })
  cpSync(photos, join(own, 'photos'), { recursive: true })
  return { database: await createCopyOf(nameOf(database)), folder: own, log }
}

/** The site, or the sentence with which its start ended. */
async function tryStart(put: Put): Promise<{ site: Started | null; sentence: string | null }> {
  try {
    return { site: await start(put), sentence: null }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { site: null, sentence: error.message }
  }
}

/** The log of the later moment knew that she was erased; her key is gone. */
async function expectErased(app: Product): Promise<void> {
  const { rows } = await app.database.pool.query<{ row: string }>('SELECT t::text AS row FROM read.history AS t')
  expect(rows.filter(({ row }) => row.includes('ruth@example.org'))).toEqual([])
  const erasures = (await app.core.log.readAll(null, 1000)).filter(({ type }) => type === 'SubjectErased')
  expect(erasures.length).toBeGreaterThan(0)
}

/** People can write, every reader follows, and the seals fit. */
async function expectWorking(app: Product, folder: string): Promise<void> {
  const before = new Set(
    (await app.database.pool.query<{ id: number }>('SELECT id FROM read.prayers')).rows.map(({ id }) => id),
  )
  const key = randomUUID()
  const first = await pray(app, 'after it was put back', key)
  expect(first.statusCode).toBe(201)
  expect(before.has(first.json().id)).toBe(false)
  expect((await pray(app, 'after it was put back', key)).json()).toEqual(first.json())
  for (let count = 0; count < 8; count++) expect((await pray(app, `further ${count}`)).statusCode).toBe(201)
  await signUpAt(app, `${randomUUID()}@example.org`)
  await settled(app, folder)
  expect((await sealsOf(app, folder)).damage).toBeNull()
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ ready: true })
}

it('the start compares every column that holds a position in the log', async () => {
  const { later } = await twoMoments('eventstoredb')
  const database = await createCopyOf(nameOf(later.database))
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_schema || '.' || table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema IN ('app', 'eventlog') AND data_type = 'text'`,
  )
  const found = new Set<string>()
  for (const { table, column } of columns) {
    const { rowCount } = await database.pool.query(
      `SELECT FROM ${table} WHERE "${column}" ~ '^[0-9]+/[0-9]+( [0-9]+/[0-9]+)*$' LIMIT 1`,
    )
    if (rowCount === 1) found.add(`${table}.${column}`)
  }
  // The last position of a seal stands for the others in it.
  for (const other of ['eventlog.seals.first_position', 'eventlog.seals.positions'])
    expect(found.delete(other)).toBe(true)
  const known = rememberedPositions.map(({ table, column }) => `${table}.${column}`)
  expect(known).toEqual(expect.arrayContaining([...found]))
  expect([...found].toSorted()).toEqual([
    'app.checkpoints.position',
    'app.reactor_checkpoints.position',
    'eventlog.seals.last_position',
  ])
})

const ages = ['earlier', 'later'] as const
type Age = (typeof ages)[number]
/** Photos remember nothing of the log, so they are of another age than the folder only once each. */
const mixes = ages.flatMap((database) =>
  ages.flatMap((log) =>
    ages.flatMap((folder) =>
      ages.flatMap((photos) => {
        const isTold = photos === folder || (database === folder && log === folder)
        return isTold ? [{ database, log, folder, photos }] : []
      }),
    ),
  ),
)

/** A log in PostgreSQL is as old as its database. */
const mixesOf = (kind: (typeof productLogs)[number]) =>
  kind === 'postgres' ? mixes.filter(({ database, log }) => database === log) : mixes

/** The parts that make the start say what to do: an older log, or an older database. */
const endOf = (
  kind: (typeof productLogs)[number],
  { database, log, folder }: { [Part in 'database' | 'log' | 'folder']: Age },
) =>
  log === 'earlier' && (folder === 'later' || (kind === 'eventstoredb' && database === 'later'))
    ? /put back from an older copy/
    : kind === 'eventstoredb' && database === 'earlier' && log === 'later'
      ? /^The keys of \d+ people in the event log are missing/
      : null

it.each(productLogs)('every mix of older and newer parts ends in a working site, with the log in %s', async (kind) => {
  const moments = await twoMoments(kind)
  for (const mix of mixesOf(kind)) {
    const put = await putTogether({
      ...moments[mix.folder],
      database: moments[mix.database].database,
      log: moments[mix.log].log,
      photos: moments[mix.photos].photos,
    })
    const about = JSON.stringify(mix)
    const first = await tryStart(put)
    const sentence = endOf(kind, mix)
    expect([about, first.sentence]).toEqual([about, sentence && expect.stringMatching(sentence)])
    if (first.site) {
      await expectWorking(first.site.app, put.folder)
      await first.site.stop()
      continue
    }
    expect(first.sentence).toContain('npm run admin -- rewind')
    const again = await runRewind(put)
    expect([about, again.code, again.said]).toEqual([
      about,
      0,
      expect.stringMatching(/^The last event that the log shares/),
    ])
    const second = await tryStart({ ...put, log: again.log })
    expect([about, second.sentence]).toEqual([about, null])
    if (!second.site) continue
    await expectWorking(second.site.app, put.folder)
    if (mix.database === 'later') await expectErased(second.site.app)
    await second.site.stop()
  }
})
