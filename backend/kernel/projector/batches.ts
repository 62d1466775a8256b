import type pg from 'pg'
import type { Lease } from '../database/lease.ts'
import type { EventLog, Position, RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { stepsOf, tablesOf } from './changes.ts'
import {
  isStale,
  moveCheckpoints,
  readCheckpoints,
  StaleCheckpoint,
  standingsOf,
  stopCheckpoint,
} from './checkpoints.ts'
import { declaredIn } from './derived-version.ts'
import { isolating, type Standing, type Stop } from './poison.ts'
import type { AnyProjection } from './projection.ts'
import { liveSchema } from './schema.ts'
import { noSkips, type ReadSkips } from './skips.ts'
import { createBundle } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

export const projectorLease = 'projector'
const batchSize = 1000 // events

/** `decode` of the codec; throws LogCorrupted. */
export type Decode = (recorded: readonly RecordedEvent[]) => Promise<Recorded[]>

/** The position of each projection, and the work of advancing them by one batch. */
export type Batches = {
  /** False until `load` has read the positions. */
  readonly isLoaded: boolean
  readonly standings: readonly Standing[]
  /** Reads the positions from the database; false when another version of the application has taken over. */
  load(): Promise<boolean>
  /**
   * Processes one batch for each group of projections at the same position, starting with the furthest ahead. `isMore`:
   * the log may hold more events.
   */
  next(): Promise<{ handled: number; isMore: boolean }>
}

/**
 * Rows and checkpoints of a batch are one transaction under the lease; `onStop` is called for poison events, `onMoved`
 * for progress.
 */
export function createBatches({
  log,
  decode,
  pool,
  lease,
  projections,
  readSkips = noSkips,
  onStop,
  onMoved,
}: {
  log: EventLog
  decode: Decode
  pool: pg.Pool
  lease: Lease
  projections: readonly AnyProjection[]
  readSkips?: ReadSkips | undefined
  onStop: (projection: string, stop: Stop) => void
  onMoved: () => void
}): Batches {
  const tables = tablesOf(projections)
  const writeRows = createRowWriter(liveSchema, tables)
  let isLoaded = false
  let standings: Standing[] = []

  /** The version of the tables that this process found first, by projection. */
  const found = new Map<string, number>()

  /** By a release with newer handlers, or one with other tables that has rebuilt them since. */
  function isTakenOver({ name, version }: AnyProjection, stored = 0): boolean {
    const first = found.get(name) ?? stored
    found.set(name, first)
    return declaredIn(stored) > declaredIn(version) || (stored !== version && stored !== first)
  }

  async function write(group: readonly Standing[], events: readonly Recorded[]): Promise<void> {
    const last = events.at(-1)
    if (!last) return
    const steps = stepsOf(tables, group, events)
    try {
      await lease.unit(async (client, begin, fencingCheck) => {
        const bundle = createBundle(client, begin)
        await writeRows(client, steps, bundle)
        return moveCheckpoints(bundle, group, last.position, fencingCheck)
      })
    } catch (error) {
      throw isStale(error) ? new StaleCheckpoint() : error
    }
    for (const standing of group) standing.position = last.position
    onMoved()
  }

  async function stop(standing: Standing, stopped: Stop): Promise<void> {
    await lease.transaction((client) => stopCheckpoint(client, standing, stopped))
    standing.stopped = stopped
    onStop(standing.projection.name, stopped)
    onMoved()
  }

  return {
    get isLoaded() {
      return isLoaded
    },
    get standings() {
      return standings
    },
    async load() {
      const checkpoints = await readCheckpoints(pool)
      // Loaded after the stops: a projection that continues because an event is skipped must know which one.
      const skips = await readSkips()
      log.forgetRecent()
      standings = standingsOf(projections, checkpoints, skips)
      isLoaded = true
      return !projections.some((projection) => isTakenOver(projection, checkpoints.get(projection.name)?.version))
    },
    async next() {
      const healthy = standings.filter(({ stopped }) => !stopped)
      const groups = [...Map.groupBy(healthy, ({ position }) => position)].sort(([a], [b]) => order(log, b, a))
      let handled = 0
      let isMore = false
      let ahead: Position | null = null
      for (const [position, group] of groups) {
        const recorded = await log.readNew(position, batchSize)
        // Projections that are behind stop at the position of the others, and continue together with them.
        const limit: Position | null = ahead
        const due: RecordedEvent[] =
          limit === null ? recorded : recorded.filter((event) => log.compare(event.position, limit) <= 0)
        ahead = due.at(-1)?.position ?? position
        // A batch that is not full reached the end: the next append raises the signal, and other processes are polled.
        if (recorded.length === batchSize || (due.length > 0 && groups.length > 1)) isMore = true
        if (due.length > 0) await isolating(group, await decode(due), write, stop)
        handled += due.length
      }
      return { handled, isMore }
    },
  }
}

/** Null is before the first event. */
function order(log: EventLog, a: Position | null, b: Position | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return log.compare(a, b)
}
