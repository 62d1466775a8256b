import type { ResolvedEvent } from '@eventstore/db-client'
import type { StreamNames } from './stream-names.ts'

const settings = ['$maxAge', '$maxCount', '$tb']

/** Collects settings of our streams that let the server delete their events; each is an event of stream `$$<name>`. */
export function createStreamLimits(names: StreamNames): {
  see(resolved: ResolvedEvent): void
  /** `prayer-1 ($maxCount)`, sorted. */
  found(): string[]
} {
  const limited = new Map<string, string[]>()
  return {
    see({ event }) {
      if (event?.type !== '$metadata' || !event.streamId.startsWith('$$')) return
      const stream = names.ours(event.streamId.slice(2))
      if (stream === null) return
      const set: unknown = event.data
      const chosen = settings.filter((name) => typeof set === 'object' && set !== null && name in set)
      // Each setting replaces the whole metadata of its stream.
      if (chosen.length > 0) limited.set(stream, chosen)
      else limited.delete(stream)
    },
    found: () => [...limited].map(([stream, chosen]) => `${stream} (${chosen.join(', ')})`).sort(),
  }
}
