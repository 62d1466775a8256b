/** Too many callers are waiting; the message is for the person who asked. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** Seconds after which to try again. */
  readonly retryAfter: number
  constructor(message: string, retryAfter = 5) {
    super(message)
    this.retryAfter = retryAfter
  }
}

export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `running` tasks at a time with `waiting` in line behind them, first come, first served. Beyond that it
 * throws QueueFull with the sentence `whenFull`, and `retryAfter` in seconds.
 */
export function createSemaphore({
  running,
  waiting,
  whenFull,
  retryAfter,
}: {
  running: number
  waiting: number
  whenFull: string
  retryAfter?: number
}): Semaphore {
  const line: (() => void)[] = []
  let active = 0
  return async (task) => {
    if (active < running) active++
    else {
      if (line.length >= waiting) throw new QueueFull(whenFull, retryAfter)
      // A finished task hands its place to the next in line, so `active` stays the same.
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
