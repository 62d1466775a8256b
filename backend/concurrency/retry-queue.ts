export type RetryQueue = {
  /**
   * Does the job soon, behind those with the same key, and again while it fails. False when there is no room left: it
   * is dropped and counted.
   */
  add(key: string, job: () => Promise<unknown>): boolean
  /** A job is failing: what is measured now may not be kept. */
  isFailing(): boolean
  dropped(): number
  /** When nothing is left to do. */
  idle(): Promise<void>
  /** Tries what is left once more, then gives up. */
  close(): Promise<void>
}

/**
 * Work that no answer waits for, such as measurements: bounded in number, so that a database that is away costs neither
 * memory nor answers. `tries` per job, with growing pauses.
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
  /** Milliseconds. */
  pause?: { first: number; max: number }
  onDrop?: (error: unknown) => void
} = {}): RetryQueue {
  const waiting: { key: string; job: () => Promise<unknown> }[] = []
  /** The last job under each key: two at once would only race for one stream. */
  const last = new Map<string, Promise<void>>()
  const closing = new AbortController()
  let running = 0
  let failing = 0
  let lost = 0
  let whenIdle = Promise.withResolvers<void>()

  function drop(error: unknown) {
    lost++
    onDrop(error)
  }

  async function insist(job: () => Promise<unknown>): Promise<void> {
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
        await wait(Math.min(pause.first * 2 ** (attempt - 1), pause.max))
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
      const done = (last.get(key) ?? Promise.resolve()).then(() => insist(job))
      last.set(key, done)
      await done
      if (last.get(key) === done) last.delete(key)
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
        drop(new Error('There is no room left for work in the background.'))
        return false
      }
      waiting.push({ key, job })
      if (running < concurrency) void work()
      return true
    },
    isFailing: () => failing > 0,
    dropped: () => lost,
    idle,
    async close() {
      closing.abort()
      await idle()
    },
  }
}
