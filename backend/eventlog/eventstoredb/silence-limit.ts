import { LogUnavailable } from '../event-log.ts'

/** Longer than a silent client is kept, so that the retry finds the next leader. */
const silence = 4500 // ms
/** However much else is answered: this answer was lost. */
const longest = 30_000 // ms
/** Answers that have arrived but were not read yet, because this process was busy. */
const grace = 50 // ms

export type Listening = {
  /** The server gave a sign; the time of silence starts anew. */
  heard(): void
  /** The server refused a call, as in an election: it is not silent, but nothing was answered. */
  refused(): void
  /** When it last answered any call, as performance.now(). */
  readonly heardAt: number
  /** The caller was told that it took too long, so that there is no reason to ask again. */
  readonly isOver: boolean
}

/**
 * When the server keeps the connection open but stays silent, the client would wait for ever. A server that answers other
 * calls meanwhile is busy, not silent; `heard` also starts the time anew for a long read.
 */
export function createSilenceLimit({ limit = silence, most = longest, now = () => performance.now() } = {}) {
  let heardAt = Number.NEGATIVE_INFINITY
  let signAt = Number.NEGATIVE_INFINITY
  const heard = () => {
    heardAt = now()
    signAt = heardAt
  }
  const refused = () => {
    signAt = now()
  }
  type Call<Answer> = (listening: Listening) => Promise<Answer>

  /** Throws LogUnavailable after `limit` ms without a sign of the server. */
  return function within<Answer>(call: Call<Answer>): Promise<Answer> {
    const startedAt = now()
    const listening = {
      heard,
      refused,
      get heardAt() {
        return heardAt
      },
      isOver: false,
    }
    return new Promise((resolve, reject) => {
      let isOverdue = false
      const left = () => Math.min(Math.max(signAt, startedAt) + limit, startedAt + most) - now()
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
          heard()
          resolve(answer)
        }, reject)
        .finally(() => clearTimeout(timer))
    })
  }
}
