const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8] // Kingma and Ba 2015

/** For weights that every batch touches: `add` up the gradients, then `step`. */
export function dense(weights: Float64Array) {
  const gradients = new Float64Array(weights.length)
  const [means, squares] = [new Float64Array(weights.length), new Float64Array(weights.length)]
  let steps = 0
  return {
    add(at: number, gradient: number): void {
      gradients[at] = (gradients[at] ?? 0) + gradient
    },
    /** Moves against the gradients times `share` (1 / posts in the batch), and clears them. */
    step(rate: number, share: number): void {
      steps++
      const stepSize = (rate * Math.sqrt(1 - beta2 ** steps)) / (1 - beta1 ** steps)
      for (let at = 0; at < weights.length; at++) {
        const gradient = (gradients[at] ?? 0) * share
        gradients[at] = 0
        const mean = beta1 * (means[at] ?? 0) + (1 - beta1) * gradient
        const square = beta2 * (squares[at] ?? 0) + (1 - beta2) * gradient * gradient
        means[at] = mean
        squares[at] = square
        weights[at] = (weights[at] ?? 0) - (stepSize * mean) / (Math.sqrt(square) + epsilon)
      }
    },
  }
}

/** The same for a table of which a batch touches few rows of `size` numbers: the others and their means do not move. */
export function rows(weights: Float32Array, size: number) {
  const touched = new Map<number, Float64Array>()
  const [means, squares] = [new Float32Array(weights.length), new Float32Array(weights.length)]
  const times = new Uint32Array(weights.length / size)
  return {
    /** Adds `share` times the numbers of `gradients`, starting at `from`, to the row's gradient. */
    add(row: number, gradients: Float64Array, from: number, share: number): void {
      let sum = touched.get(row)
      if (sum === undefined) {
        sum = new Float64Array(size)
        touched.set(row, sum)
      }
      for (let one = 0; one < size; one++) sum[one] = (sum[one] ?? 0) + share * (gradients[from + one] ?? 0)
    },
    step(rate: number, share: number): void {
      for (const [row, sum] of touched) {
        const steps = (times[row] ?? 0) + 1
        times[row] = steps
        const stepSize = (rate * Math.sqrt(1 - beta2 ** steps)) / (1 - beta1 ** steps)
        for (let one = 0; one < size; one++) {
          const at = row * size + one
          const gradient = (sum[one] ?? 0) * share
          const mean = beta1 * (means[at] ?? 0) + (1 - beta1) * gradient
          const square = beta2 * (squares[at] ?? 0) + (1 - beta2) * gradient * gradient
          means[at] = mean
          squares[at] = square
          weights[at] = (weights[at] ?? 0) - (stepSize * mean) / (Math.sqrt(square) + epsilon)
        }
      }
      touched.clear()
    },
  }
}
