import { randomBytes, randomUUID } from 'node:crypto'
import { createEmailHash } from './email-hash.ts'
import type { SubjectKey, SubjectKeys } from './subject-keys.ts'

/** Keys in memory, for tests; `known` keys exist from the start. */
export function createMemorySubjectKeys({
  masterKey = randomBytes(32),
  known = [],
}: {
  masterKey?: Buffer
  known?: readonly (readonly [string, SubjectKey])[]
} = {}): SubjectKeys {
  const keys = new Map<string, SubjectKey>(known)
  const byHash = new Map<string, string>()
  const emailHash = createEmailHash(masterKey)
  const erased = new Set<string>()

  function make(): string {
    const subject = randomUUID()
    keys.set(subject, randomBytes(32))
    return subject
  }

  return {
    async forEmail(email) {
      const hash = emailHash(email)
      const subject = byHash.get(hash) ?? make()
      byHash.set(hash, subject)
      return subject
    },
    anonymous: async () => make(),
    find: async (email) => byHash.get(emailHash(email)) ?? null,
    emailHash,
    findAll: async (emails) =>
      new Map(
        emails.flatMap((email) => {
          const subject = byHash.get(emailHash(email))
          return subject === undefined ? [] : [[email, subject]]
        }),
      ),
    erasedAmong: async (emails) =>
      new Set(emails.filter((email) => erased.has(emailHash(email)) && !byHash.has(emailHash(email)))),
    async unlink(subject) {
      for (const [hash, holder] of byHash) if (holder === subject) byHash.delete(hash)
    },
    async read(subjects) {
      return new Map(
        subjects.flatMap((subject) => {
          const key = keys.get(subject)
          return key === undefined ? [] : [[subject, key]]
        }),
      )
    },
    async forget(subject) {
      if (keys.has(subject)) keys.set(subject, 'erased')
      for (const [hash, holder] of byHash)
        if (holder === subject) {
          byHash.delete(hash)
          erased.add(hash)
        }
    },
    seenErased() {},
  }
}
