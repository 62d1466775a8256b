import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createBatcher } from '../../concurrency/batcher.ts'
import { createPrefetchPool } from '../../concurrency/prefetch-pool.ts'
import { textArray } from '../../database/text-array.ts'
import { createEmailHash } from './email-hash.ts'
import { createSubjectKeyCache } from './subject-key-cache.ts'
import { isSubject, type SubjectKey, type SubjectKeys } from './subject-keys.ts'
import { createKeyWrapping } from './wrapped-keys.ts'

/** Finds or creates the subject of every address (by hash) in the batch, in one statement. */
const findOrCreate = `
  WITH requested AS (
    SELECT decode(email_hash, 'hex') AS email_hash, subject, decode(wrapped_key, 'hex') AS wrapped_key
    FROM unnest($1::text[], $2::text[]::uuid[], $3::text[]) AS requested (email_hash, subject, wrapped_key)
  ), created AS (
    INSERT INTO eventlog.subject_keys (email_hash, subject, wrapped_key)
    SELECT email_hash, subject, wrapped_key FROM requested
    ON CONFLICT (email_hash) DO NOTHING
    RETURNING email_hash, subject
  )
  SELECT encode(email_hash, 'hex') AS hash, subject, true AS is_new FROM created
  UNION ALL
  SELECT encode(email_hash, 'hex'), subject, false FROM eventlog.subject_keys
  WHERE email_hash IN (SELECT email_hash FROM requested)`

/**
 * Table eventlog.subject_keys. Each key is random and stored only as AES-256-GCM ciphertext, bound to its subject,
 * under a key derived from `masterKey` (32 bytes, never in the database). `now` and `cacheTtl` are in ms.
 */
