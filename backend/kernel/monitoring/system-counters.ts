import { createDurationHistogram } from './duration-histogram.ts'

export type SystemCounters = {
  /** A response was sent, with this status. */
  request(status: number): void
  /** Runs a command and records its duration, also when it was refused. */
  command<Result>(work: () => Promise<Result>): Promise<Result>
  /** Events were appended to the log. */
  append(events: number): void
  /** The counts since the last call; durations in ms, null without commands. */
  take(): {
    requests: Record<StatusClass, number>
    commands: number
    p50: number | null
    p99: number | null
    appends: number
  }
}

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

const noRequests = () => ({ '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 })

/** Counts this process’s work in memory: a few additions per request. */
export function createSystemCounters(): SystemCounters {
  const durations = createDurationHistogram()
  let requests = noRequests()
  let appends = 0
  return {
    request(status) {
      const name = statusClasses[Math.floor(status / 100) - 2]
      if (name) requests[name]++
    },
    async command(work) {
      const since = performance.now()
      try {
        return await work()
      } finally {
        durations.add(performance.now() - since)
      }
    },
    append(events) {
      appends += events
    },
    take() {
      const taken = {
        requests,
        commands: durations.total,
        p50: durations.quantile(0.5),
        p99: durations.quantile(0.99),
        appends,
      }
      durations.clear()
      requests = noRequests()
      appends = 0
      return taken
    },
  }
}
