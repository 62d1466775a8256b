import { networkOf } from '../../http/rate-limits.ts'

/** Per window: up to `counted` reports count, up to `kept` are stored but marked, and the rest is a flood. */
type Budget = { counted: number; kept: number }

const window = 10 * 60 * 1000 // ms
const perVisitor: Budget = { counted: 30, kept: 100 }
/** A network may be a whole town behind one mobile carrier. */
const perAddress: Budget = { counted: 600, kept: 2000 }
const maxNames = 50_000

export type MeasurementCaps = {
  /** Counts one request of a visitor (null: unknown) from an address. */
  take(visitorKey: string | null, address: string): 'within' | 'visitor-cap' | 'address-cap' | 'flood'
}

/**
 * In memory and per process: these caps only keep measurements honest, and a measurement may never wait for a database.
 * All counts restart every ten minutes, or when there are too many names.
 */
export function createMeasurementCaps(now: () => number = Date.now): MeasurementCaps {
  const taken = new Map<string, number>()
  let startedAt = now()

  function count(name: string): number {
    if (now() - startedAt > window || taken.size > maxNames) {
      taken.clear()
      startedAt = now()
    }
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count
  }

  return {
    take(visitorKey, address) {
      const ofAddress = count(`address ${networkOf(address)}`)
      const ofVisitor = visitorKey === null ? 0 : count(`visitor ${visitorKey}`)
      if (ofAddress > perAddress.kept || ofVisitor > perVisitor.kept) return 'flood'
      if (ofVisitor > perVisitor.counted) return 'visitor-cap'
      return ofAddress > perAddress.counted ? 'address-cap' : 'within'
    },
  }
}
