import type pg from 'pg'
import { pauseAfter } from '../concurrency/backoff.ts'
import { createSignal } from '../concurrency/signal.ts'
import { connectionWith } from '../database/connect.ts'
import { createLease, LeaseLost } from '../database/lease.ts'
import { listenTo } from '../database/listener.ts'
import { type EventLog, LogCorrupted, type Position } from '../eventlog/event-log.ts'
import type { AnyProjection } from '../projections/changes.ts'
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
import { keyLookups } from './sql.ts'
import { type ProjectionStatus, statusOf } from './status.ts'

const pollEvery = 200 // ms
const backoff = { first: 100, max: 5000 } // ms

export type Logger = { info(fields: object, message: string): void; error(fields: object, message: string): void }
const silent: Logger = { info() {}, error() {} }

/** `superseded`: a newer version of the application has taken over. `halted`: the log is damaged. */
export type ProjectorRole = 'active' | 'standby' | 'superseded' | 'halted' | 'closed'

/** `alarm`: why it halted; null otherwise. */
export type ProjectorStatus = { role: ProjectorRole; alarm: string | null; projections: ProjectionStatus[] }

export type Projector = {
  readonly role: ProjectorRole
  readonly projections: readonly AnyProjection[]
  /** Events handled by this process since it started. */
  readonly processed: number
  start(): void
  /** From this process's memory: whether every projection that is not stopped has handled the event. */
  hasPassed(position: Position): boolean
  /** A hint that checkpoints have moved, here or in another process. Returns an unsubscribe. */
  onMoved(listener: () => void): () => void
  /** Reads the database unless this process is the active one. */
  status(): Promise<ProjectorStatus>
  /** Finishes the batch in hand and hands over to the next process. */
  close(): Promise<void>
}

/**
 * Keeps the live tables up to the log: one active process per database, rows and checkpoints in one transaction.
 * Expects the tables of `bringUpToDate`. `onPoison` hears of each projection that stops. `lasts` is the lease's, in ms.
 */
export function createProjector({
  log,
  decode,
  pool,
  projections,
  onPoison = () => {},
  logger = silent,
  lasts = 5000,
  now = Date.now,
}: {
  log: EventLog
  decode: Decode
  pool: pg.Pool
  projections: readonly AnyProjection[]
  onPoison?: (projection: string, stop: Stop) => void
  logger?: Logger
  lasts?: number
  now?: () => number
}): Projector {
  // A crash of Postgres may forget the last transactions, rows and checkpoints alike: they are then done again.
  const own = connectionWith(pool, { synchronous_commit: 'off', ...keyLookups })
  const lease = createLease({ pool: own, name: projectorLease, lasts })
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  const listeners = new Set<() => void>()
  let role: ProjectorRole = 'standby'
  let alarm: string | null = null
  let processed = 0
  let hints: { stop(): Promise<void> } | null = null
  let running: Promise<void> | null = null

  const tellMoved = () => {
    for (const listener of listeners) listener()
  }
  const batches = createBatches({
    log,
    decode,
    pool,
    lease,
    projections,
    onMoved: tellMoved,
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
    else hints = listenTo(movedChannel, pool.options, tellMoved)
    tellMoved()
  }

  /** False when this process is not, or no longer, the one to go on. */
  async function reload(): Promise<boolean> {
    if (await batches.load()) return true
    await lease.release()
    await become('superseded')
    return false
  }

  async function takeOver(): Promise<boolean> {
    if (!(await lease.acquire())) return false
    await lease.transaction(retryStopped)
    if (!(await reload())) return false
    await become('active')
    return true
  }

  /** True when there may be more to do at once. */
  async function step(isDoubtful: boolean): Promise<boolean> {
    if (role === 'superseded') return false
    if (lease.epoch === null) return takeOver()
    // Whoever rebuilds moves the checkpoints too, so they are read again now and then.
    if (((await lease.renew()) || isDoubtful) && !(await reload())) return false
    const { handled, isMore } = await batches.next()
    processed += handled
    return isMore
  }

  /** What to do about an error, and how many ms to wait. */
  async function recover(error: unknown, failures: number): Promise<number> {
    if (error instanceof LogCorrupted) {
      alarm = error.message
      logger.error({ err: error }, `ALARM: the event log is damaged, and nothing is projected. ${error.message}`)
      await lease.release().catch(() => {})
      await become('halted')
      return 0
    }
    if (error instanceof StaleCheckpoint) return 0
    if (error instanceof LeaseLost) {
      await become('standby')
      return pollEvery
    }
    const wait = pauseAfter(failures, backoff)
    logger.error({ err: error, retryIn: wait }, 'The projector could not go on; it tries again.')
    return wait
  }

  async function run(): Promise<void> {
    const unsubscribe = log.onAppend(wakeSignal.raise)
    await become('standby')
    let failures = 0
    while (!closing.signal.aborted && role !== 'halted') {
      try {
        // After a failure only the database knows how far we came.
        const isMore = await step(failures > 0)
        failures = 0
        if (!isMore) await wakeSignal.wait(pollEvery)
      } catch (error) {
        const wait = await recover(error, failures++)
        if (wait > 0) await pause(wait)
      }
    }
    unsubscribe()
    await lease.release().catch(() => {})
    wakeSignal.stop()
  }

  /** New events do not cut this pause short: a database that is down is not asked again at each append. */
  async function pause(ms: number): Promise<void> {
    const alone = createSignal(closing.signal)
    await alone.wait(ms)
    alone.stop()
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
    async status() {
      const stored = () =>
        readCheckpoints(pool).then(
          (checkpoints) => standingsOf(projections, checkpoints),
          () => batches.standings,
        )
      const standings = role === 'active' ? batches.standings : await stored()
      return { role, alarm, projections: await statusOf(log, standings, now()) }
    },
    async close() {
      closing.abort()
      await running
      if (!own.ending) await own.end()
      await become('closed')
    },
  }
}
