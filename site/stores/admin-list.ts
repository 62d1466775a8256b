import { atom, type ReadableAtom } from 'nanostores'
import { sentenceOf } from '../lib/api.ts'
import type { Message } from '../lib/messages.ts'
import { showError, showToast } from './toasts.ts'

const pageSize = 50

export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; items: Item[]; hasMore: boolean }

/** The newest `limit` items, or those before an id. */
export type Page = { limit: string; before?: string }

/** What the console has of one topic: the newest rows and older ones on demand. */
export type AdminList<Item> = {
  $state: ReadableAtom<ListState<Item>>
  /** Ids with a call under way. */
  $busy: ReadableAtom<number[]>
  /** Shows what was there until the answer comes. */
  load: () => Promise<void>
  loadMore: () => Promise<void>
  /** What a call has just made, replaced or taken away, without asking again. */
  add: (item: Item) => void
  replace: (item: Item) => void
  drop: (id: number) => void
  /** One call per row at a time: a double click asks once. Tells how it went. */
  once: (id: number, act: () => Promise<unknown>, words: { done: Message; failed: Message }) => Promise<void>
}

/** The server's sentence where there is one. */
const failure = ({ title }: Message, error: unknown): Message => ({
  title,
  description: sentenceOf(error) ?? 'Please try again.',
})

export function createAdminList<Item extends { id: number }>(
  list: (page: Page) => Promise<Item[]>,
  loadFailed: Message,
): AdminList<Item> {
  const $state = atom<ListState<Item>>({ status: 'loading' })
  const $busy = atom<number[]>([])

  async function load() {
    if ($state.get().status === 'failed') $state.set({ status: 'loading' })
    try {
      const items = await list({ limit: String(pageSize) })
      $state.set({ status: 'loaded', items, hasMore: items.length === pageSize })
    } catch (error) {
      const { title, description } = failure(loadFailed, error)
      $state.set({ status: 'failed', message: `${title}: ${description}` })
    }
  }

  async function loadMore() {
    const state = $state.get()
    if (state.status !== 'loaded' || !state.hasMore) return
    const before = Math.min(...state.items.map(({ id }) => id))
    try {
      const older = await list({ limit: String(pageSize), before: String(before) })
      $state.set({ status: 'loaded', items: [...state.items, ...older], hasMore: older.length === pageSize })
    } catch (error) {
      showError(failure(loadFailed, error))
    }
  }

  function change(items: (before: Item[]) => Item[]) {
    const state = $state.get()
    if (state.status === 'loaded') $state.set({ ...state, items: items(state.items) })
  }

  async function once(id: number, act: () => Promise<unknown>, { done, failed }: { done: Message; failed: Message }) {
    if ($busy.get().includes(id)) return
    $busy.set([...$busy.get(), id])
    try {
      await act()
      showToast(done)
    } catch (error) {
      showError(failure(failed, error))
    } finally {
      $busy.set($busy.get().filter((other) => other !== id))
    }
  }

  return {
    $state,
    $busy,
    load,
    loadMore,
    add: (item) => change((items) => [item, ...items]),
    replace: (item) => change((items) => items.map((other) => (other.id === item.id ? item : other))),
    drop: (id) => change((items) => items.filter((item) => item.id !== id)),
    once,
  }
}
