import type { RecordedEvent } from '../event-log.ts'
import { isOwnStream } from './format.ts'

const settings = ['$maxAge', '$maxCount', '$tb']

/** Remembers settings of our streams that let the server delete their events; each is an event of stream `$$<name>`. */
export function createStreamLimits(): {
  see(events: readonly RecordedEvent[]): void
  /** `prayer-1 ($maxCount)`, sorted. */
  found(): string[]
} {
  const limited = new Map<string, string[]>()
  return {
    see(events) {
      for (const { stream, type, data } of events) {
        if (type !== '$metadata' || !stream.startsWith('$$') || !isOwnStream(stream.slice(2))) continue
        const set: unknown = JSON.parse(data)
        const chosen = settings.filter((name) => typeof set === 'object' && set !== null && name in set)
        // The last one counts.
        if (chosen.length > 0) limited.set(stream.slice(2), chosen)
        else limited.delete(stream.slice(2))
      }
    },
    found: () => [...limited].map(([stream, chosen]) => `${stream} (${chosen.join(', ')})`).sort(),
  }
}
