import { setTimeout as delay } from 'node:timers/promises'
import { LogUnavailable } from '../event-log.ts'

export const reconnectAfter = 250 // ms
/** Longer than the keep-alive of the connection, so that the retry finds the next leader. */
const silenceLimit = 4500 // ms
/** An election takes a moment; where nobody listens, somebody has to act. */
const maxAttempts = { election: 10, away: 2 }

/** Repeats after a lost connection or a change of leader; the pause lets the client drop the broken channel. */
export async function withRetries<Answer>(call: () => Promise<Answer>, onLoss: () => void): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
      onLoss()
      if (attempt >= (isAway(error) ? maxAttempts.away : maxAttempts.election)) throw error
      await delay(reconnectAfter)
    }
  }
}

/**
 * When the server keeps the connection open but stays silent, the client would wait for ever. `progress` starts the time
 * anew: a long read is not silent.
 */
export function withinSilenceLimit<Answer>(call: (progress: () => void) => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sentence = `EventStoreDB did not answer within ${silenceLimit / 1000} s. Please try again.`
    const timer = setTimeout(() => reject(new LogUnavailable(sentence)), silenceLimit)
    call(() => timer.refresh())
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

// Error types of the client, and messages of gRPC and Node, for a stream that ends unexpectedly.
const lostTypes = ['unavailable', 'cancelled', 'unknown', 'timeout', 'deadline-exceeded', 'not-leader']
const lostMessages = /Channel has been shut down|Premature close/
const awayMessages = /No connection established|Failed to connect|Failed to discover|certificate|ECONNREFUSED|ENOTFOUND/

const isOfType = (error: Error, types: readonly string[]) =>
  'type' in error && types.some((type) => type === error.type)
const isAway = (error: unknown) => error instanceof Error && awayMessages.test(error.message)

export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return lostMessages.test(error.message) || isOfType(error, lostTypes)
}
