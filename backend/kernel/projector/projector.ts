import type pg from 'pg'
import { pauseAfter } from '../concurrency/backoff.ts'
import { createSignal } from '../concurrency/signal.ts'
import { connectionWith } from '../database/connect.ts'
import { keyLookups } from '../database/key-lookups.ts'
import { createLease, LeaseLost } from '../database/lease.ts'
import { listenTo } from '../database/listener.ts'
import { type EventLog, LogCorrupted, NewerEvent, type Position } from '../eventlog/event-log.ts'
import type { ReadEnd } from '../eventlog/lag.ts'
import { createBatches, type Decode, projectorLease } from './batches.ts'
import {
  haveAllPassed,
  movedChannel,
  readCheckpoints,
  retryStopped,
  StaleCheckpoint,
  standingsOf,
  wantedChannel,
} from './checkpoints.ts'
import type { Stop } from './poison.ts'
import type { AnyProjection } from './projection.ts'
import type { ReadSkips } from './skips.ts'
import { type ProjectionStatus, statusOf } from './status.ts'

const pollInterval = 200 // ms
const backoff = { first: 100, max: 5000 } // ms

export type Logger = { info(fields: object, message: string): void; error(fields: object, message: string): void }
const silent: Logger = { info() {}, error() {} }

/** `superseded`: a newer version of the application has written to the log or taken over. `halted`: the log is damaged. */
export type ProjectorRole = 'active' | 'standby' | 'superseded' | 'halted' | 'closed'

/** `alarm`: why it halted, or which event only a newer version knows; otherwise null. */
export type ProjectorStatus = { role: ProjectorRole; alarm: string | null; projections: ProjectionStatus[] }

export type Projector = {
  readonly role: ProjectorRole
  readonly projections: readonly AnyProjection[]
  /** Events handled by this process since it started. */
  readonly processed: number
  start(): void
  /** From the memory of this process: whether every projection that is not stopped has handled the event. */
  hasPassed(position: Position): boolean
  /** A hint that checkpoints have moved, here or in another process. Returns an unsubscribe function. */
  onMoved(listener: () => void): () => void
  /** Reads the database unless this is the active process. `readEnd`: of the log, if the caller has read it already. */
  status(readEnd?: ReadEnd): Promise<ProjectorStatus>
  /** Finishes the current batch and hands over to the next process. */
  close(): Promise<void>
}

/**
 * Keeps the live tables in step with the log: one active process per database, rows and checkpoints in one transaction.
 * Expects the tables of `bringUpToDate`. `onPoison` is called for each projection that stops. `leaseDuration` is the duration
 * of the lease in ms.
 */
