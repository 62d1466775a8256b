import { inTime } from '../concurrency/in-time.ts'
import type { EventLog } from './event-log.ts'

const timeout = 2000 // ms

/** 'ok' when the log answers in time, or a sentence that says what is wrong. */
export async function logState(log: Pick<EventLog, 'head'>): Promise<string> {
  const asked = log.head().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : 'The event log cannot be read.'),
  )
  return (await inTime(asked, timeout)) ?? `The event log did not answer within ${timeout / 1000} s.`
}