export function createSubjectKeys({
  pool,
  masterKey,
  now,
  cacheTtl,
}: {
  pool: Pool
  masterKey: Buffer
  now?: () => number
  cacheTtl?: number
}): SubjectKeys {
  const wrapping = createKeyWrapping(masterKey)
  const emailHash = createEmailHash(masterKey)
  const cache = createSubjectKeyCache({ now, ttl: cacheTtl })

  const unwrap = (subject: string, wrapped: Buffer | null): SubjectKey =>
    wrapped === null ? 'erased' : (wrapping.open(subject, wrapped) ?? 'damaged')

  function createKeys(count: number) {
    // One block for all keys: a call for random bytes costs ten times as much as filling 32 more of them.
    const random = randomBytes(32 * count)
    return Array.from({ length: count }, (_, index) => {
      const subject = randomUUID()
      const key = random.subarray(32 * index, 32 * (index + 1))
      return { subject, key, wrapped: wrapping.wrap(subject, key) }
    })
  }

  /**
   * Repeats the query for an address that another process was inserting at that moment, since the first statement did
   * not see its row.
   */
  async function subjectsOf(hashes: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    while (found.size < hashes.length) {
      const missing = hashes.filter((hash) => !found.has(hash))
      const offers = createKeys(missing.length)
      const { rows } = await pool.query<{ hash: string; subject: string; is_new: boolean }>(findOrCreate, [
        textArray(missing),
        textArray(offers.map(({ subject }) => subject)),
        textArray(offers.map(({ wrapped }) => wrapped.toString('hex'))),
      ])
      const offered = new Map<string, Buffer>(offers.map(({ subject, key }) => [subject, key]))
      for (const { hash, subject, is_new } of rows) {
        found.set(hash, subject)
        const key = offered.get(subject)
        if (is_new && key !== undefined) cache.keep(subject, key)
      }
    }
    return found
  }

  const forHash = createBatcher<string, string>(async (hashes) => {
    // Sorted, so that two processes never deadlock on each other.
    const subjects = await subjectsOf([...new Set(hashes)].sort())
    return hashes.map((hash) => subjects.get(hash) ?? new Error('No subject was created for this address.'))
  })

  /** Callers of one moment share a query. */
  const readWrapped = createBatcher<readonly string[], ReadonlyMap<string, Buffer | null>>(async (asked) => {
    const { rows } = await pool.query<{ subject: string; wrapped_key: Buffer | null }>({
      name: 'subject-keys',
      text: 'SELECT subject, wrapped_key FROM eventlog.subject_keys WHERE subject = ANY($1::uuid[])',
      values: [[...new Set(asked.flat())]],
    })
    const read = new Map(rows.map(({ subject, wrapped_key }) => [subject, wrapped_key]))
    return asked.map(() => read)
  })

  /** The key is durable before it is handed out, and not cached until then. An unused key is just a row. */
  const takeAnonymous = createPrefetchPool(
    async (count) => {
      const keys = createKeys(count)
      await pool.query({
        name: 'subject-keys-make',
        text: 'INSERT INTO eventlog.subject_keys (subject, wrapped_key) SELECT * FROM unnest($1::uuid[], $2::bytea[])',
        values: [keys.map(({ subject }) => subject), keys.map(({ wrapped }) => wrapped)],
      })
      return keys
    },
    { maxAge: Number.POSITIVE_INFINITY },
  )

  return {
    forEmail: (email) => forHash(emailHash(email)),
    async anonymous() {
      const { subject, key } = await takeAnonymous()
      cache.keep(subject, key)
      return subject
    },
    emailHash,
    async find(email) {
      const { rows } = await pool.query<{ subject: string }>(
        'SELECT subject FROM eventlog.subject_keys WHERE email_hash = $1',
        [Buffer.from(emailHash(email), 'hex')],
      )
      return rows[0]?.subject ?? null
    },

    async findAll(emails) {
      const byHash = new Map(emails.map((email) => [emailHash(email), email]))
      const { rows } = await pool.query<{ hash: string; subject: string }>(
        `SELECT encode(email_hash, 'hex') AS hash, subject FROM eventlog.subject_keys
         WHERE email_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))`,
        [[...byHash.keys()]],
      )
      const subjects = new Map(rows.map(({ hash, subject }) => [hash, subject]))
      return new Map(
        emails.flatMap((email) => {
          const subject = subjects.get(emailHash(email))
          return subject === undefined ? [] : [[email, subject]]
        }),
      )
    },

    async erasedAmong(emails) {
      const hashes = emails.map(emailHash)
      const { rows } = await pool.query<{ hash: string }>(
        `SELECT encode(email_hash, 'hex') AS hash FROM eventlog.erased_addresses
         WHERE email_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))
           AND NOT EXISTS (SELECT FROM eventlog.subject_keys WHERE subject_keys.email_hash = erased_addresses.email_hash)`,
        [hashes],
      )
      const erased = new Set(rows.map(({ hash }) => hash))
      return new Set(emails.filter((_, index) => erased.has(hashes[index] ?? '')))
    },

    async unlink(subject) {
      if (!isSubject(subject)) return
      await pool.query('UPDATE eventlog.subject_keys SET email_hash = NULL WHERE subject = $1', [subject])
    },

    async read(subjects) {
      const keys = new Map<string, SubjectKey>()
      const missing: string[] = []
      for (const subject of subjects) {
        const cached = cache.get(subject)
        if (cached !== undefined) keys.set(subject, cached)
        else if (isSubject(subject)) missing.push(subject)
      }
      if (missing.length === 0) return keys
      const read = await readWrapped(missing)
      for (const subject of missing) {
        const wrapped = read.get(subject)
        // Goes through the cache, which knows about a person erased while this query was running.
        if (wrapped !== undefined) keys.set(subject, cache.keep(subject, unwrap(subject, wrapped)))
      }
      return keys
    },

    async forget(subject) {
      if (!isSubject(subject)) return
      const { rows } = await pool.query<{ forgotten: boolean }>('SELECT eventlog.forget_subject($1) AS forgotten', [
        subject,
      ])
      if (rows[0]?.forgotten) cache.keep(subject, 'erased')
    },

    seenErased(subjects) {
      for (const subject of subjects) cache.keep(subject, 'erased')
    },
  }
}
