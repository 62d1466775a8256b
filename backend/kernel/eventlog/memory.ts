import { createSignal } from '../concurrency/signal.ts'
import { checkSize, type EventLog, isCount, type RecordedEvent, RevisionConflict } from './event-log.ts'
import { createListeners } from './listeners.ts'

const batchSize = 1000

/** The whole port in memory, for tests. Positions are '1', '2', … without gaps. */
export function createMemoryLog(): EventLog {
  const log: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const byId = new Map<string, RecordedEvent>()
  const listeners = createListeners()
  const readBatch = (after: string | null, limit: number) => log.slice(Number(after), Number(after) + limit)

  return {
    async append(stream, expected, events) {
      if (events.length === 0) throw new RangeError('An append needs at least one event.')
      checkSize(events)
      const recorded = events.flatMap(({ id }) => byId.get(id) ?? [])
      if (recorded.length > 0) return { outcome: 'duplicate', events: recorded }

      const known = streams.get(stream) ?? []
      const revision = known.length - 1
      if (expected !== 'any' && revision !== (expected === 'no-stream' ? -1 : expected)) {
        throw new RevisionConflict(stream)
      }
      const recordedNow: RecordedEvent[] = []
      for (const event of events) {
        const added = { ...event, stream, revision: known.length, position: String(log.length + 1) }
        byId.set(event.id, added)
        known.push(added)
        log.push(added)
        recordedNow.push(added)
      }
      streams.set(stream, known)
      const position = String(log.length)
      listeners.notify(position)
      return { outcome: 'appended', position, revision: known.length - 1, events: recordedNow }
    },
    readStream: async (stream) => [...(streams.get(stream) ?? [])],
    readAll: async (after, limit) => readBatch(after, limit),
    readNew: async (after, limit) => readBatch(after, limit),
    forgetRecent() {},
    async *subscribe(after, signal) {
      const wakeSignal = createSignal(signal)
      const unsubscribe = listeners.onAppend(wakeSignal.raise)
      try {
        for (let cursor = after; !signal.aborted; ) {
          const batch = readBatch(cursor, batchSize)
          if (batch.length > 0) yield batch
          else await wakeSignal.wait()
          cursor = batch.at(-1)?.position ?? cursor
        }
      } finally {
        unsubscribe()
        wakeSignal.stop()
      }
    },
    head: async () => log.at(-1)?.position ?? null,
    isPosition: isCount,
    compare: (a, b) => Number(a) - Number(b),
    distance: (after, to) => Number(to) - Number(after),
    nth: String,
    onAppend: listeners.onAppend,
    close: async () => {},
  }
}
