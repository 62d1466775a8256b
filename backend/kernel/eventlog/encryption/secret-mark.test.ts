import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asOwner, createEmptyDatabase, createTestDatabase } from '../../../../test/support/database/database.ts'
import { StartupError } from '../../database/startup-error.ts'
import { claimDatabase, rejectAnotherSecret } from './secret-mark.ts'
import { createSubjectKeys } from './subject-keys-postgres.ts'

const [ours, theirs] = [randomBytes(32), randomBytes(32)]

/** The database as processes with these master keys leave it, one after the other. */
async function makeKeys(pool: pg.Pool, masterKey: Buffer, count: number, day: number): Promise<void> {
  const keys = createSubjectKeys({ pool, masterKey })
  const subjects = await Promise.all(
    Array.from({ length: count }, (_, index) => keys.forEmail(`${day}-${index}@example.org`)),
  )
  await asOwner(
    pool,
    `UPDATE eventlog.subject_keys SET created_at = timestamptz '2026-03-01' + $2 * interval '1 day'
     WHERE subject = ANY ($1::uuid[])`,
    [subjects, day],
  )
}

const marks = async (pool: pg.Pool) => (await pool.query('SELECT mark FROM eventlog.secret_mark')).rows

async function expectRejection(refused: Promise<void>): Promise<void> {
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  await expect(refused).rejects.toThrow(/^This database was written with another APP_SECRET, .* Set APP_SECRET to/)
}

describe('a new database', () => {
  it('belongs to the secret of the first start', async () => {
    const { pool } = await createTestDatabase()
    await claimDatabase(pool, ours)
    await claimDatabase(pool, ours)
    await expectRejection(claimDatabase(pool, theirs))
    await rejectAnotherSecret(pool, ours)
    await expectRejection(rejectAnotherSecret(pool, theirs))
    expect(await marks(pool)).toHaveLength(1)
  })

  it('belongs to one of two secrets that start at once', async () => {
    const { pool } = await createTestDatabase()
    const secrets = Array.from({ length: 8 }, (_, index) => (index % 2 ? ours : theirs))
    const starts = await Promise.allSettled(secrets.map((secret) => claimDatabase(pool, secret)))
    const accepted = new Set(secrets.filter((_, index) => starts[index]?.status === 'fulfilled'))
    expect(accepted.size).toBe(1)
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  it('stores no part of the secret', async () => {
    const { pool } = await createTestDatabase()
    await claimDatabase(pool, ours)
    const [{ mark }] = (await marks(pool)) as [{ mark: Buffer }]
    expect(mark).toHaveLength(32)
    for (let at = 0; at < 28; at++) expect(mark.includes(ours.subarray(at, at + 4))).toBe(false)
  })

  it('accepts every tool before its migration', async () => {
    const { pool } = await createEmptyDatabase()
    await rejectAnotherSecret(pool, ours)
  })
})

describe('a database from before the mark', () => {
  it('is marked for the secret that opens its oldest keys, whatever a wrong secret added later', async () => {
    const { pool } = await createTestDatabase()
    await makeKeys(pool, ours, 100, 0)
    await makeKeys(pool, theirs, 150, 1)
    await expectRejection(rejectAnotherSecret(pool, theirs))
    await expectRejection(claimDatabase(pool, theirs))
    expect(await marks(pool)).toEqual([])
    await rejectAnotherSecret(pool, ours)
    expect(await marks(pool)).toEqual([])
    await claimDatabase(pool, ours)
    expect(await marks(pool)).toHaveLength(1)
  })

  it('is marked although half of these keys are damaged, but not when more than half are', async () => {
    const { pool } = await createTestDatabase()
    await makeKeys(pool, ours, 10, 0)
    await asOwner(
      pool,
      `UPDATE eventlog.subject_keys SET wrapped_key = '\\x00'
       WHERE subject IN (SELECT subject FROM eventlog.subject_keys LIMIT 6)`,
    )
    await expectRejection(claimDatabase(pool, ours))
    await makeKeys(pool, ours, 2, 1)
    await claimDatabase(pool, ours)
  })

  it('is marked for any secret while it holds no key', async () => {
    const { pool } = await createTestDatabase()
    await createSubjectKeys({ pool, masterKey: theirs }).forEmail('ruth@example.org')
    await asOwner(pool, 'UPDATE eventlog.subject_keys SET wrapped_key = NULL, email_hash = NULL, erased_at = now()')
    await claimDatabase(pool, ours)
  })
})
