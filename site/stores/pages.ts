import { atom, type ReadableAtom } from 'nanostores'
import { ConnectionError, sentenceOf } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { showError } from './toasts.ts'

export type PagesState<Item> =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'offline' }
  | { status: 'loaded'; items: Item[]; hasMore: boolean }

export type Pages<Item> = {
  $state: ReadableAtom<PagesState<Item>>
  /** Shows the list of this owner from its beginning, unless it is shown already. */
  show: (owner: number) => Promise<void>
  reload: () => Promise<void>
  loadMore: () => Promise<void>
  /** Asks ahead, as long as the answer is fresh: somebody points at it. */
  prefetch: (owner: number) => void
  change: (items: (before: Item[]) => Item[]) => void
  /** Shows what was just made at the end, then where it belongs: behind everything that came before it. */
  add: (item: Item) => Promise<void>
}

type Definition<Item> = {
  /** One page behind `last`, or the first. */
  read: (owner: number, last: Item | undefined) => Promise<Item[]>
  /** Whether more may follow behind this page. */
  isFull: (page: Item[]) => boolean
}

/** Milliseconds for which an answer that was asked for ahead is good. */
const fresh = 30_000

/** A list that belongs to something, such as the replies of a thread; read page by page. */
export function createPages<Item extends { id: number }>({ read, isFull }: Definition<Item>): Pages<Item> {
  const $state = atom<PagesState<Item>>({ status: 'loading' })
  const ahead = new Map<number, { at: number; page: Promise<Item[]> }>()
  let shown: number | null = null
  /** The last one that the server listed: what was added here does not move the key, or what lies between were lost. */
  let last: Item | undefined
  const added = new Set<number>()

  function firstPage(owner: number): Promise<Item[]> {
    const asked = ahead.get(owner)
    ahead.delete(owner)
    return asked && Date.now() - asked.at < fresh ? asked.page : read(owner, undefined)
  }

  async function load(owner: number) {
    try {
      const page = await firstPage(owner)
      if (owner !== shown) return
      last = page.at(-1)
      added.clear()
      $state.set({ status: 'loaded', items: page, hasMore: isFull(page) })
    } catch (error) {
      if (owner !== shown) return
      const isOffline = error instanceof ConnectionError
      $state.set({ status: isOffline ? 'offline' : 'failed' })
      if (isOffline) addEventListener('online', () => reload(), { once: true })
    }
  }

  async function show(owner: number) {
    if (owner === shown && $state.get().status === 'loaded') return
    shown = owner
    $state.set({ status: 'loading' })
    await load(owner)
  }

  async function reload() {
    ahead.clear()
    if (shown !== null) await load(shown)
  }

  /** Reads the page behind the last one; true when more may follow. */
  async function readOn(): Promise<boolean> {
    const owner = shown
    if ($state.get().status !== 'loaded' || owner === null) return false
    const page = await read(owner, last)
    const now = $state.get()
    if (owner !== shown || now.status !== 'loaded') return false
    last = page.at(-1) ?? last
    const isListed = ({ id }: Item) => page.some((item) => item.id === id)
    for (const { id } of page) added.delete(id)
    const before = now.items.filter((item) => !added.has(item.id) && !isListed(item))
    const behind = now.items.filter((item) => added.has(item.id))
    const hasMore = isFull(page)
    $state.set({ status: 'loaded', items: [...before, ...page, ...behind], hasMore })
    return hasMore
  }

  async function loadMore() {
    const state = $state.get()
    if (state.status !== 'loaded' || !state.hasMore) return
    try {
      await readOn()
    } catch (error) {
      showError({ title: 'Error', description: sentenceOf(error) ?? messages.list.failed })
    }
  }

  async function add(item: Item) {
    added.add(item.id)
    change((items) => [...items.filter(({ id }) => id !== item.id), item])
    try {
      while (await readOn());
    } catch {
      // It stands at the end meanwhile, and whoever asks for more gets what is missing.
    }
  }

  function prefetch(owner: number) {
    if (owner === shown || Date.now() - (ahead.get(owner)?.at ?? 0) < fresh) return
    const page = read(owner, undefined)
    // Nobody waits for it yet; whoever comes asks again.
    page.catch(() => ahead.delete(owner))
    ahead.set(owner, { at: Date.now(), page })
  }

  function change(items: (before: Item[]) => Item[]) {
    const state = $state.get()
    if (state.status === 'loaded') $state.set({ ...state, items: items(state.items) })
  }

  return { $state, show, reload, loadMore, prefetch, change, add }
}
