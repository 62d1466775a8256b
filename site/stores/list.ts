import { atom, type ReadableAtom } from 'nanostores'
import { ConnectionError } from '../lib/api.ts'

export type ListState<Item> =
  | { status: 'loading' }
  | { status: 'loaded'; items: Item[] }
  | { status: 'failed' }
  | { status: 'offline' }

export type List<Item> = { $state: ReadableAtom<ListState<Item>>; load: () => Promise<void> }

/** A public list: loaded once, again on demand, and by itself when the connection is back. */
export function createList<Item>(read: () => Promise<Item[]>): List<Item> {
  const $state = atom<ListState<Item>>({ status: 'loading' })
  async function load() {
    try {
      $state.set({ status: 'loaded', items: await read() })
    } catch (error) {
      if ($state.get().status === 'loaded') return
      const isOffline = error instanceof ConnectionError
      $state.set({ status: isOffline ? 'offline' : 'failed' })
      if (isOffline) addEventListener('online', () => load(), { once: true })
    }
  }
  return { $state, load }
}
