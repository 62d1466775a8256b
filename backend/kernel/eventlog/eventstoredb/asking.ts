import { LogCorrupted, LogUnavailable, rewindAdvice } from '../event-log.ts'
import { type Client, type Connection, eventStoreHint } from './connection.ts'
import { createInactivityTimeout } from './inactivity-timeout.ts'
import { isUnknownPosition, isUnready, withRetries } from './retry.ts'

/** Calls the server, again after a lost connection; rejects with a sentence that says what to do. */
export type Asking = <Answer>(
  call: (present: Client, progress: () => void) => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer>

export function createAsking(address: string, connection: Connection, onLoss: () => void): Asking {
  const withInactivityTimeout = createInactivityTimeout()
  return async (call, signal) => {
    try {
      return await withInactivityTimeout((listening) => {
        const once = async () => {
          try {
            return await connection.ask((present, touch) => {
              const progress = () => {
                touch()
                listening.touch()
              }
              return call(present, progress)
            }, signal)
          } catch (error) {
            if (isUnready(error)) listening.unready()
            throw error
          }
        }
        return withRetries(once, { listening, onLoss })
      })
    } catch (error) {
      if (isUnknownPosition(error)) throw olderCopy(error)
      const hint = eventStoreHint(error, address)
      if (hint !== null) throw new LogUnavailable(hint, { cause: error })
      throw error
    }
  }
}

export const olderCopy = (cause: unknown) =>
  new LogCorrupted(`EventStoreDB has no event where this database has read one. ${rewindAdvice}`, { cause })
