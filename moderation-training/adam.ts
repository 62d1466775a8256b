const [first, second, tiny] = [0.9, 0.999, 1e-8] // Kingma and Ba 2015

/** Gradients of weights that are all in play in every batch: `add` them up, then `step`. */
export function dense(weights: Float64Array) {
  const slopes = new Float64Array(weights.length)
  const [means, squares] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  let steps = 0
  return {
    add(at: number, slope: number): void {
      slopes[at] = (slopes[at] ?? 0) + slope
    },
    /** Moves against the gradients times `share` (1 / posts in the batch), and forgets them. */
    step(rate: number, share: number): void {
      steps++
      const pace = (rate * Math.sqrt(1 - second ** steps)) / (1 - first ** steps)
      for (let at = 0; at < weights.length; at++) {
        const slope = (slopes[at] ?? 0) * share
        slopes[at] = 0
        const mean = first * (means[at] ?? 0) + (1 - first) * slope
        const square = second * (squares[at] ?? 0) + (1 - second) * slope * slope
        means[at] = mean
        squares[at] = square
        weights[at] = (weights[at] ?? 0) - (pace * mean) / (Math.sqrt(square) + tiny)
      }
    },
  }
}

/** The same for a table of which a batch touches few rows of `size` numbers: the others rest, and so do their means. */
export function rows(weights: Float32Array, size: number) {
  const touched = new Map<number, Float64Array>()
  const [means, squares] = [new Float32Array(weights.length), new Float32Array(weights.length)]
  const times = new Uint32Array(weights.length / size)
  return {
    /** Adds `share` times the numbers of `slopes` from `from` on to the row's gradient. */
    add(row: number, slopes: Float64Array, from: number, share: number): void {
      let sum = touched.get(row)
      if (sum === undefined) {
        sum = new Float64Array(size)
        touched.set(row, sum)
      }
      for (let one = 0; one < size; one++) sum[one] = (sum[one] ?? 0) + share * (slopes[from + one] ?? 0)
    },
    step(rate: number, share: number): void {
      for (const [row, sum] of touched) {
        const steps = (times[row] ?? 0) + 1
        times[row] = steps
        const pace = (rate * Math.sqrt(1 - second ** steps)) / (1 - first ** steps)
        for (let one = 0; one < size; one++) {
          const at = row * size + one
          const slope = (sum[one] ?? 0) * share
          const mean = first * (means[at] ?? 0) + (1 - first) * slope
          const square = second * (squares[at] ?? 0) + (1 - second) * slope * slope
          means[at] = mean
          squares[at] = square
          weights[at] = (weights[at] ?? 0) - (pace * mean) / (Math.sqrt(square) + tiny)
        }
      }
      touched.clear()
    },
  }
}
