import { createRingBuffer } from '../concurrency/ring-buffer.ts'

export type BatchWriter<Item> = {
  /** At once, in memory; false when there is no room. */
  add(item: Item): boolean
  /** Writes all that is there now; never rejects. */
  flush(): Promise<void>
  start(): void
  /** Writes what is left. */
  close(): Promise<void>
  /** Items that found no room, or that the database refused. */
  dropped(): number
}

/**
 * Rows that may be lost but may not slow anything: added to a queue, written every second by one statement per batch. A
 * batch that fails waits for the next round, with its rows; after `tries` rounds it is dropped, so that one bad row
 * stops nothing for ever. While the database is away the queue fills, and then counts what it leaves out.
 */
export function createBatchWriter<Item>({
  write,
  onError,
  capacity = 16_384,
  batchSize = 4096,
  every = 1000,
  tries = 30,
}: {
  write(items: Item[]): Promise<void>
  onError(error: unknown): void
  capacity?: number
  batchSize?: number
  /** Milliseconds. */
  every?: number
  tries?: number
}): BatchWriter<Item> {
  const queue = createRingBuffer<Item>(capacity)
  let refused = 0
  let failures = 0
  let pending: Item[] = []
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function writeAll(): Promise<void> {
    while (pending.length > 0 || queue.size > 0) {
      if (pending.length === 0) pending = queue.take(batchSize)
      try {
        await write(pending)
      } catch (error) {
        if (++failures === 1) onError(error)
        if (failures < tries) return
        refused += pending.length
      }
      failures = 0
      pending = []
    }
  }

  function flush(): Promise<void> {
    flushing ??= writeAll().finally(() => {
      flushing = null
    })
    return flushing
  }

  return {
    add(item) {
      const isAdded = queue.push(item)
      // A burst does not wait for the second to pass.
      if (queue.size > capacity / 2 && flushing === null && failures === 0) setImmediate(flush)
      return isAdded
    },
    flush,
    start() {
      timer ??= setInterval(flush, every).unref()
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flush()
    },
    dropped: () => queue.dropped + refused,
  }
}
