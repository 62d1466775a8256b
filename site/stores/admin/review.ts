import { atom, computed, type ReadableAtom } from 'nanostores'
import { reviewMessages } from '../../lib/messages.ts'
import { createEditableList, type EditableList } from '../lists/editable-list.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { $erasures } from './history.ts'

/** `isErased`: the person's data was permanently erased, so it must not be published. */
export type Reviewed = { id: number; isApproved: boolean; isErased: boolean; createdAt: string }
type Sort<Item> = { by: keyof Item; descending: boolean }

type Calls<Item> = {
  list: (page: { limit: string; before?: string }) => Promise<Item[]>
  approve: (id: number) => Promise<Item>
  remove: (id: number) => Promise<unknown>
}

export type Review<Item extends Reviewed> = {
  noun: string
  list: EditableList<Item, object>
  /** Loaded items that match the search, sorted. */
  $rows: ReadableAtom<Item[]>
  $search: ReadableAtom<string>
  $sort: ReadableAtom<Sort<Item>>
  approve: (item: Item) => Promise<boolean>
  remove: (id: number) => Promise<boolean>
  search: (words: string) => void
  sortBy: (column: keyof Item) => void
}

/** The store of one reviewed topic: its rows, search and sort, approve and delete. */
export function createReview<Item extends Reviewed>(noun: string, calls: Calls<Item>): Review<Item> {
  const words = reviewMessages(noun)
  const list = createEditableList<Item, object>({
    query: {},
    failed: words.loadFailed,
    read: newestFirst(calls.list),
  })
  const $search = atom('')
  const $sort = atom<Sort<Item>>({ by: 'createdAt', descending: true })
  const $rows = computed([list.$state, $search, $sort], (state, search, sort) =>
    state.status === 'loaded' ? state.items.filter(matching(search)).sort(ordering(sort)) : [],
  )

  const approve = (item: Item) =>
    list.act(item.id, {
      request: () => calls.approve(item.id),
      expected: { ...item, isApproved: true },
      done: words.approved,
      failed: words.approveFailed,
    })

  const remove = (id: number) =>
    list.actAndRemove(id, () => calls.remove(id), { done: words.deleted, failed: words.deleteFailed })

  function sortBy(by: keyof Item) {
    const sort = $sort.get()
    $sort.set({ by, descending: sort.by === by ? !sort.descending : by === 'createdAt' })
  }

  $erasures.listen(list.invalidate)

  return { noun, list, $rows, $search, $sort, approve, remove, search: (text) => $search.set(text), sortBy }
}

const matching = (search: string) => {
  const wanted = search.trim().toLocaleLowerCase()
  return (item: object) =>
    Object.values(item).some((value) => typeof value === 'string' && value.toLocaleLowerCase().includes(wanted))
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

const ordering =
  <Item extends Reviewed>({ by, descending }: Sort<Item>) =>
  (one: Item, other: Item) => {
    const order = collator.compare(String(one[by] ?? ''), String(other[by] ?? '')) || one.id - other.id
    return descending ? -order : order
  }
