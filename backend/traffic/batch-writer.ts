import { createRingBuffer } from '../kernel/concurrency/ring-buffer.ts'

export type BatchWriter<Item> = {
  /** Adds the item in memory; false when the queue is full. */
  add(item: Item): boolean
  /** Writes everything queued so far; never rejects. */
  flush(): Promise<void>
  start(): void
  /** Writes the remaining items. */
  close(): Promise<void>
  /** Items dropped because the queue was full or the database rejected them. */
  dropped(): number
}

/**
 * For rows that may be lost but must not slow anything down: queued in memory and written every second, one statement
 * per batch. A failed batch is retried in the next round; after `tries` rounds it is dropped, so that one bad row
 * cannot block the queue forever. While the database is down the queue fills up, and then counts what it drops.
 */
export function createBatchWriter<Item>({
  write,
  onError,
  capacity = 16_384,
  batchSize = 4096,
  interval = 1000,
  tries = 30,
}: {
  write(items: Item[]): Promise<void>
  onError(error: unknown): void
  capacity?: number
  batchSize?: number
  /** Milliseconds. */
  interval?: number
  tries?: number
}): BatchWriter<Item> {
  const queue = createRingBuffer<Item>(capacity)
  let rejected = 0
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
        rejected += pending.length
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
      // A burst does not wait for the next interval.
      if (queue.size > capacity / 2 && flushing === null && failures === 0) setImmediate(flush)
      return isAdded
    },
    flush,
    start() {
      timer ??= setInterval(flush, interval).unref()
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flush()
    },
    dropped: () => queue.dropped + rejected,
  }
}
