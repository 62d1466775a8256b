import type { Position } from '../eventlog/event-log.ts'

/** Waits a moment; false when the read model, which may be behind the log, does not show this position yet. */
export type Reached = (position: Position) => Promise<boolean>

/** Rejects when it does not, so that the event is given again later. */
export async function requireReached(reached: Reached, position: Position): Promise<void> {
  if (!(await reached(position))) throw new Error('The read model is still behind this event.')
}
