import { setTimeout as delay } from 'node:timers/promises'

export const reconnectAfter = 250 // ms
const answerWithin = 10_000 // ms

/** Asks once more over a lost connection; the pause lets the client drop the broken channel. */
export async function twice<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    await delay(reconnectAfter)
    return ask()
  }
}

/** The client waits for ever for the answer to an append when the server keeps the connection but stays silent. */
export async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const waiting = new AbortController()
  const silence = delay(answerWithin, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw new Error(`EventStoreDB gave no answer to an append within ${answerWithin / 1000} s. Try again.`)
  })
  try {
    return await Promise.race([asked, silence])
  } finally {
    waiting.abort()
  }
}

// The client's error types, and what gRPC and Node say when a stream ends under it.
const lostTypes = ['unavailable', 'cancelled', 'unknown', 'timeout', 'deadline-exceeded', 'not-leader']
const lostMessages = /Channel has been shut down|Premature close/

export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return lostMessages.test(error.message) || ('type' in error && lostTypes.some((type) => type === error.type))
}
