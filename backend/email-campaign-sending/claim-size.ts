/**
 * Number of recipients to claim at once: as many as can be sent within `ms`. With a fast server we need not query the
 * database for a handful each time; with a slow one recipients are not held long before their turn. Pure: the time is
 * passed in (ms).
 */
export function createClaimSize({ min, max, ms }: { min: number; max: number; ms: number }) {
  let current = min
  let taken = 0
  let since = Number.NEGATIVE_INFINITY
  return {
    /** A claimed recipient is being mailed. */
    taken(): void {
      taken++
    },
    /** Size of the next claim. */
    size(now: number): number {
      const perMs = taken / Math.max(1, now - since)
      current = Math.min(max, Math.max(min, Math.round(perMs * ms)))
      taken = 0
      since = now
      return current
    },
    current: () => current,
  }
}
