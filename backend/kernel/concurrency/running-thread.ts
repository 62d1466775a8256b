import { Worker } from 'node:worker_threads'
import { type CarriedError, carried } from './carried-errors.ts'

/** The functions that the thread may call in the process: arguments and results are copied. */
export type HostFunctions = { [name: string]: (...args: never[]) => unknown }

export type ToThread =
  | 'ping'
  | 'wake'
  | 'close'
  | ({ call: number } & ({ answer: unknown } | { failure: CarriedError }))
export type FromThread = 'alive' | { call: number; name: string; args: unknown[] }

export type RunningThread = ReturnType<typeof startThread>

/** Starts a thread that uses `workerRpc`, with the functions of `host` that it may call. */
export function startThread(file: URL, workerData: unknown, host: HostFunctions) {
  // Includes the environment, because clients of servers read some of it (PGSSLROOTCERT and others).
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
  worker.unref()
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  let unanswered = 0
  let reason: unknown = null
  const say = (message: ToThread) => worker.postMessage(message)

  async function answer({ call, name, args }: Exclude<FromThread, 'alive'>): Promise<void> {
    try {
      if (!Object.hasOwn(host, name)) throw new Error(`The thread may not call ${name}.`)
      say({ call, answer: await Reflect.apply(host[name] ?? (() => {}), undefined, args) })
    } catch (error) {
      say({ call, failure: carried(error) })
    }
  }

  worker.on('message', (message: FromThread) => {
    unanswered = 0
    if (message !== 'alive') void answer(message)
  })
  worker.on('error', (error) => {
    reason = error
  })
  worker.on('exit', () => resolve(reason ?? new Error('The thread ended.')))

  return {
    since: performance.now(),
    /** Resolves with the reason. */
    ended,
    say,
    /** Asks whether it still answers; terminates it when it left more than `max` questions unanswered. */
    ping(max: number): void {
      // Counts checks, not seconds, because this process may have been frozen as well.
      if (unanswered++ < max) say('ping')
      else {
        reason ??= new Error('The thread did not answer any more.')
        void worker.terminate()
      }
    },
    /** Ends in order: work in progress is completed or returned. Terminated when that takes more than `timeout` ms. */
    async end(timeout: number): Promise<void> {
      say('close')
      const timer = setTimeout(() => worker.terminate(), timeout)
      await ended
      clearTimeout(timer)
    },
  }
}
