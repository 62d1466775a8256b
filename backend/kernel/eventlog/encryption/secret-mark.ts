import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { StartupError } from '../../database/startup-error.ts'
import { wrongSecret } from '../../database/wrong-secret.ts'
import { deriveKey } from './email-hash.ts'
import { createKeyWrapping } from './wrapped-keys.ts'

/** Derived from the master key, which it does not reveal; 32 bytes. */
const markOf = (masterKey: Buffer): Buffer => deriveKey(masterKey, 'mark of the secret')

/** Only the oldest keys count, since a process with a wrong secret may have added some later. */
const sampleSize = 100

/**
 * Run at startup, after the migrations. Compares the secret with the mark of the database, and writes the mark if there
 * is none. When two processes with different secrets do so at once, one is refused. Throws StartupError.
 */
export async function claimDatabase(pool: Pool, masterKey: Buffer): Promise<void> {
  if ((await readMark(pool)) === null) {
    await rejectUnopenedKeys(pool, masterKey)
    await pool.query('INSERT INTO eventlog.secret_mark (mark) VALUES ($1) ON CONFLICT DO NOTHING', [markOf(masterKey)])
  }
  const mark = await readMark(pool)
  if (mark === null || !timingSafeEqual(mark, markOf(masterKey))) throw anotherSecret()
}

/** Run by tools, on a database of any age or an empty one. Only compares. Throws StartupError. */
export async function rejectAnotherSecret(pool: Pool, masterKey: Buffer): Promise<void> {
  const { rows } = await pool.query<{ has_mark: boolean; has_keys: boolean }>(
    `SELECT to_regclass('eventlog.secret_mark') IS NOT NULL AS has_mark,
       to_regclass('eventlog.subject_keys') IS NOT NULL AS has_keys`,
  )
  const mark = rows[0]?.has_mark ? await readMark(pool) : null
  if (mark !== null) {
    if (!timingSafeEqual(mark, markOf(masterKey))) throw anotherSecret()
  } else if (rows[0]?.has_keys) await rejectUnopenedKeys(pool, masterKey)
}

async function readMark(pool: Pool): Promise<Buffer | null> {
  const { rows } = await pool.query<{ mark: Buffer }>('SELECT mark FROM eventlog.secret_mark')
  return rows[0]?.mark ?? null
}

/** A single key may be damaged, but with another secret none of them opens. */
async function rejectUnopenedKeys(pool: Pool, masterKey: Buffer): Promise<void> {
  const { rows } = await pool.query<{ subject: string; wrapped_key: Buffer }>(
    `SELECT subject, wrapped_key FROM eventlog.subject_keys WHERE wrapped_key IS NOT NULL
     ORDER BY created_at, subject LIMIT $1`,
    [sampleSize],
  )
  const wrapping = createKeyWrapping(masterKey)
  const opened = rows.filter(({ subject, wrapped_key }) => wrapping.open(subject, wrapped_key) !== null)
  if (opened.length * 2 < rows.length) throw anotherSecret()
}

const anotherSecret = () => new StartupError(wrongSecret('This database'))
