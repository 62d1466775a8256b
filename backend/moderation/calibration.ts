/** Points (log-odds, probability) of a rising line; beyond its ends the first and last probability apply. */
export type Curve = readonly (readonly [logit: number, probability: number])[]

/** Political and religious posts are hard in a different way than the rest, so each kind has its own curve. */
export type Calibration = { political: Curve; other: Curve }

/** Linear interpolation between the two points around the log-odds. */
export function probabilityAt(curve: Curve, logit: number): number {
  const after = curve.findIndex(([x]) => x >= logit)
  const last = curve.at(-1)
  if (last === undefined) return 1 / (1 + Math.exp(-logit))
  if (after < 0) return last[1]
  const [x2, y2] = curve[after] ?? last
  const before = curve[after - 1]
  if (before === undefined || x2 === before[0]) return y2
  return before[1] + ((y2 - before[1]) * (logit - before[0])) / (x2 - before[0])
}
