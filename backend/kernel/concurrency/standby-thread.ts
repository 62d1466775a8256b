import { type Backoff, pauseAfter } from './backoff.ts'
import { type HostFunctions, type RunningThread, startThread } from './running-thread.ts'
import { createSignal } from './signal.ts'

export type StandbySettings = {
  /** ms between checks whether it is needed, and whether it still answers. */
  every: number
  /** ms that it stays after it is no longer needed. */
  linger: number
  /** Number of checks that it may leave unanswered. */
  maxUnanswered: number
  /** Pause before a thread that died is replaced. */
  restarts: Backoff
  /** ms that it gets for ending. */
  closeTimeout: number
}

export type StandbyThread = {
  start(): void
  /** A change may have made it necessary: checks the need, and forwards the hint. */
  wake(): void
  /** State of the thread now, and how many have died. */
  status(): { isRunning: boolean; deaths: number }
  close(): Promise<void>
}

/**
 * A thread for intermittent work: it runs while `isNeeded` says so, ends a while later, and is replaced when it dies or
 * no longer answers. Callers in this process do not wait for it. `file` uses `workerRpc`.
 */
export function createStandbyThread({
  file,
  workerData,
  host,
  isNeeded,
  onProblem,
  onDeath,
  settings: { every, linger, maxUnanswered, restarts, closeTimeout },
}: {
  file: URL
  /** The thread’s settings, copied when it starts. */
  workerData(): unknown
  host: HostFunctions
  isNeeded(): Promise<boolean>
  /** The need is unknown, or the settings cannot be read. */
  onProblem(error: unknown): void
  /** `pause`: ms until it is replaced. */
  onDeath(error: unknown, pause: number): void
  settings: StandbySettings
}): StandbyThread {
  const closing = new AbortController()
  const changed = createSignal(closing.signal)
  let running: RunningThread | null = null
  let neededAt = Number.NEGATIVE_INFINITY
  let pingedAt = Number.NEGATIVE_INFINITY
  let deaths = 0
  let deathsInARow = 0
  let startAt = Number.NEGATIVE_INFINITY
  let watching: Promise<void> = Promise.resolve()

  function run(): void {
    const own = startThread(file, workerData(), host)
    void own.ended.then((reason) => {
      if (running === own) died(own, reason)
    })
    running = own
  }

  function died({ since }: RunningThread, reason: unknown): void {
    running = null
    deaths++
    deathsInARow = performance.now() - since > restarts.max ? 1 : deathsInARow + 1
    const pause = pauseAfter(deathsInARow - 1, restarts)
    startAt = performance.now() + pause
    onDeath(reason, pause)
  }

  async function end(): Promise<void> {
    const own = running
    running = null
    await own?.end(closeTimeout)
  }

  function ping(now: number): void {
    if (!running || now - pingedAt < every) return
    pingedAt = now
    running.ping(maxUnanswered)
  }

  async function look(): Promise<void> {
    const now = performance.now()
    const needed = await isNeeded().catch((error: unknown) => {
      onProblem(error)
      return running !== null
    })
    if (needed) neededAt = now
    if (needed && !running && now >= startAt && !closing.signal.aborted) run()
    if (running && now - neededAt > linger) await end()
    ping(now)
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch(onProblem)
      const untilStart = startAt - performance.now()
      await changed.wait(running || untilStart <= 0 ? every : Math.min(every, untilStart))
    }
  }

  return {
    start() {
      watching = watch()
    },
    wake() {
      changed.raise()
      running?.say('wake')
    },
    status: () => ({ isRunning: running !== null, deaths }),
    async close() {
      closing.abort()
      await watching
      await end()
      changed.stop()
    },
  }
}
