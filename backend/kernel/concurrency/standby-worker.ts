import { parentPort } from 'node:worker_threads'
import { revived } from './carried-errors.ts'
import type { FromThread, HostFunctions, ToThread } from './running-thread.ts'

/** The worker’s side of `createStandbyThread`. */
export function workerRpc<Functions extends HostFunctions>() {
  // biome-ignore lint/suspicious/noExplicitAny: a call gets what it asked for
  const waiting = new Map<number, PromiseWithResolvers<any>>()
  let calls = 0
  const say = (message: FromThread) => parentPort?.postMessage(message)

  return {
    /** Calls a function of the process. Rejects with the error that it threw. */
    call<Name extends keyof Functions & string>(
      name: Name,
      ...args: Parameters<Functions[Name]>
    ): Promise<Awaited<ReturnType<Functions[Name]>>> {
      const id = ++calls
      const answer = Promise.withResolvers<Awaited<ReturnType<Functions[Name]>>>()
      waiting.set(id, answer)
      say({ call: id, name, args })
      return answer.promise
    },
    /** `close`: resources to release before the thread ends. */
    serve({ onWake, close }: { onWake(): void; close(): Promise<void> }): void {
      parentPort?.on('message', async (message: ToThread) => {
        if (message === 'ping') return say('alive')
        if (message === 'wake') return onWake()
        if (message === 'close') {
          await close()
          process.exit(0) // of the thread
        }
        const answer = waiting.get(message.call)
        waiting.delete(message.call)
        if ('failure' in message) answer?.reject(revived(message.failure))
        else answer?.resolve(message.answer)
      })
    },
  }
}
