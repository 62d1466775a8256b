/** More wait already than can be served soon. */
export class QueueFull extends Error {
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('Too many people are signing in at this moment. Please try again in a few seconds.')
    this.name = 'QueueFull'
    this.retryAfter = retryAfter
  }
}

export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>

/** At most `running` tasks at a time and `waiting` behind them, first come first served; throws QueueFull beyond. */
export function createSemaphore({ running, waiting }: { running: number; waiting: number }): Semaphore {
  const line: (() => void)[] = []
  let active = 0
  return async (task) => {
    if (active < running) active++
    else {
      if (line.length >= waiting) throw new QueueFull(5)
      // Whoever leaves hands the place over, so that `active` stays as it is.
      await new Promise<void>((enter) => line.push(enter))
    }
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next()
      else active--
    }
  }
}
