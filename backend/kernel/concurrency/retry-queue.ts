import { type Backoff, pauseAfter } from './backoff.ts'
import { createKeyedQueue } from './keyed-queue.ts'

export type RetryQueue = {
  /**
   * Runs the job after those with the same key, and retries it while it fails. Returns false when the queue is full:
   * the job is dropped and counted.
   */
  add(key: string, job: () => Promise<unknown>): boolean
  /** A job is failing: measurements taken now may be lost. */
  isFailing(): boolean
  dropped(): number
  /** Resolves when no job is left. */
  idle(): Promise<void>
  /** Tries the remaining jobs once more, then gives up. */
  close(): Promise<void>
}

/**
 * Background work that no response waits for, such as measurements. The queue is bounded, so that a database outage
 * costs neither memory nor responses. Each job gets `tries` attempts with growing pauses.
 */
export function createRetryQueue({
  capacity = 10_000,
  concurrency = 64,
  tries = 20,
  pause = { first: 100, max: 5000 },
  onDrop = () => {},
}: {
  capacity?: number
  concurrency?: number
  tries?: number
  pause?: Backoff
  onDrop?: (error: unknown) => void
} = {}): RetryQueue {
  const waiting: { key: string; job: () => Promise<unknown> }[] = []
  /** Two jobs of one key at the same time would only race for one stream. */
  const serialize = createKeyedQueue()
  const closing = new AbortController()
  let running = 0
  let failing = 0
  let dropped = 0
  let whenIdle = Promise.withResolvers<void>()

  function drop(error: unknown) {
    dropped++
    onDrop(error)
  }

  async function runWithRetries(job: () => Promise<unknown>): Promise<void> {
    let isFailing = false
    for (let attempt = 1; ; attempt++) {
      try {
        await job()
        break
      } catch (error) {
        if (!isFailing) failing++
        isFailing = true
        if (attempt === tries || closing.signal.aborted) {
          drop(error)
          break
        }
        await wait(pauseAfter(attempt - 1, pause))
      }
    }
    if (isFailing) failing--
  }

  async function wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    closing.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }

  async function work(): Promise<void> {
    running++
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { key, job } = next
      await serialize(key, () => runWithRetries(job))
    }
    running--
    if (running === 0) {
      whenIdle.resolve()
      whenIdle = Promise.withResolvers<void>()
    }
  }

  const idle = async () => {
    while (running > 0) await whenIdle.promise
  }
  return {
    add(key, job) {
      if (waiting.length >= capacity) {
        drop(new Error('The background queue is full.'))
        return false
      }
      waiting.push({ key, job })
      if (running < concurrency) void work()
      return true
    },
    isFailing: () => failing > 0,
    dropped: () => dropped,
    idle,
    async close() {
      closing.abort()
      await idle()
    },
  }
}
