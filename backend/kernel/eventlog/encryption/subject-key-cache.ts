import type { SubjectKey } from './subject-keys.ts'

export type SubjectKeyCache = {
  get(subject: string): SubjectKey | undefined
  /** Returns the entry that is now valid: 'erased' wins over any key that arrives later. */
  keep(subject: string, key: SubjectKey): SubjectKey
}

type Entry = { key: SubjectKey; until: number }

/**
 * Keeps at least the `size` / 2 keys that were used last. Each time half of the cache fills up, the keys not used since
 * the previous time are dropped, so that no list in order of use is needed. A usable key is served for `ttl` ms,
 * because another process may erase it; 'erased' is final.
 */
export function createSubjectKeyCache({
  size = 10_000,
  ttl = 5_000,
  now = () => performance.now(),
} = {}): SubjectKeyCache {
  let recent = new Map<string, Entry>()
  let older = new Map<string, Entry>()

  function put(subject: string, entry: Entry): void {
    recent.set(subject, entry)
    if (recent.size < size / 2) return
    older = recent
    recent = new Map()
  }

  return {
    get(subject) {
      const entry = recent.get(subject) ?? older.get(subject)
      if (entry === undefined || entry.until <= now()) return undefined
      if (!recent.has(subject)) put(subject, entry)
      return entry.key
    },
    keep(subject, key) {
      if ((recent.get(subject) ?? older.get(subject))?.key === 'erased') return 'erased'
      put(subject, { key, until: key === 'erased' ? Number.POSITIVE_INFINITY : now() + ttl })
      return key
    },
  }
}
