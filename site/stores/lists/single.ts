import { computed, type ReadableAtom } from 'nanostores'
import type { Message } from '../../lib/messages.ts'
import { createList } from './list.ts'
import type { List, ListState } from './list-state.ts'

type Failure = Exclude<ListState<never>, { status: 'loaded' }>
/** `problem`: refreshing failed, so the value may be out of date. */
export type SingleState<Value> = Failure | { status: 'loaded'; value: Value; problem: Message | null }

type Definition<Value, Query extends object> = {
  /** The first query; null: nothing is loaded until `show` is called. */
  query: Query | null
  read: (query: Query) => Promise<Value>
  failed: Message
}

type Only<Value> = { id: 'only'; value: Value }

export type Single<Value, Query extends object = object> = Pick<
  List<Only<Value>, Query>,
  '$query' | '$isLoading' | 'show' | 'refine' | 'reload'
> & {
  /** Loads the value as soon as an island shows it, and again when one comes back. */
  $state: ReadableAtom<SingleState<Value>>
  change: (to: (value: Value) => Value) => void
}

/** The store of one value that is loaded as a whole: a list of one. */
export function createSingle<Value, Query extends object>(definition: Definition<Value, Query>): Single<Value, Query> {
  const { query, read, failed } = definition
  const { $state, $query, $isLoading, show, refine, reload, update } = createList<Only<Value>, Query>({
    query,
    failed,
    read: async (asked) => ({ items: [{ id: 'only', value: await read(asked) }] }),
  })
  const $single = computed($state, (state): SingleState<Value> => {
    if (state.status !== 'loaded') return state
    const [only] = state.items
    return only ? { status: 'loaded', value: only.value, problem: state.problem } : { status: 'loading' }
  })
  const change = (to: (value: Value) => Value) =>
    update((items) => items.map((only) => ({ ...only, value: to(only.value) })))
  return { $state: $single, $query, $isLoading, show, refine, reload, change }
}
