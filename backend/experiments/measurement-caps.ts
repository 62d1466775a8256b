import { layersOf } from '../kernel/http/networks.ts'

/** Per process: more than this from one visitor or network in ten minutes is a flood. */
const perVisitor = 100
const window = 10 * 60 * 1000 // ms
const maxNames = 50_000

export type MeasurementCaps = {
  /** Counts one request of a visitor (null: unknown) from an address; true when it is part of a flood. */
  isFlood(visitorKey: string | null, address: string): boolean
}

/**
 * In memory and per process, because a page may never wait for a database: this only protects the server. Whether a
 * report counts is decided afterwards, for all processes together (measurement-counts.ts). All counts restart every ten
 * minutes, or when there are too many names.
 */
export function createMeasurementCaps({
  // A network may be a whole town behind one mobile carrier.
  perAddress = 2000,
  now = Date.now,
}: {
  perAddress?: number
  now?: () => number
} = {}): MeasurementCaps {
  const taken = new Map<string, number>()
  let startedAt = now()

  function count(name: string): number {
    // A clock that was set back would otherwise keep a window open for long.
    if (Math.abs(now() - startedAt) > window || taken.size > maxNames) {
      taken.clear()
      startedAt = now()
    }
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count
  }

  return {
    isFlood(visitorKey, address) {
      const exceeded = layersOf(address).filter(
        ({ network, share }) => count(`address ${network}`) > perAddress * share,
      )
      const ofVisitor = visitorKey === null ? 0 : count(`visitor ${visitorKey}`)
      return exceeded.length > 0 || ofVisitor > perVisitor
    },
  }
}
