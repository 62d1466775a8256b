import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import type { EventLog, RecordedEvent } from '../../../backend/kernel/eventlog/event-log.ts'
import { readSealFile, sealFile } from '../../../backend/kernel/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../../../backend/kernel/eventlog/integrity/seal-table.ts'
import { createSealer, type Sealer } from '../../../backend/kernel/eventlog/integrity/sealer.ts'
import { createKeySigner, type Signer } from '../../../backend/kernel/eventlog/integrity/signer.ts'
import { eventsOf, type Verdict, verifyLog } from '../../../backend/kernel/eventlog/integrity/verify.ts'
import { createMemoryLog } from '../../../backend/kernel/eventlog/memory.ts'
import { createPostgresLog } from '../../../backend/kernel/eventlog/postgres/postgres-log.ts'
import { asOwner, createTestDatabase } from '../database/database.ts'
import { fill } from './recorded.ts'

export type Tampering = {
  /** SQL on the tables of the Postgres log. */
  sql: string[]
  /** The same change on a plain list of events. */
  change(events: RecordedEvent[]): RecordedEvent[]
}

export type SealedLog = {
  log: EventLog
  pool: Pool
  folder: string
  sealer: Sealer
  signer: Signer
  keys: ReturnType<typeof generateKeyPairSync>
  tamper(tampering: Tampering): Promise<void>
  verify(publicKey?: SealedLog['keys']['publicKey']): Promise<Verdict>
}

export const newKeys = () => generateKeyPairSync('ed25519')
export const newSigner = () => createKeySigner(newKeys().privateKey)

/** The value of SEAL_KEY_FILE for this test. */
export async function newKeyFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'seal.pem')
  await writeFile(path, newKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return path
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-seals-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A log of 8 events under seals of 3, 3 and 2. */
export async function sealedLog(store: 'memory' | 'PostgreSQL'): Promise<SealedLog> {
  const { pool } = await createTestDatabase()
  const folder = await temporaryFolder()
  const keys = newKeys()
  const log = store === 'memory' ? createMemoryLog() : createPostgresLog(pool)
  const signer = createKeySigner(keys.privateKey)
  const sealer = createSealer({ log, pool, folder, signer, maxEvents: 3 })
  onTestFinished(() => sealer.close())
  await fill(log, 8)
  for (let sealed = -1; sealed !== 0; ) sealed = await sealer.runOnce()

  let read: () => AsyncIterable<RecordedEvent> = () => eventsOf(log)
  return {
    log,
    pool,
    folder,
    sealer,
    signer,
    keys,
    async tamper({ sql, change }) {
      if (store === 'PostgreSQL') for (const statement of sql) await asOwner(pool, statement)
      else {
        const changed = change(await log.readAll(null, 1000))
        read = async function* () {
          yield* changed
        }
      }
    },
    verify: (publicKey = keys.publicKey) =>
      verifyLog({
        events: read(),
        seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
        publicKey,
      }),
  }
}
