import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Group commit: items that arrive while a batch is being written go together in the next one. `write` returns one
 * answer per item, in order; an answer that is an Error rejects that caller alone, and a rejection rejects the whole
 * batch. One batch is in flight at a time. An idle batcher adds no delay: a lone item is written at the end of the
 * event loop turn that asked for it. After a batch of several, the next one waits `gather` ms for more items, where a
 * statement costs more than a quick answer is worth.
 */
export function createBatcher<Item, Answer>(
  write: (items: Item[]) => Promise<readonly (Answer | Error)[]>,
  { limit = 256, gather = 0 }: { limit?: number; gather?: number } = {},
): (item: Item) => Promise<Answer> {
  type Asked = { item: Item; resolve(answer: Answer): void; reject(error: unknown): void }
  const waiting: Asked[] = []
  let isWriting = false

  async function writeBatch(batch: Asked[]) {
    try {
      const answers = await write(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('The batch was written without an answer for this item.'))
        else if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function writeAll() {
    while (waiting.length > 0) {
      // Everything asked for in this turn joins the batch, including by callers who were just answered.
      await nextTurn()
      const batch = waiting.splice(0, limit)
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
