import { addAbortListener } from 'node:events'

export const buffered = { highWaterMark: 1000 } // events
/** A follower in a cluster lags behind; decisions, proofs and seals need the leader’s state. */
export const requiresLeader = true

const progressEvery = 100 // events

/** The client’s result of a read. */
type Reading<Event> = {
  on(event: 'data', listener: (event: Event) => void): unknown
  once(event: 'end' | 'close', listener: () => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  destroy(): unknown
}

/**
 * Reads to the end, because the client never releases a read that is left early, and resolves with the number of events.
 * `see` gets each event as it arrives: kept until the page is complete, the client’s objects would cost more to collect
 * than to read. `progress` is called now and then; `givenUp` ends the read. An iterator would cost a promise per event.
 */
export function readToEnd<Event>(
  reading: Reading<Event>,
  see: (event: Event) => void,
  progress: () => void,
  givenUp: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    const abandoned = addAbortListener(givenUp, () => reading.destroy())
    reading.on('data', (event) => {
      if (count++ % progressEvery === 0) progress()
      see(event)
    })
    reading.once('end', () => resolve(count))
    reading.once('error', reject)
    reading.once('close', () => {
      abandoned[Symbol.dispose]()
      reject(new Error('Premature close'))
    })
  })
}

/** Returns events together that arrive together. */
export async function* batchesOf<Event>(
  subscription: AsyncIterable<Event> & { read(): Event | null },
): AsyncGenerator<Event[]> {
  for await (const first of subscription) {
    const batch = [first]
    for (let next = subscription.read(); next !== null; next = subscription.read()) batch.push(next)
    yield batch
  }
}
