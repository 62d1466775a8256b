import type { EventLog, Position } from '../eventlog/event-log.ts'
import { type Lag, lagsBehind, type ReadEnd } from '../eventlog/lag.ts'
import type { Standing, Stop } from './poison.ts'

export type ProjectionStatus = {
  name: string
  version: number
  position: Position | null
  lag: Lag
  stopped: Stop | null
}

/** `now` in ms since 1970. */
export async function statusOf(
  log: EventLog,
  readEnd: ReadEnd,
  standings: readonly Standing[],
  now: number,
): Promise<ProjectionStatus[]> {
  const lags = await lagsBehind(
    log,
    readEnd,
    standings.map(({ position }) => position),
    now,
  )
  return standings.map(({ projection: { name, version }, position, stopped }, index) => {
    return { name, version, position, lag: lags[index] ?? { events: null, seconds: null }, stopped }
  })
}
