/** Bootstrap samples per figure. */
export const replicates = 200

/** P(a Poisson number with mean 1 is at most k), for k = 0 to 7, of 2^32. */
const limits = Float64Array.from(
  [
    0.36787944117144233, 0.7357588823428847, 0.9196986029286058, 0.9810118431238462, 0.9963401531726563,
    0.9994058151824183, 0.9999167588507119, 0.9999897508033253,
  ],
  (share) => share * 2 ** 32,
)

/**
 * Number of times that a visitor is in each bootstrap sample: Poisson numbers from the visitor’s key and the seed alone. No
 * visitor has to be remembered, and all visits of one visitor go into the same samples. The next call reuses the
 * returned array.
 */
export function createVisitorWeights(seed: string): (visitorKey: string) => Uint8Array {
  const weights = new Uint8Array(replicates)
  return (visitorKey) => {
    let state = 0x811c9dc5
    for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
    for (let i = 0; i < visitorKey.length; i++) state = Math.imul(state ^ visitorKey.charCodeAt(i), 0x01000193)
    for (let sample = 0; sample < replicates; sample++) {
      state = (state + 0x9e3779b9) | 0
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      const number = (mixed ^ (mixed >>> 15)) >>> 0
      let count = 0
      while (count < limits.length && number >= (limits[count] ?? 0)) count++
      weights[sample] = count
    }
    return weights
  }
}

/** Sums over all visitors and over each sample. */
export type Sums = {
  add(weights: Uint8Array, values: readonly number[]): void
  /** `sample` null: all visitors. */
  of(name: number, sample: number | null): number
}

export function createSums(count: number): Sums {
  const all = new Float64Array(count)
  const samples = new Float64Array(count * replicates)
  return {
    add(weights, values) {
      for (let name = 0; name < count; name++) {
        const value = values[name] ?? 0
        if (value === 0) continue
        all[name] = (all[name] ?? 0) + value
        const start = name * replicates
        for (let sample = 0; sample < replicates; sample++)
          samples[start + sample] = (samples[start + sample] ?? 0) + value * (weights[sample] ?? 0)
      }
    },
    of: (name, sample) => (sample === null ? all[name] : samples[name * replicates + sample]) ?? 0,
  }
}

/** An estimate from all visitors, and the range of the middle 80 % of the samples. */
export function estimateBy(figure: (sample: number | null) => number) {
  const sampled = Float64Array.from({ length: replicates }, (_, sample) => figure(sample))
    .filter(Number.isFinite)
    .sort()
  const at = (share: number) =>
    sampled[Math.min(sampled.length - 1, Math.floor(share * sampled.length))] ?? figure(null)
  return { mean: figure(null), low: at(0.1), high: at(0.9) }
}
