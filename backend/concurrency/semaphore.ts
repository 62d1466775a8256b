/** Too many tasks are already waiting to be served soon. */
export class QueueFull extends Error {
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('Too many people are signing in right now. Please try again in a few seconds.')
    this.name = 'QueueFull'
    this.retryAfter = retryAfter
  }
}

export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * At most `running` tasks run at a time and `waiting` more queue behind them, first come, first served; beyond that it
 * throws QueueFull.
 */
export function createSemaphore({ running, waiting }: { running: number; waiting: number }): Semaphore {
  const queue: (() => void)[] = []
  let active = 0
  return async (task) => {
    if (active < running) active++
    else {
      if (queue.length >= waiting) throw new QueueFull(5)
      // A finished task hands its slot to the next one, so `active` does not change.
      await new Promise<void>((enter) => queue.push(enter))
    }
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}
