import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createBatcher } from '../../concurrency/batcher.ts'
import { createPrefetchPool } from '../../concurrency/prefetch-pool.ts'
import { textArray } from '../../database/text-array.ts'
import type { SubjectKeyCache } from './subject-key-cache.ts'
import type { KeyWrapping } from './wrapped-keys.ts'

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

/** Creates subjects with their keys: for addresses that have none, and without an address. */
export function createSubjectCreation(pool: Pool, wrapping: KeyWrapping, cache: SubjectKeyCache) {
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
    /** The subject of the address with this hash; created durably if there is none. */
    forHash,
    async anonymous(): Promise<string> {
      const { subject, key } = await takeAnonymous()
      cache.keep(subject, key)
      return subject
    },
  }
}
