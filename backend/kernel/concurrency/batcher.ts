import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Group commit: items that arrive while a batch is being written go into the next batch together.
 * `write` returns one answer per item, in order. An answer that is an Error rejects only that item's caller; a rejected
 * `write` rejects the whole batch. Only one batch is written at a time. An idle batcher has no timers: an item is written
 * when the code that is running now has finished, and under load at the end of the current turn of the event loop, so that
 * other requests of this turn join it. After a batch of several, the next one waits `gather` ms for more items; use it
 * where fewer statements matter more than latency.
 */
export function createBatcher<Item, Answer>(
  write: (items: Item[]) => Promise<readonly (Answer | Error)[]>,
  { limit = 256, gather = 0 }: { limit?: number; gather?: number } = {},
): (item: Item) => Promise<Answer> {
  type Pending = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void }
  const waiting: Pending[] = []
  let isWriting = false
  let isBusy = false

  async function writeBatch(batch: Pending[]) {
    try {
      const answers = await write(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('The batch was written, but it returned no answer for this item.'))
        else if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function writeAll() {
    while (waiting.length > 0) {
      // Calls made in the meantime, also by callers that just got a result, join this batch.
      await (isBusy ? nextTurn() : endOfTick())
      const batch = waiting.splice(0, limit)
      isBusy = batch.length > 1
      await writeBatch(batch)
      if (gather > 0 && batch.length > 1) await delay(gather)
    }
    isWriting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isWriting) return
      isWriting = true
      void writeAll()
    })
}

/** Runs after pending promise callbacks, before the event loop continues. */
const endOfTick = () => new Promise<void>((resolve) => process.nextTick(resolve))
