import { type Transferable, Worker } from 'node:worker_threads'
import { QueueFull } from './semaphore.ts'
import { threadEnvironment } from './thread-environment.ts'

/** The thread did not answer in time, or died. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

export type WorkerQueue<Task, Answer> = {
  /**
   * Rejects with QueueFull when too many wait, with WorkerFailed when there is no answer in time, and with the thread’s
   * own error. `transfer`: buffers of the task that the thread takes over instead of a copy.
   */
  ask(task: Task, transfer?: Transferable[]): Promise<Answer>
  close(): Promise<void>
}

const stopping = 'The server is stopping.'

type Reply<Answer> = 'ready' | { answer: Answer } | { failure: string }

type Outcome<Answer> = Exclude<Reply<Answer>, 'ready'> | Error

/** A task of a caller, who gets the answer; `onTimeout` is called unless it is settled within `time` ms. */
function createJob<Task, Answer>(task: Task, transfer: Transferable[]) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // A caller whose thread could not be started has been told already.
  promise.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  return {
    task,
    transfer,
    promise,
    settle(outcome: Outcome<Answer>) {
      clearTimeout(timer)
      if (outcome instanceof Error) reject(outcome)
      else if ('failure' in outcome) reject(new Error(outcome.failure))
      else resolve(outcome.answer)
    },
    limit(time: number, onTimeout: () => void) {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, time)
    },
  }
}
type Job<Task, Answer> = ReturnType<typeof createJob<Task, Answer>>

/** A thread may still fail while it ends, for example without memory; unhandled, that would end the process. */
const terminated = (worker: Worker | null): Promise<unknown> =>
  worker
    ?.removeAllListeners()
    .on('error', () => {})
    .terminate() ?? Promise.resolve()

/** Milliseconds in which a thread must be ready; a busy machine needs more than a task does. */
const startTimeout = 20_000

type Settings = {
  file: URL
  /** Tasks in line behind the running one. */
  waiting: number
  /** From the question to the answer, once the thread runs. */
  timeout: number
  idle?: number
  /** MB of objects the thread may keep; it dies beyond. */
  memory?: number
  /** MB of objects that it may have made since they were last looked through; less of it is slower. */
  youngMemory?: number
  whenFull: string
}

/**
 * One thread for work that would block the event loop: one task at a time, first come, first served. It starts with the
 * first task, is replaced when it hangs or dies, and ends after a while without tasks. `file` calls `serveTasks`. All
 * times are in milliseconds.
 */
export function createWorkerQueue<Task, Answer>({
  file,
  waiting,
  timeout,
  idle = 5 * 60_000,
  memory,
  youngMemory,
  whenFull,
}: Settings): WorkerQueue<Task, Answer> {
  const line: Job<Task, Answer>[] = []
  let running: Job<Task, Answer> | null = null
  let worker: Worker | null = null
  let isReady = false
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined

  function stop(): Promise<unknown> {
    clearTimeout(idleTimer)
    const ended = terminated(worker)
    worker = null
    isReady = false
    return ended
  }

  function start(): void {
    worker = new Worker(file, {
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMemory },
    })
    worker.unref()
    worker.on('message', (reply: Reply<Answer>) => (reply === 'ready' ? ready() : finish(reply)))
    worker.on('error', (error) => lose(new WorkerFailed(`The thread died: ${error.message}`)))
    worker.on('exit', () => lose(new WorkerFailed('The thread ended.')))
  }

  function ready(): void {
    isReady = true
    // Callers that came during the start get the full time limit from now on.
    for (const job of line) arm(job, timeout)
    next()
  }

  function finish(reply: Outcome<Answer>): void {
    const job = running
    running = null
    job?.settle(reply)
    next()
  }

  /** The thread is gone; waiting tasks get a new one. */
  function lose(error: WorkerFailed): void {
    const wasStarting = !isReady
    void stop()
    // A thread that cannot even start would be started again and again.
    if (wasStarting) for (const job of line.splice(0)) job.settle(error)
    finish(error)
  }

  function next(): void {
    clearTimeout(idleTimer)
    if (running !== null) return
    if (line.length === 0) {
      idleTimer = setTimeout(stop, idle).unref()
      return
    }
    if (worker === null) start()
    if (!isReady) return
    running = line.shift() ?? null
    if (running !== null) worker?.postMessage(running.task, running.transfer)
  }

  function arm(job: Job<Task, Answer>, time: number): void {
    job.limit(time, () => {
      const place = line.indexOf(job)
      if (place < 0) return lose(new WorkerFailed(`No answer within ${time} ms.`))
      line.splice(place, 1)
      job.settle(new WorkerFailed(`No turn within ${time} ms.`))
    })
  }

  return {
    async ask(task, transfer = []) {
      if (isClosed) throw new WorkerFailed(stopping)
      if (line.length >= waiting) throw new QueueFull(whenFull)
      const job = createJob<Task, Answer>(task, transfer)
      arm(job, isReady ? timeout : startTimeout)
      line.push(job)
      next()
      return job.promise
    },
    async close() {
      isClosed = true
      const ended = stop()
      for (const job of line.splice(0)) job.settle(new WorkerFailed(stopping))
      running?.settle(new WorkerFailed(stopping))
      running = null
      await ended
    },
  }
}
