import type { EventLog, Position } from '../eventlog/event-log.ts'

/** `total` and `secondsLeft` are null when the log cannot measure distances. */
export type Progress = { done: number; total: number | null; perSecond: number; secondsLeft: number | null }

/** Counts the events handled from `start` to the current end of the log. */
export async function createMeter(log: EventLog, start: Position | null, onProgress: (progress: Progress) => void) {
  const head = await log.head()
  const total = head !== null && log.distance ? log.distance(null, head) : null
  const before = start !== null && log.distance ? log.distance(null, start) : 0
  const startedAt = performance.now()
  let handled = 0
  return {
    add(events: number) {
      handled += events
      const perSecond = handled / ((performance.now() - startedAt) / 1000)
      const done = before + handled
      const secondsLeft = total === null ? null : Math.max(0, total - done) / perSecond
      onProgress({ done, total: total && Math.max(total, done), perSecond, secondsLeft })
    },
  }
}