export function createProjector({
  log,
  decode,
  pool,
  projections,
  readSkips,
  onPoison = () => {},
  logger = silent,
  leaseDuration = 5000,
  now = Date.now,
}: {
  log: EventLog
  decode: Decode
  pool: pg.Pool
  projections: readonly AnyProjection[]
  readSkips?: ReadSkips
  onPoison?: (projection: string, stop: Stop) => void
  logger?: Logger
  leaseDuration?: number
  now?: () => number
}): Projector {
  // If Postgres crashes it may lose the last transactions, rows and checkpoints alike; they are then repeated. Plans
  // that find rows by key are valid for a table of any size; replanning took a fifth of the time of a small batch.
  const own = connectionWith(pool, {
    synchronous_commit: 'off',
    ...keyLookups,
    plan_cache_mode: 'force_generic_plan',
    // kB. A search index sorts its newest rows in once they take this much: with the default of 4 MB, one batch in a
    // hundred took a third of a second longer, and every command waited for it.
    gin_pending_list_limit: '256',
  })
  const lease = createLease({ pool: own, name: projectorLease, leaseDuration })
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  const listeners = new Set<() => void>()
  /** A rebuild moves the checkpoints too, so they are reread now and then, also while there is nothing to do. */
  const rereadEvery = leaseDuration
  let readAt = 0
  let role: ProjectorRole = 'standby'
  let alarm: string | null = null
  let processed = 0
  let hints: { stop(): Promise<void> } | null = null
  let running: Promise<void> | null = null

  const notifyMoved = () => {
    for (const listener of listeners) listener()
  }
  const batches = createBatches({
    log,
    decode,
    pool,
    lease,
    projections,
    readSkips,
    onMoved: notifyMoved,
    onStop(projection, stop) {
      logger.error({ projection, ...stop }, stop.reason)
      onPoison(projection, stop)
    },
  })

  async function become(next: ProjectorRole): Promise<void> {
    if (next === role && hints) return
    logger.info({ role: next }, `The projector is ${next}.`)
    role = next
    await hints?.stop()
    if (next === 'halted' || next === 'closed') hints = null
    else if (next === 'active') hints = listenTo(wantedChannel, pool.options, wakeSignal.raise)
    else hints = listenTo(movedChannel, pool.options, notifyMoved)
    notifyMoved()
  }

  /** False when this process may not, or no longer, continue. */
  async function reload(): Promise<boolean> {
    readAt = performance.now()
    if (await batches.load()) return true
    await lease.release()
    await become('superseded')
    return false
  }

  async function takeOver(): Promise<boolean> {
    // A process that waits has to know which tables it began with.
    if (!batches.isLoaded && !(await reload())) return false
    if (!(await lease.acquire())) {
      await become('standby')
      return false
    }
    await lease.transaction((client) => retryStopped(client))
    if (!(await reload())) return false
    await become('active')
    return true
  }

  /** True when there may be more to do right away. */
  async function step(hasFailed: boolean): Promise<boolean> {
    if (role === 'superseded') return false
    if (lease.epoch === null) return takeOver()
    await lease.renew()
    const isDue = hasFailed || performance.now() - readAt >= rereadEvery
    if (isDue && !(await reload())) return false
    const { handled, isMore } = await batches.next()
    processed += handled
    return isMore
  }

  /** Decides what to do about an error and returns how many ms to wait. */
  async function recover(error: unknown, failures: number): Promise<number> {
    if (error instanceof LogCorrupted) {
      alarm = error.message
      logger.error({ err: error }, `ALARM: the event log is damaged and projection has stopped. ${error.message}`)
      await lease.release().catch(() => {})
      await become('halted')
      return 0
    }
    if (error instanceof NewerEvent) {
      // The process that has written it goes on from here.
      alarm = error.message
      logger.error({ err: error }, error.message)
      await lease.release()
      await become('superseded')
      return 0
    }
    if (error instanceof StaleCheckpoint) return 0
    if (error instanceof LeaseLost) {
      await become('standby')
      return pollInterval
    }
    const wait = pauseAfter(failures, backoff)
    logger.error({ err: error, retryIn: wait }, 'The projector failed and will retry.')
    return wait
  }

  async function run(): Promise<void> {
    const unsubscribe = log.onAppend(wakeSignal.raise)
    let failures = 0
    while (!closing.signal.aborted && role !== 'halted') {
      try {
        // After a failure only the database knows our position.
        const isMore = await step(failures > 0)
        failures = 0
        if (!isMore) await wakeSignal.wait(pollInterval)
      } catch (error) {
        const wait = await recover(error, failures++)
        if (wait > 0) await pause(wait)
      }
    }
    unsubscribe()
    await lease.release().catch(() => {})
    wakeSignal.stop()
  }

  /** Unlike the signal, not cut short by new events: a database that is down is not queried on every append. */
  async function pause(ms: number): Promise<void> {
    const timer = createSignal(closing.signal)
    await timer.wait(ms)
    timer.stop()
  }

  return {
    get role() {
      return role
    },
    get processed() {
      return processed
    },
    projections,
    start() {
      running ??= run()
    },
    hasPassed: (position) => batches.isLoaded && haveAllPassed(log, batches.standings, position),
    onMoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async status(readEnd = log.head) {
      const stored = () =>
        readCheckpoints(pool).then(
          (checkpoints) => standingsOf(projections, checkpoints),
          () => batches.standings,
        )
      const standings = role === 'active' ? batches.standings : await stored()
      return { role, alarm, projections: await statusOf(log, readEnd, standings, now()) }
    },
    async close() {
      closing.abort()
      await running
      if (!own.ending) await own.end()
      await become('closed')
    },
  }
}
