import type { Position } from '../kernel/eventlog/event-log.ts'

/** Waits briefly; false when the read model, which may lag behind the log, does not show this position yet. */
export type Reached = (position: Position) => Promise<boolean>

/** Rejects if it does not, so that the event is retried later. */
export async function requireReached(reached: Reached, position: Position): Promise<void> {
  if (!(await reached(position))) throw new Error('The read model is still behind this event.')
}
