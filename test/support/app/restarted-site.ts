import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { loadSealKey } from '../../../backend/config/load-seal-key.ts'
import { loadSecrets } from '../../../backend/config/secrets.ts'
import { connect, type Database } from '../../../backend/kernel/database/connect.ts'
import { readSealFile, sealFile } from '../../../backend/kernel/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../../../backend/kernel/eventlog/integrity/seal-table.ts'
import { eventsOf, verifyLog } from '../../../backend/kernel/eventlog/integrity/verify.ts'
import { rewind } from '../../../backend/tools/rewind-command.ts'
import { ownerUrlOf } from '../database/database.ts'
import { startEventStoreDbServer } from '../log/eventstoredb-server.ts'
import { createEventStore, type EventStore, type StoredEvent } from '../log/eventstoredb-store.ts'
import { eventStoreDbAt } from '../log/product-logs.ts'
import { createTestApp, type Product } from './app.ts'
import type { ProductOptions } from './product.ts'

const appSecret = Buffer.from('a secret of 32 bytes or even more').toString('base64')

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'campaign-restarted-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Parts that a site is started with: a log of null is the one in the database. */
export type Put = { database: Database; folder: string; log: readonly StoredEvent[] | null }

export type Started = { app: Product; stop(): Promise<void> }

type Options = Pick<ProductOptions, 'env' | 'overrides'> & { runs?: 'everything' | 'nothing' }

export async function start(
  { database, folder, log }: Put,
  { runs = 'everything', env = {}, overrides = {} }: Options = {},
): Promise<Started & { store: EventStore }> {
  const cleanUps: (() => Promise<void>)[] = []
  async function stop(): Promise<void> {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  }
  onTestFinished(stop)
  const store = createEventStore(log ?? [])
  const server = log === null ? null : await startEventStoreDbServer({ store })
  if (server) onTestFinished(server.close)
  const app = await createTestApp({
    identity: 'real',
    log: server ? eventStoreDbAt(server.port) : 'postgres',
    database,
    runs,
    overrides,
    env: { APP_SECRET: appSecret, DATA_DIR: folder, ...env },
    whenDone: (cleanUp) => cleanUps.unshift(cleanUp),
  })
  return { app, store, stop }
}

export const sealsOf = (app: Product, folder: string) =>
  verifyLog({
    events: eventsOf(app.core.log),
    seals: { table: readSealTable(app.database.pool), file: readSealFile(sealFile(folder)) },
    publicKey: app.sealKey.publicKey,
  })

/** Everything is sealed, and every reactor is at the end of the log. */
export async function settled(app: Product, folder: string): Promise<void> {
  await expect.poll(async () => (await sealsOf(app, folder)).unsealed, { timeout: 60_000 }).toBe(0)
  const head = await app.core.log.head()
  const caughtUp = async () => (await app.reactors.status()).reactors.every(({ position }) => position === head)
  await expect.poll(caughtUp, { timeout: 60_000 }).toBe(true)
}

export async function runRewind(put: Put): Promise<{ code: number; said: string; log: Put['log'] }> {
  const { database, folder, log } = put
  const { app, store, stop } = await start(put, { runs: 'nothing' })
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
  await stop()
  return { code, said: lines.join('\n'), log: log && [...store.all] }
}
