import type { Position, RecordedEvent } from '../event-log.ts'
import type { RecentEvents } from './recent-events.ts'

/** How long the database's word that nothing follows a position is believed, unless a notification arrives. */
const believedFor = { listening: 2000, alone: 100 } // ms

/**
 * Reads for those who follow the log: from memory what this process wrote or read, and one question for all of them about
 * what others wrote.
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
  /** The log has grown: what was known about its end is no longer true. */
  moved(): void
} {
  let end: { position: string; at: number } | null = null
  let movements = 0
  const asked = new Map<string, Promise<RecordedEvent[]>>()

  async function ask(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const [at, seen] = [now(), movements]
    const found = await readAll(after, limit)
    // Somebody who is far behind reads full batches, and does not push the newest events out.
    if (found.length < limit) recent.keep(found)
    if (found.length === 0 && seen === movements) end = { position: after ?? '0', at }
    return found
  }

  return {
    async readNew(after, limit) {
      const inMemory = recent.after(after, limit)
      if (inMemory.length > 0) return inMemory
      const patience = isListening() ? believedFor.listening : believedFor.alone
      if (end?.position === (after ?? '0') && now() - end.at < patience) return []
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
