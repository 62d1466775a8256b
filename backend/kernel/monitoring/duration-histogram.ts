const growth = 1.05
const smallest = 0.01 // ms
const buckets = 400

/** Durations in steps of 5 %, from 10 µs to hours, in a fixed amount of memory. */
export function createDurationHistogram() {
  const counts = new Uint32Array(buckets)
  let total = 0
  return {
    /** Milliseconds. */
    add(duration: number): void {
      const step = Math.floor(Math.log(Math.max(duration, smallest) / smallest) / Math.log(growth))
      const place = Math.min(buckets - 1, step)
      counts[place] = (counts[place] ?? 0) + 1
      total++
    },
    get total(): number {
      return total
    },
    /** The duration that this share of them (0 to 1) did not exceed, at most 5 % too long; null when there are none. */
    quantile(share: number): number | null {
      if (total === 0) return null
      let seen = 0
      const wanted = Math.max(1, Math.ceil(share * total))
      const place = counts.findIndex((count) => {
        seen += count
        return seen >= wanted
      })
      return smallest * growth ** (place + 1)
    },
    clear(): void {
      counts.fill(0)
      total = 0
    },
  }
}
