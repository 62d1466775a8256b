import type pg from 'pg'
import { createSignal } from '../concurrency/signal.ts'
import { createNotifier } from '../database/notifier.ts'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import { haveAllPassed, readCheckpoints, standingsOf, wantedChannel } from './checkpoints.ts'
import type { Projector } from './projector.ts'

const pollInterval = 50 // ms, while waiting for another process's projector

type Waiter = { position: Position; settle(isVisible: boolean): void }

export type ReadYourWrites = {
  /**
   * True when the read model shows the event at `position` (every projection that is not stopped); waits at most
   * `timeoutMs`.
   */
  waitFor(position: Position, options?: { timeoutMs?: number }): Promise<boolean>
  /**
   * True when this projection shows every event that the log holds now; waits at most `timeoutMs`. One that is stopped, or
   * has no tables yet, never does.
   */
  isUpToDate(projection: string, options?: { timeoutMs?: number }): Promise<boolean>
  /** Resolves all pending waits with false. */
  close(): void
}

/**
 * Waits in memory while the projector of this process is the active one. Otherwise all waiters share one query at a
 * time: immediately, at each hint that checkpoints moved, and every 50 ms. Each poll also notifies the active process.
 */
export function createReadYourWrites({
  pool,
  log,
  projector,
}: {
  pool: pg.Pool
  log: EventLog
  projector: Projector
}): ReadYourWrites {
  // Not a Set: after many changes V8 keeps what was in it until a full collection (decisions/0054).
  const waiters: Waiter[] = []
  const notifyActive = createNotifier(pool, wantedChannel)
  const closing = new AbortController()
  const wakeSignal = createSignal(closing.signal)
  let isPolling = false

  function settle(isVisible: (position: Position) => boolean): void {
    for (const waiter of waiters.slice()) if (isVisible(waiter.position)) waiter.settle(true)
  }

  /** Runs while there are waiters and the active projector is elsewhere. */
  async function poll(): Promise<void> {
    if (isPolling) return wakeSignal.raise()
    isPolling = true
    while (waiters.length > 0 && projector.role !== 'active' && !closing.signal.aborted) {
      try {
        const standings = standingsOf(projector.projections, await readCheckpoints(pool))
        settle((position) => haveAllPassed(log, standings, position))
        if (waiters.length > 0) notifyActive()
      } catch {
        // The database is down: the waiters run into their timeout.
      }
      if (waiters.length > 0) await wakeSignal.wait(pollInterval)
    }
    isPolling = false
    if (projector.role === 'active') settle(projector.hasPassed)
  }

  function check(): void {
    if (waiters.length === 0) return
    if (projector.role === 'active') settle(projector.hasPassed)
    else void poll()
  }
  const unsubscribe = projector.onMoved(check)

  function waitFor(position: Position, { timeoutMs = 1000 }: { timeoutMs?: number } = {}): Promise<boolean> {
    if (projector.role === 'active' && projector.hasPassed(position)) return Promise.resolve(true)
    if (closing.signal.aborted) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => waiter.settle(false), timeoutMs)
    const waiter: Waiter = {
      position,
      settle(isVisible) {
        clearTimeout(timer)
        const place = waiters.indexOf(waiter)
        if (place >= 0) waiters.splice(place, 1)
        resolve(isVisible)
      },
    }
    waiters.push(waiter)
    if (projector.role !== 'active') void poll()
    return promise
  }

  return {
    waitFor,
    async isUpToDate(name, options) {
      const head = await log.head()
      if (head === null) return true
      const own = projector.projections.filter((projection) => projection.name === name)
      const isThere = async () => {
        const [standing] = standingsOf(own, await readCheckpoints(pool))
        return standing !== undefined && standing.stopped === null && haveAllPassed(log, [standing], head)
      }
      if (await isThere()) return true
      await waitFor(head, options)
      return isThere()
    },
    close() {
      closing.abort()
      unsubscribe()
      wakeSignal.stop()
      for (const waiter of waiters.slice()) waiter.settle(false)
    },
  }
}
