import type { EventLog, Position } from './event-log.ts'

/** The `onAppend` half of a log: who wants to hear of this process's own appends. */
export function createListeners(): { onAppend: EventLog['onAppend']; tell(position: Position): void } {
  const listeners = new Set<(position: Position) => void>()
  return {
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(position) {
      for (const listener of listeners) listener(position)
    },
  }
}
