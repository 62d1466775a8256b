import { setTimeout as delay } from 'node:timers/promises'

export const reconnectAfter = 250 // ms
const answerTimeout = 4500 // ms

/** Retries once after a lost connection; the pause lets the client drop the broken channel. */
export async function withOneRetry<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    await delay(reconnectAfter)
    return call()
  }
}

/**
 * When the server keeps the connection open but stays silent, the client would wait forever for the answer to an
 * append.
 */
export async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const answered = new AbortController()
  const timeout = delay(answerTimeout, undefined, { signal: answered.signal, ref: false }).then(() => {
    throw new Error(`EventStoreDB did not answer an append within ${answerTimeout / 1000} s. Try again.`)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    answered.abort()
  }
}

// Error types of the client, and messages of gRPC and Node, for a stream that ends unexpectedly.
const lostTypes = ['unavailable', 'cancelled', 'unknown', 'timeout', 'deadline-exceeded', 'not-leader']
const lostMessages = /Channel has been shut down|Premature close/

export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return lostMessages.test(error.message) || ('type' in error && lostTypes.some((type) => type === error.type))
}
