import { Worker } from 'node:worker_threads'
import { type Backoff, pauseAfter } from './backoff.ts'
import { type CarriedError, carried } from './carried-errors.ts'
import { createSignal } from './signal.ts'

/** The functions that the thread may call in the process: arguments and results are copied. */
export type HostFunctions = { [name: string]: (...args: never[]) => unknown }

export type ToThread =
  | 'ping'
  | 'wake'
  | 'close'
  | ({ call: number } & ({ answer: unknown } | { failure: CarriedError }))
export type FromThread = 'alive' | { call: number; name: string; args: unknown[] }

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

type Running = { worker: Worker; since: number; unanswered: number; reason: unknown; ended: Promise<void> }

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
  let running: Running | null = null
  let neededAt = Number.NEGATIVE_INFINITY
  let pingedAt = Number.NEGATIVE_INFINITY
  let deaths = 0
  let deathsInARow = 0
  let startAt = Number.NEGATIVE_INFINITY
  let watching: Promise<void> = Promise.resolve()

  function run(): void {
    // Includes the environment, because clients of servers read some of it (PGSSLROOTCERT and others).
    const worker = new Worker(file, { workerData: workerData(), resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.unref()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const own: Running = { worker, since: performance.now(), unanswered: 0, reason: null, ended }
    worker.on('message', (message: FromThread) => {
      own.unanswered = 0
      if (message !== 'alive') void answer(worker, message)
    })
    worker.on('error', (error) => {
      own.reason = error
    })
    worker.on('exit', () => {
      if (running === own) died(own)
      resolve()
    })
    running = own
  }

  function died({ since, reason }: Running): void {
    running = null
    deaths++
    deathsInARow = performance.now() - since > restarts.max ? 1 : deathsInARow + 1
    const pause = pauseAfter(deathsInARow - 1, restarts)
    startAt = performance.now() + pause
    onDeath(reason ?? new Error('The thread ended.'), pause)
  }

  async function answer(worker: Worker, { call, name, args }: Exclude<FromThread, 'alive'>): Promise<void> {
    const say = (message: ToThread) => worker.postMessage(message)
    try {
      if (!Object.hasOwn(host, name)) throw new Error(`The thread may not call ${name}.`)
      say({ call, answer: await Reflect.apply(host[name] ?? (() => {}), undefined, args) })
    } catch (error) {
      say({ call, failure: carried(error) })
    }
  }

  /** Ends in order: work in progress is completed or returned. Terminated when that takes too long. */
  async function end(): Promise<void> {
    const own = running
    running = null
    if (!own) return
    own.worker.postMessage('close' satisfies ToThread)
    const timer = setTimeout(() => own.worker.terminate(), closeTimeout)
    await own.ended
    clearTimeout(timer)
  }

  function ping(now: number): void {
    if (!running || now - pingedAt < every) return
    pingedAt = now
    // Counts checks, not seconds, because this process may have been frozen as well.
    if (running.unanswered++ < maxUnanswered) running.worker.postMessage('ping' satisfies ToThread)
    else {
      running.reason ??= new Error('The thread did not answer any more.')
      void running.worker.terminate()
    }
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
      running?.worker.postMessage('wake' satisfies ToThread)
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
