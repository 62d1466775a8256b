/**
 * How many recipients to claim at once: as many as leave within `ms`, so that a fast server keeps us from asking the
 * database for a handful each time, and a slow one from holding people long before their turn. Pure: the time is passed
 * in (ms).
 */
export function createClaimSize({ least, most, ms }: { least: number; most: number; ms: number }) {
  let current = least
  let taken = 0
  let since = Number.NEGATIVE_INFINITY
  return {
    /** Somebody who was claimed is being mailed. */
    taken(): void {
      taken++
    },
    /** Of the next claim. */
    size(now: number): number {
      const perMs = taken / Math.max(1, now - since)
      current = Math.min(most, Math.max(least, Math.round(perMs * ms)))
      taken = 0
      since = now
      return current
    },
    current: () => current,
  }
}
