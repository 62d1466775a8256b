import { sigmoid } from './exact-math.ts'

/** All views of one page on one day: `x` from the contrasts. */
export type Trials = { x: Float64Array; day: number; count: number; successes: number }

/** Laplace approximation: coefficients are normal around `mean`, with precision L·Lᵀ (`factor` is L, row by row). */
export type Posterior = { mean: Float64Array; factor: Float64Array; size: number }

const offset = -3.8918202981106265 // logit of 2 %, where the intercept’s prior is centered
const daySd = 0.3
/** Newton’s method squares the error with each step: after a step this short, the error is below 1e-10. */
const tolerance = 1e-5
const maxSteps = 40

/**
 * Logistic regression with Gaussian priors and an intercept per day, by Newton’s method until it converges. Each fit
 * starts from the prior, so that the result depends on the trials alone and not on earlier fits. Days are eliminated
 * (Schur complement), so a year of them costs little.
 */
export function fitLogistic(trials: readonly Trials[], days: number, priorSd: Float64Array): Posterior {
  const size = priorSd.length
  const mean = new Float64Array(size)
  const effects = new Float64Array(days)
  let factor: Float64Array = new Float64Array(size * size)
  const pages = byPage(trials)

  for (let step = 0; step < maxSteps; step++) {
    const hessian = new Float64Array(size * size)
    const gradient = new Float64Array(size)
    const cross = new Float64Array(days * size)
    const dayHessian = new Float64Array(days).fill(1 / (daySd * daySd))
    const dayGradient = new Float64Array(days)
    for (let i = 0; i < size; i++) {
      const precision = 1 / ((priorSd[i] ?? 1) * (priorSd[i] ?? 1))
      hessian[i * size + i] = precision
      gradient[i] = -(mean[i] ?? 0) * precision
    }
    for (let day = 0; day < days; day++) dayGradient[day] = -(effects[day] ?? 0) / (daySd * daySd)
    for (const { x, rows } of pages) {
      const base = offset + dot(x, mean)
      let pageWeight = 0
      let pageSlope = 0
      for (const { day, count, successes } of rows) {
        const rate = sigmoid(base + (effects[day] ?? 0))
        const weight = count * rate * (1 - rate)
        const slope = successes - count * rate
        pageWeight += weight
        pageSlope += slope
        dayHessian[day] = (dayHessian[day] ?? 0) + weight
        dayGradient[day] = (dayGradient[day] ?? 0) + slope
        for (let i = 0; i < size; i++) cross[day * size + i] = (cross[day * size + i] ?? 0) + weight * (x[i] ?? 0)
      }
      addOuter(hessian, x, pageWeight, size)
      for (let i = 0; i < size; i++) gradient[i] = (gradient[i] ?? 0) + pageSlope * (x[i] ?? 0)
    }
    for (let day = 0; day < days; day++) {
      const row = cross.subarray(day * size, (day + 1) * size)
      const inverse = 1 / (dayHessian[day] ?? 1)
      addOuter(hessian, row, -inverse, size)
      const share = (dayGradient[day] ?? 0) * inverse
      for (let i = 0; i < size; i++) gradient[i] = (gradient[i] ?? 0) - share * (row[i] ?? 0)
    }
    factor = cholesky(hessian, size)
    const change = solve(factor, gradient, size)
    // A long first step may overshoot; a shorter one cannot.
    const longest = change.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    const scale = longest > 1.5 ? 1.5 / longest : 1
    for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) + scale * (change[i] ?? 0)
    let dayLongest = 0
    for (let day = 0; day < days; day++) {
      const row = cross.subarray(day * size, (day + 1) * size)
      const dayChange = scale * (((dayGradient[day] ?? 0) - dot(row, change)) / (dayHessian[day] ?? 1))
      effects[day] = (effects[day] ?? 0) + dayChange
      dayLongest = Math.max(dayLongest, Math.abs(dayChange))
    }
    if (longest < tolerance && dayLongest < tolerance) break
  }
  return { mean, factor, size }
}

function byPage(trials: readonly Trials[]) {
  const pages = new Map<Float64Array, { x: Float64Array; rows: Trials[] }>()
  for (const trial of trials) {
    const page = pages.get(trial.x) ?? { x: trial.x, rows: [] }
    page.rows.push(trial)
    pages.set(trial.x, page)
  }
  return [...pages.values()]
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** Adds weight · x · xᵀ to the lower triangle. */
function addOuter(matrix: Float64Array, x: Float64Array, weight: number, size: number): void {
  for (let i = 0; i < size; i++) {
    const scaled = weight * (x[i] ?? 0)
    if (scaled === 0) continue
    for (let j = 0; j <= i; j++) matrix[i * size + j] = (matrix[i * size + j] ?? 0) + scaled * (x[j] ?? 0)
  }
}

/** L with L·Lᵀ = matrix, from its lower triangle. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] ?? 0
      for (let k = 0; k < j; k++) sum -= (lower[i * size + k] ?? 0) * (lower[j * size + k] ?? 0)
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lower[j * size + j] ?? 1)
    }
  return lower
}

/** Solves L x = b. */
export function forward(lower: Float64Array, b: Float64Array, size: number): Float64Array {
  const y = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let sum = b[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (lower[i * size + k] ?? 0) * (y[k] ?? 0)
    y[i] = sum / (lower[i * size + i] ?? 1)
  }
  return y
}

/** Solves Lᵀ x = y. */
export function backward(lower: Float64Array, y: Float64Array, size: number): Float64Array {
  const x = Float64Array.from(y)
  for (let i = size - 1; i >= 0; i--) {
    const value = (x[i] ?? 0) / (lower[i * size + i] ?? 1)
    x[i] = value
    for (let k = 0; k < i; k++) x[k] = (x[k] ?? 0) - (lower[i * size + k] ?? 0) * value
  }
  return x
}

const solve = (lower: Float64Array, b: Float64Array, size: number) => backward(lower, forward(lower, b, size), size)

/** Where the logit of a page lies: normal with this mean and standard deviation. */
export function predict({ mean, factor, size }: Posterior, x: Float64Array): { mean: number; sd: number } {
  const scaled = forward(factor, x, size)
  return { mean: offset + dot(x, mean), sd: Math.sqrt(dot(scaled, scaled)) }
}

/** Means and the Cholesky factor of the covariance of several pages’ logits. */
export function predictJointly({ mean, factor, size }: Posterior, pages: readonly Float64Array[]) {
  const scaled = pages.map((x) => forward(factor, x, size))
  const covariance = new Float64Array(pages.length * pages.length)
  for (const [i, a] of scaled.entries())
    for (const [j, b] of scaled.entries()) covariance[i * pages.length + j] = dot(a, b)
  return { means: pages.map((x) => offset + dot(x, mean)), factor: cholesky(covariance, pages.length) }
}

/** One draw of all coefficients, with its spread narrowed by `scale`. It determines the logit of any page. */
export function drawCoefficients(
  { mean, factor, size }: Posterior,
  normal: () => number,
  scale: number,
): (x: Float64Array) => number {
  const noise = backward(factor, Float64Array.from({ length: size }, normal), size)
  const drawn = mean.map((value, i) => value + scale * (noise[i] ?? 0))
  return (x) => offset + dot(x, drawn)
}
