/** The 256 values that a stored weight can have: close together near 0, where most weights are. */
export function levelsOf(largest: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, code) => Math.sign(code - 128) * ((code - 128) / 127) ** 2 * largest)
}

/** The code of the nearest value: the inverse of `levelsOf`. */
export function codeOf(weight: number, largest: number): number {
  const part = Math.sqrt(Math.min(1, Math.abs(weight) / largest)) * 127
  return 128 + Math.sign(weight) * Math.round(part)
}

export const largestOf = (weights: Float32Array): number =>
  weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6)
