import type { EventLog, Position } from '../eventlog/event-log.ts'
import { type Lag, lagBehind } from '../eventlog/lag.ts'
import type { Standing, Stop } from './poison.ts'

export type ProjectionStatus = {
  name: string
  version: number
  position: Position | null
  lag: Lag
  stopped: Stop | null
}

/** `now` in ms since 1970. The log is read once per distinct position. */
export async function statusOf(
  log: EventLog,
  standings: readonly Standing[],
  now: number,
): Promise<ProjectionStatus[]> {
  const lags = new Map<Position | null, Promise<Lag>>()
  return Promise.all(
    standings.map(async ({ projection: { name, version }, position, stopped }) => {
      const lag = lags.get(position) ?? lagBehind(log, position, now)
      lags.set(position, lag)
      return { name, version, position, lag: await lag, stopped }
    }),
  )
}
