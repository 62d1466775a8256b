type Hour = { hour: number; accepted: number; clicked: number; unsubscribed: number }

const shortest = 24 // hours

/** Every hour from the first to the last one with data, at least a day; the response leaves out empty ones. */
export function everyHour(curve: readonly Hour[]): Hour[] {
  const known = new Map(curve.map((point) => [point.hour, point]))
  const count = Math.max(shortest, ...curve.map(({ hour }) => hour + 1))
  return Array.from(
    { length: count },
    (_, hour) => known.get(hour) ?? { hour, accepted: 0, clicked: 0, unsubscribed: 0 },
  )
}
