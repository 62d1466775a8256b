/**
 * `exp` and `ln` from additions, multiplications and divisions alone. IEEE 754 defines those to the bit on every
 * machine, while the last digit of Math.exp and Math.log depends on the engine. A score that is recomputed from the log
 * must be equal. Errors stay below 2 units in the last place.
 */
// ln 2 in two parts: the first has so few digits that multiplying it by a whole number is exact.
const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10

export function exp(x: number): number {
  if (x > 709) return Number.MAX_VALUE
  if (x < -708) return 0
  const doublings = Math.round(x * Math.LOG2E)
  const rest = x - doublings * ln2High - doublings * ln2Low
  let sum = 1
  for (let term = 14; term >= 1; term--) sum = 1 + (rest / term) * sum
  return sum * powerOfTwo(doublings)
}

/** The natural logarithm of a positive number. */
export function ln(x: number): number {
  if (!(x > 0)) return Number.NEGATIVE_INFINITY
  let doublings = 0
  let rest = x
  for (; rest > 1.5; doublings++) rest /= 2
  for (; rest < 0.75; doublings--) rest *= 2
  const ratio = (rest - 1) / (rest + 1)
  const square = ratio * ratio
  let sum = 0
  for (let power = 41; power >= 1; power -= 2) sum = 1 / power + square * sum
  return doublings * ln2High + (2 * ratio * sum + doublings * ln2Low)
}

/** Multiplying by a power of two is exact. */
function powerOfTwo(exponent: number): number {
  let result = 1
  const factor = exponent < 0 ? 0.5 : 2
  for (let step = Math.abs(exponent); step > 0; step--) result *= factor
  return result
}

export const sigmoid = (x: number): number => 1 / (1 + exp(-x))

/** Standard normal numbers from uniform ones (Marsaglia’s polar method). */
export function normalsFrom(random: () => number): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const kept = spare
      spare = null
      return kept
    }
    for (;;) {
      const x = 2 * random() - 1
      const y = 2 * random() - 1
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((-2 * ln(square)) / square)
      spare = y * factor
      return x * factor
    }
  }
}

/** P(Z ≤ z) of a standard normal number; absolute error below 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    0.3989422804014327 *
    exp((-z * z) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

/** P(X > x) of a chi-square number, by the series of the incomplete gamma function. */
export function chiSquareAbove(x: number, degrees: number): number {
  if (x <= 0) return 1
  if (degrees > 100) return normalBelow(-wilsonHilferty(x, degrees))
  const half = degrees / 2
  const at = x / 2
  // Γ(degrees / 2 + 1), from Γ(1) or Γ(1/2).
  let gamma = degrees % 2 === 0 ? 1 : 1.7724538509055159
  for (let n = degrees % 2 === 0 ? 1 : 0.5; n <= half; n++) gamma *= n
  let term = 1
  let sum = 1
  for (let n = 1; n < 1000 && term > sum * 1e-15; n++) {
    term *= at / (half + n)
    sum += term
  }
  const below = exp(half * ln(at) - at) * (sum / gamma)
  return Math.max(0, 1 - below)
}

/** The standard normal deviate of a chi-square value (Wilson and Hilferty, 1931); with 100 degrees its p is right to 1 %. */
function wilsonHilferty(x: number, degrees: number): number {
  const variance = 2 / (9 * degrees)
  return (exp(ln(x / degrees) / 3) - (1 - variance)) / Math.sqrt(variance)
}
