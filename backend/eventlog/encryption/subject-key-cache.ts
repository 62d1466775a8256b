import type { SubjectKey } from './subject-keys.ts'

export type SubjectKeyCache = {
  get(subject: string): SubjectKey | undefined
  /** Answers what is known from now on: 'erased' stays, whatever arrives after it. */
  keep(subject: string, key: SubjectKey): SubjectKey
}

type Entry = { key: SubjectKey; until: number }

/**
 * The least recently used keys go first. A living key is served for `ttl` ms, because another process may forget it;
 * 'erased' is final: a key that was read before the erasure and arrives after it is not kept.
 */
export function createSubjectKeyCache({
  size = 10_000,
  ttl = 5_000,
  now = () => performance.now(),
} = {}): SubjectKeyCache {
  const entries = new Map<string, Entry>()
  return {
    get(subject) {
      const entry = entries.get(subject)
      if (entry === undefined) return undefined
      if (entry.until <= now()) {
        entries.delete(subject)
        return undefined
      }
      entries.delete(subject) // a Map keeps the order of insertion: the oldest stays first
      entries.set(subject, entry)
      return entry.key
    },
    keep(subject, key) {
      if (entries.get(subject)?.key === 'erased') return 'erased'
      entries.delete(subject)
      entries.set(subject, { key, until: key === 'erased' ? Number.POSITIVE_INFINITY : now() + ttl })
      if (entries.size > size) {
        const [oldest] = entries.keys()
        if (oldest !== undefined) entries.delete(oldest)
      }
      return key
    },
  }
}
