import type { Pool } from 'pg'
import { createBatcher } from '../../concurrency/batcher.ts'
import { createEmailHash } from './email-hash.ts'
import { createSubjectAddresses } from './subject-addresses.ts'
import { createSubjectCreation } from './subject-creation.ts'
import { createSubjectKeyCache } from './subject-key-cache.ts'
import { isSubject, type SubjectKey, type SubjectKeys } from './subject-keys.ts'
import { createKeyWrapping } from './wrapped-keys.ts'

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
  const creation = createSubjectCreation(pool, wrapping, cache)

  const unwrap = (subject: string, wrapped: Buffer | null): SubjectKey =>
    wrapped === null ? 'erased' : (wrapping.open(subject, wrapped) ?? 'damaged')

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

  return {
    ...createSubjectAddresses(pool, emailHash),
    forEmail: (email) => creation.forHash(emailHash(email)),
    anonymous: creation.anonymous,
    emailHash,

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
