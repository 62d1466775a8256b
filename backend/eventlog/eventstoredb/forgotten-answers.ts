import { EventEmitter } from 'node:events'
import type { EventStoreDBClient } from '@eventstore/db-client'

type Open = (...details: unknown[]) => () => Promise<unknown>
const isOpen = (value: unknown): value is Open => typeof value === 'function'

/**
 * Version 6.2 of the client keeps the promises of all appends in one map: when a stream of appends breaks, it rejects those
 * of the next stream too, and throws when their answers come, which would end the process. They have been retried by then,
 * so such an answer is ignored.
 */
export function ignoreForgottenAnswers(client: EventStoreDBClient): void {
  const open: unknown = Reflect.get(client, 'GRPCStreamCreator')
  if (!isOpen(open)) return
  const guarded = new WeakSet<EventEmitter>()

  function guard(stream: EventEmitter): void {
    guarded.add(stream)
    const listeners = stream.listeners('data')
    stream.removeAllListeners('data')
    for (const listener of listeners)
      stream.on('data', (answer) => {
        try {
          listener.call(stream, answer)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
        }
      })
  }

  Reflect.set(client, 'GRPCStreamCreator', (...details: unknown[]) => {
    const create = open(...details)
    return async () => {
      const stream = await create()
      if (details[1] === 'appendToStream' && stream instanceof EventEmitter && !guarded.has(stream)) guard(stream)
      return stream
    }
  })
}
