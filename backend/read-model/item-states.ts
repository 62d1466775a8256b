import { eventFacts } from '../topics/index.ts'
import type { HistoryRow } from './history.ts'

type Fields = { [field: string]: unknown }

/** The change made by an event, and its item right after. */
export type ItemState = { changes: Fields; state: Fields }

/** Folds the events of one item, in order. */
export function itemStates(rows: readonly Pick<HistoryRow, 'type' | 'said'>[]): ItemState[] {
  let state: Fields = {}
  return rows.map(({ type, said }) => {
    const outcome = eventFacts.get(type)?.outcome
    const changes = { ...said, ...(typeof outcome === 'function' ? outcome(said, state) : outcome) }
    state = { ...state, ...changes }
    return { changes, state }
  })
}
