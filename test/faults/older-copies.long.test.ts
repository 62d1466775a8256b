import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadSealKey } from '../../backend/config/load-seal-key.ts'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { connect, type Database } from '../../backend/database/connect.ts'
import { StartupError } from '../../backend/database/startup-error.ts'
import { rememberedPositions } from '../../backend/composition/remembered-positions.ts'
import { readSealFile, sealFile } from '../../backend/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../../backend/eventlog/integrity/seal-table.ts'
import { eventsOf, verifyLog } from '../../backend/eventlog/integrity/verify.ts'
import { rewind } from '../../backend/tools/rewind-command.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createCopyOf, ownerUrlOf } from '../support/database/database.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { createEventStore, type StoredEvent } from '../support/log/eventstoredb-store.ts'
import { eventStoreDbAt, productLogs } from '../support/log/product-logs.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const appSecret = Buffer.from('a secret of 32 bytes or even more').toString('base64')

/** A site at one moment: a database to which nothing is connected, the data folder with its photos, the log’s events. */
type Parts = { database: string; folder: string; photos: string; log: readonly StoredEvent[] | null }

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'campaign-older-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const headers = { 'sec-fetch-site': 'same-origin' }

async function start(database: Database, folder: string, log: readonly StoredEvent[] | null) {
  const store = createEventStore(log ?? [])
  const server = log === null ? null : await startEventStoreDbServer({ store })
  if (server) onTestFinished(server.close)
  const app = await createTestApp({
    identity: 'real',
    log: server ? eventStoreDbAt(server.port) : 'postgres',
    database,
    runs: 'everything',
    env: { APP_SECRET: appSecret, DATA_DIR: folder },
  })
  return { app, store, server }
}

const pray = (app: Product, prayer: string, key: string = randomUUID()) =>
  app.http.inject({
    method: 'POST',
    url: '/api/prayers',
    headers: { ...headers, 'idempotency-key': key },
    payload: { firstName: 'Ruth', prayer },
  })

const sealsOf = (app: Product, folder: string) =>
  verifyLog({
    events: eventsOf(app.core.log),
    seals: { table: readSealTable(app.database.pool), file: readSealFile(sealFile(folder)) },
    publicKey: app.sealKey.publicKey,
  })

async function settled(app: Product, folder: string): Promise<void> {
  await expect.poll(async () => (await sealsOf(app, folder)).unsealed, { timeout: 60_000 }).toBe(0)
  const head = await app.core.log.head()
  const caughtUp = async () => (await app.reactors.status()).reactors.every(({ position }) => position === head)
  await expect.poll(caughtUp, { timeout: 60_000 }).toBe(true)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function copyOf(database: Pick<Database, 'url'>, folder: string, log: readonly StoredEvent[] | null): Promise<Parts> {
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
    const { app, store } = await start(connected, folder, log)
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
    writeFileSync(join(folder, 'photo-of-the-time'), moment)
    await settled(app, folder)
    await app.http.close()
    await connected.close()
    if (log !== null) log = [...store.all]
    moments.push(await copyOf(database, folder, log))
  }
  const [earlier, later] = moments
  if (!earlier || !later) throw new Error('There are two moments.')
  return { earlier, later }
}

/** Starts with these parts; the sentence with which the start ended, or the site. */
async function startWith({ database, folder, log }: Parts) {
  const copy = await createCopyOf(nameOf(database))
  const own = temporaryFolder()
  cpSync(folder, own, { recursive: true })
  return tryStart({ database: copy, folder: own, log })
}

type Put = { database: Database; folder: string; log: readonly StoredEvent[] | null }

async function tryStart(put: Put) {
  const secrets = loadSecrets({ appSecret, dataDir: put.folder })
  try {
    return { ...put, ...(await start(put.database, put.folder, put.log)), sentence: null, secrets }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { ...put, app: null, store: null, sentence: error.message, secrets }
  }
}

async function runRewind({ database, folder, log }: Put): Promise<{ code: number; said: string; store: readonly StoredEvent[] | null }> {
  const store = createEventStore(log ?? [])
  const server = log === null ? null : await startEventStoreDbServer({ store })
  if (server) onTestFinished(server.close)
  const app = await createTestApp({
    identity: 'real',
    log: server ? eventStoreDbAt(server.port) : 'postgres',
    database,
    runs: 'nothing',
    env: { APP_SECRET: appSecret, DATA_DIR: folder },
  })
  const owner = connect(ownerUrlOf(database.url), { max: 2 })
  const lines: string[] = []
  const code = await rewind({
    core: app.core,
    pool: database.pool,
    owner: owner.pool,
    folder,
    sealKey: loadSealKey(app.config, loadSecrets(app.config)),
    erasing: app.erasing,
    now: () => new Date(),
    print: (line) => lines.push(line),
  })
  await owner.close()
  await app.http.close()
  return { code, said: lines.join('\n'), store: log && [...store.all] }
}

/** People can write, every reader follows, and the seals fit. */
async function expectWorking(app: Product, folder: string): Promise<void> {
  const before = new Set((await app.database.pool.query<{ id: number }>('SELECT id FROM read.prayers')).rows.map(({ id }) => id))
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

const ages = ['earlier', 'later'] as const
const pairs = ages.flatMap((database) => ages.flatMap((log) => ages.map((folder) => ({ database, log, folder }))))

it.each(productLogs)('every mix of an older and a newer part ends in a working site or a sentence, with the log in %s', async (kind) => {
  const moments = await twoMoments(kind)
  const ends: string[] = []
  for (const { database, log, folder } of kind === 'postgres' ? pairs.filter(({ database, log }) => database === log) : pairs) {
    const put = await startWith({ database: moments[database].database, log: moments[log].log, folder: moments[folder].folder, photos: '' })
    const mix = `database ${database}, log ${log}, folder ${folder}`
    if (put.app) {
      ends.push(`${mix}: works`)
      await expectWorking(put.app, put.folder)
      await put.app.http.close()
      continue
    }
    expect([mix, put.sentence]).toEqual([mix, expect.stringMatching(/\. .*npm run (admin -- rewind|restore)/)])
    const again = await runRewind(put)
    expect([mix, again.code, again.said]).toEqual([mix, 0, expect.stringMatching(/^The last event that the log shares/)])
    const started = await tryStart({ ...put, log: again.store })
    expect([mix, started.sentence]).toEqual([mix, null])
    if (started.app) await expectWorking(started.app, put.folder)
    await started.app?.http.close()
    ends.push(`${mix}: works after a rewind`)
  }
  expect(ends).toEqual([])
})
