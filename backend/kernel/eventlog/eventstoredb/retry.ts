import { setTimeout as delay } from 'node:timers/promises'
import type { Listening } from './inactivity-timeout.ts'

export const reconnectAfter = 250 // ms
/**
 * Attempts without any reply. Elections are over within ten; a refused connection needs an operator, so fail after two.
 */
const maxAttempts = { election: 10, away: 2 }

/**
 * Repeats a call after a lost connection or a change of leader; the pause lets the client drop the broken channel.
 * While the server answers other calls, a call that several elections hit in a row is not abandoned.
 */
export async function withRetries<Answer>(
  call: () => Promise<Answer>,
  { listening, onLoss }: { listening: Pick<Listening, 'heardAt' | 'isOver'>; onLoss: () => void },
): Promise<Answer> {
  let { heardAt } = listening
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
      onLoss()
      if (listening.heardAt !== heardAt) attempt = 1
      heardAt = listening.heardAt
      if (attempt >= (isAway(error) ? maxAttempts.away : maxAttempts.election)) throw error
      await delay(reconnectAfter)
      if (listening.isOver) throw error
    }
  }
}

// Error types of the client, and messages of gRPC and Node, for a stream that ends unexpectedly.
const lostTypes = ['unavailable', 'cancelled', 'unknown', 'timeout', 'deadline-exceeded', 'not-leader']
const lostMessages = /Channel has been shut down|Premature close|Failed to discover/
const awayMessages = /No connection established|Failed to connect|Failed to discover|certificate|ECONNREFUSED|ENOTFOUND/

const isOfType = (error: Error, types: readonly string[]) =>
  'type' in error && types.some((type) => type === error.type)
const isAway = (error: unknown) => error instanceof Error && awayMessages.test(error.message)

/** A server answered that it cannot take calls now, as during an election. */
export const isUnready = (error: unknown): boolean =>
  error instanceof Error && isOfType(error, ['unavailable', 'not-leader']) && !isAway(error)

/**
 * The server’s answer for a position at which no event of its log begins: its files were put back from an older copy.
 * Asking again never helps.
 */
export const isUnknownPosition = (error: unknown): boolean =>
  error instanceof Error && /invalid ?position/i.test(error.message)

export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || isUnknownPosition(error)) return false
  return lostMessages.test(error.message) || isOfType(error, lostTypes)
}
