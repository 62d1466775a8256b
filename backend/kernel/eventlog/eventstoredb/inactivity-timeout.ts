import { LogUnavailable } from '../event-log.ts'

/** Longer than a silent client is kept, so that the retry finds the next leader. */
const silence = 4500 // ms
/** Upper bound per call, even while other calls succeed. */
const longest = 30_000 // ms
/** Time to read answers that have arrived while this process was busy. */
const grace = 50 // ms

export type Listening = {
  /** The server answered; the inactivity timeout starts again. */
  touch(): void
  /** The server refused a call, as during an election: it is not silent, but it answered nothing. */
  unready(): void
  /** When it last answered any call, as performance.now(). */
  readonly heardAt: number
  /** The caller has timed out; don’t retry. */
  readonly isOver: boolean
}

/**
 * When the server keeps the connection open but stays silent, the client would wait forever. A server that answers
 * other calls is busy, not silent; `touch` also restarts the timeout for a long read.
 */
export function createInactivityTimeout({ limit = silence, max = longest, now = () => performance.now() } = {}) {
  let heardAt = Number.NEGATIVE_INFINITY
  let signAt = Number.NEGATIVE_INFINITY
  const touch = () => {
    heardAt = now()
    signAt = heardAt
  }
  const unready = () => {
    signAt = now()
  }
  type Call<Answer> = (listening: Listening) => Promise<Answer>

  /** Throws LogUnavailable after `limit` ms without an answer from the server. */
  return function within<Answer>(call: Call<Answer>): Promise<Answer> {
    const startedAt = now()
    const listening = {
      touch,
      unready,
      get heardAt() {
        return heardAt
      },
      isOver: false,
    }
    return new Promise((resolve, reject) => {
      let isOverdue = false
      const left = () => Math.min(Math.max(signAt, startedAt) + limit, startedAt + max) - now()
      const look = () => {
        if (left() > 0) isOverdue = false
        else if (isOverdue) {
          listening.isOver = true
          return reject(new LogUnavailable(`EventStoreDB did not answer within ${limit / 1000} s. Please try again.`))
        } else isOverdue = true
        timer = setTimeout(look, isOverdue ? grace : left())
      }
      let timer = setTimeout(look, limit)
      call(listening)
        .then((answer) => {
          touch()
          resolve(answer)
        }, reject)
        .finally(() => clearTimeout(timer))
    })
  }
}
