import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Callers go on one after the other, each in a turn of the event loop of its own: whatever else came in is answered in
 * between. For work that comes in heaps and can wait, beside work that cannot.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
