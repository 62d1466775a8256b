import { atom, computed, type ReadableAtom } from 'nanostores'
import { sentenceOf } from '../lib/api.ts'
import { reviewMessages } from '../lib/messages.ts'
import { $erasures } from './history.ts'
import { showError, showToast } from './toasts.ts'

const pageSize = 50

export type Reviewed = { id: number; isApproved: boolean; createdAt: string }
export type Sort<Item> = { by: keyof Item; descending: boolean }
export type ReviewState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; items: Item[]; hasMore: boolean }

type Calls<Item> = {
  /** The newest `pageSize` items, or those before an id. */
  list: (page: { limit: string; before?: string }) => Promise<Item[]>
  approve: (id: number) => Promise<Item>
  remove: (id: number) => Promise<unknown>
}

export type Review<Item extends Reviewed> = {
  noun: string
  $state: ReadableAtom<ReviewState<Item>>
  /** Loaded items that match the search, in the chosen order. */
  $rows: ReadableAtom<Item[]>
  $search: ReadableAtom<string>
  $sort: ReadableAtom<Sort<Item>>
  /** Ids with a call under way. */
  $busy: ReadableAtom<number[]>
  load: () => Promise<void>
  loadMore: () => Promise<void>
  approve: (id: number) => Promise<void>
  remove: (id: number) => Promise<void>
  search: (words: string) => void
  sortBy: (column: keyof Item) => void
}

/** The table of one reviewed topic: what is loaded, how it is shown, and approve and delete. */
export function createReview<Item extends Reviewed>(noun: string, calls: Calls<Item>): Review<Item> {
  const words = reviewMessages(noun)
  const $state = atom<ReviewState<Item>>({ status: 'loading' })
  const $search = atom('')
  const $sort = atom<Sort<Item>>({ by: 'createdAt', descending: true })
  const $busy = atom<number[]>([])
  const $rows = computed([$state, $search, $sort], (state, search, sort) =>
    state.status === 'loaded' ? state.items.filter(matching(search)).sort(ordering(sort)) : [],
  )
  const failure = (title: string, error: unknown) => ({ title, description: sentenceOf(error) ?? 'Please try again.' })

  async function load() {
    $state.set({ status: 'loading' })
    try {
      const items = await calls.list({ limit: String(pageSize) })
      $state.set({ status: 'loaded', items, hasMore: items.length === pageSize })
    } catch (error) {
      $state.set({ status: 'failed', message: `${words.loadFailed}: ${failure('', error).description}` })
    }
  }

  async function loadMore() {
    const state = $state.get()
    if (state.status !== 'loaded' || !state.hasMore) return
    const before = Math.min(...state.items.map(({ id }) => id))
    try {
      const older = await calls.list({ limit: String(pageSize), before: String(before) })
      $state.set({ status: 'loaded', items: [...state.items, ...older], hasMore: older.length === pageSize })
    } catch (error) {
      showError(failure(words.loadFailed, error))
    }
  }

  /** One call per row at a time: a double click asks once. */
  async function once(id: number, act: () => Promise<void>, failed: string) {
    if ($busy.get().includes(id)) return
    $busy.set([...$busy.get(), id])
    try {
      await act()
    } catch (error) {
      showError(failure(failed, error))
    } finally {
      $busy.set($busy.get().filter((other) => other !== id))
    }
  }

  function change(items: (before: Item[]) => Item[]) {
    const state = $state.get()
    if (state.status === 'loaded') $state.set({ ...state, items: items(state.items) })
  }

  const approve = (id: number) =>
    once(
      id,
      async () => {
        const approved = await calls.approve(id)
        change((items) => items.map((item) => (item.id === id ? approved : item)))
        showToast({ title: words.approved })
      },
      words.approveFailed,
    )

  const remove = (id: number) =>
    once(
      id,
      async () => {
        await calls.remove(id)
        change((items) => items.filter((item) => item.id !== id))
        showToast({ title: words.deleted })
      },
      words.deleteFailed,
    )

  function sortBy(by: keyof Item) {
    const sort = $sort.get()
    $sort.set({ by, descending: sort.by === by ? !sort.descending : by === 'createdAt' })
  }

  $erasures.listen(() => {
    if ($state.get().status === 'loaded') void load()
  })

  const search = (text: string) => $search.set(text)
  return { noun, $state, $rows, $search, $sort, $busy, load, loadMore, approve, remove, search, sortBy }
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
