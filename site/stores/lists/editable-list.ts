import { atom, type ReadableAtom } from 'nanostores'
import { explain } from '../../lib/api.ts'
import type { Message } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'
import { createList } from './list.ts'
import type { Definition, List, Row } from './list-state.ts'

/** `undo`: offered in the toast. */
type Words = { done: Message; failed: Message; undo?: () => unknown }

type Action<Item> = Words & {
  /** Asks the server. Resolves to the new row; null: it leaves the list; undefined: it is unchanged. */
  request: () => Promise<Item | null | undefined>
  /** An optimistic row, shown immediately and rolled back on failure; null: it leaves the list. */
  expected?: Item | null
}

export type EditableList<Item extends Row, Query extends object> = List<Item, Query> & {
  /** Ids of rows with a request in progress. */
  $busy: ReadableAtom<Item['id'][]>
  prepend: (item: Item) => void
  append: (item: Item) => void
  replace: (item: Item) => void
  remove: (id: Item['id']) => void
  /** Runs one request per row at a time and shows a toast. Resolves to true on success. */
  act: (id: Item['id'], action: Action<Item>) => Promise<boolean>
  /** The same, for a request that removes the row. */
  actAndRemove: (id: Item['id'], request: () => Promise<unknown>, words: Words) => Promise<boolean>
}

/** A list whose rows can be added, changed and removed. */
export function createEditableList<Item extends Row, Query extends object>(
  definition: Definition<Item, Query>,
): EditableList<Item, Query> {
  const list = createList(definition)
  const $busy = atom<Item['id'][]>([])

  const replace = (item: Item) => list.update((items) => items.map((other) => (other.id === item.id ? item : other)))
  const remove = (id: Item['id']) => list.update((items) => items.filter((item) => item.id !== id))

  /** Replaces the row `id`, or removes it. Returns an undo function. */
  function put(id: Item['id'], row: Item | null): () => void {
    const state = list.$state.value
    const items = state?.status === 'loaded' ? state.items : []
    const at = items.findIndex((item) => item.id === id)
    const before = items[at]
    if (row === null) remove(id)
    else replace(row)
    return () => {
      if (before === undefined) return
      list.update((items) =>
        items.some((item) => item.id === id)
          ? items.map((item) => (item.id === id ? before : item))
          : items.toSpliced(at, 0, before),
      )
    }
  }

  async function act(
    id: Item['id'],
    { request, expected, done, failed, undo: takeBack }: Action<Item>,
  ): Promise<boolean> {
    if ($busy.get().includes(id)) return false
    $busy.set([...$busy.get(), id])
    const query = list.$query.get()
    const undo = expected === undefined ? undefined : put(id, expected)
    try {
      const row = await request()
      if (row !== undefined) put(id, row)
      // The visible list may have been read before this change.
      if (list.$query.get() !== query) void list.reload()
      showToast(done, 'default', takeBack)
      return true
    } catch (error) {
      // Rows of another query are not affected.
      if (list.$query.get() === query) undo?.()
      showError(explain(failed, error))
      return false
    } finally {
      $busy.set($busy.get().filter((other) => other !== id))
    }
  }

  return {
    ...list,
    $busy,
    prepend: (item) => list.update((items) => [item, ...items]),
    append: (item) => list.update((items) => [...items.filter(({ id }) => id !== item.id), item]),
    replace,
    remove,
    act,
    actAndRemove: (id, request, words) => act(id, { ...words, request: () => request().then(() => null) }),
  }
}
