import type { EventLog, Position } from './event-log.ts'

/** The `onAppend` part of a log: listeners for appends by this process. */
export function createListeners(): { onAppend: EventLog['onAppend']; notify(position: Position): void } {
  const listeners = new Set<(position: Position) => void>()
  return {
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(position) {
      for (const listener of listeners) listener(position)
    },
  }
}
