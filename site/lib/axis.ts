/** Readable tops of an axis; the half of each is whole. */
const small = [2, 4, 6, 8]
const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The top of an axis that starts at 0: the first readable number at or above the largest value. */
export function axisTop(values: readonly number[]): number {
  const max = Math.max(0, ...values)
  const low = small.find((top) => top >= max)
  if (low !== undefined) return low
  const power = 10 ** Math.floor(Math.log10(max))
  return Math.round((steps.find((step) => step * power >= max) ?? 10) * power)
}

export type Point = { x: number; y: number }

/**
 * The points of values in a plot of 100 × 100 whose y grows downward, from the first at the left to the last at the
 * right.
 */
export const plotPoints = (values: readonly number[], top: number, bottom = 0): Point[] =>
  values.map((value, place) => ({
    x: placeOf(place, values.length),
    y: top === bottom ? 50 : 100 - (100 * (value - bottom)) / (top - bottom),
  }))

/** Horizontal place of the nth of several days, 0 to 100. */
export const placeOf = (place: number, count: number): number => (count < 2 ? 50 : (100 * place) / (count - 1))

/** The day that is closest to a point between the left edge (0) and the right edge (1). */
export const nearestDay = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))
