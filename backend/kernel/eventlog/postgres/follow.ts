import type { Position, RecordedEvent } from '../event-log.ts'
import type { RecentEvents } from './recent-events.ts'

/** Time for which the database’s answer that nothing follows a position is trusted, unless a notification arrives. */
const endTtl = { listening: 2000, alone: 100 } // ms

/**
 * Reads for subscribers: from memory the events that this process wrote or read, and one shared query for those of
 * others.
 */
export function createFollow({
  recent,
  readAll,
  isListening,
  now = () => performance.now(),
}: {
  recent: RecentEvents
  readAll(after: Position | null, limit: number): Promise<RecordedEvent[]>
  isListening: () => boolean
  now?: () => number
}): {
  readNew(after: Position | null, limit: number): Promise<RecordedEvent[]>
  /** The log has grown, so the known end is outdated. */
  moved(): void
} {
  let end: { position: string; at: number } | null = null
  let movements = 0
  const asked = new Map<string, Promise<RecordedEvent[]>>()

  async function ask(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const [at, seen] = [now(), movements]
    const found = await readAll(after, limit)
    // A slow reader must not evict the newest events.
    if (found.length < limit) recent.keep(found)
    if (found.length === 0 && seen === movements) end = { position: after ?? '0', at }
    return found
  }

  return {
    async readNew(after, limit) {
      const inMemory = recent.after(after, limit)
      if (inMemory.length > 0) return inMemory
      const ttl = isListening() ? endTtl.listening : endTtl.alone
      if (end?.position === (after ?? '0') && now() - end.at < ttl) return []
      const question = `${after} ${limit}`
      const answer =
        asked.get(question) ??
        ask(after, limit).finally(() => {
          asked.delete(question)
        })
      asked.set(question, answer)
      return answer
    },
    moved() {
      movements++
      end = null
    },
  }
}
