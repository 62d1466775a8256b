import type { SubjectKey } from './subject-keys.ts'

export type SubjectKeyCache = {
  get(subject: string): SubjectKey | undefined
  /** Returns the entry that is now valid: 'erased' wins over any key that arrives later. */
  keep(subject: string, key: SubjectKey): SubjectKey
}

type Entry = { key: SubjectKey; until: number }

/**
 * Evicts the least recently used keys. A usable key is served for `ttl` ms, because another process may erase it;
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
      entries.delete(subject) // a Map keeps insertion order: the oldest stays first
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
