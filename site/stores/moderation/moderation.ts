import { atom, computed } from 'nanostores'
import type { ModerationItem, readQueue } from '../../../contract/moderation.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { addressOf, defaultFilter, filterFrom, type QueueFilter } from '../../lib/queue-filter.ts'
import { $erasures } from '../admin/history.ts'
import { showError } from '../toasts.ts'

const pageSize = 50
/** Milliseconds for which a queue is taken as current (administration §9). */
const fresh = 30_000

export type QueueState =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'loaded'; items: ModerationItem[]; hasMore: boolean }

export const $filter = atom<QueueFilter>(defaultFilter)
export const $queue = atom<QueueState>({ status: 'loading' })
/** The item that the keys a and r decide. */
export const $current = atom<number | null>(null)
export const $selected = atom<readonly number[]>([])

/** The chosen ones that are still listed. */
export const $selectedItems = computed([$queue, $selected], (queue, selected) =>
  queue.status === 'loaded' ? queue.items.filter(({ id }) => selected.includes(id)) : [],
)

let loadedAt = 0
/** Which reading is the newest: an older one that answers later knows of decisions not yet. */
let reading = 0

async function page(last?: ModerationItem): Promise<ModerationItem[]> {
  const { status, violationType, contentType } = $filter.get()
  return call<typeof readQueue>('GET', '/api/moderation/queue', {
    query: {
      status,
      limit: String(pageSize),
      ...(violationType !== 'all' && { violationType }),
      ...(contentType !== 'all' && { contentType }),
      ...(last && (status === 'decided' ? { before: String(last.id) } : { after: String(last.id) })),
    },
  })
}

/** Reads the queue again, as far as it is listed; what is shown meanwhile stays. */
export async function loadQueue(): Promise<void> {
  reading += 1
  const mine = reading
  const state = $queue.get()
  const listed = state.status === 'loaded' ? state.items.length : 0
  try {
    const items = await page()
    let last = items.length
    while (last === pageSize && items.length < listed) {
      const more = await page(items.at(-1))
      items.push(...more)
      last = more.length
    }
    if (mine !== reading) return
    loadedAt = Date.now()
    keepCurrent(items)
    $queue.set({ status: 'loaded', items, hasMore: last === pageSize })
  } catch {
    if (mine === reading && $queue.get().status !== 'loaded') $queue.set({ status: 'failed' })
  }
}

/** Where somebody else decided the current one, the keys go on with the one after it. */
function keepCurrent(items: readonly ModerationItem[]): void {
  const current = $current.get()
  if (current === null || items.some(({ id }) => id === current)) return
  $current.set((items.find(({ id }) => id > current) ?? items.at(-1))?.id ?? null)
}

export async function loadMoreQueue(): Promise<void> {
  const state = $queue.get()
  if (state.status !== 'loaded' || !state.hasMore) return
  const mine = reading
  try {
    const more = await page(state.items.at(-1))
    if (mine !== reading || state !== $queue.get()) return
    $queue.set({ status: 'loaded', items: [...state.items, ...more], hasMore: more.length === pageSize })
  } catch {
    showError({ title: 'Error', description: messages.moderation.loadFailed })
  }
}

/** Whether something that waits may be hidden by what was chosen. */
export const $isNarrowed = computed([$filter], (filter) => addressOf(filter) !== addressOf(defaultFilter))

export const clearFilter = () => chooseFilter(defaultFilter)

/** The address follows, and the browser's back button leads to the choice before. */
export function chooseFilter(change: Partial<QueueFilter>): void {
  const before = $filter.get()
  const filter = { ...before, ...change }
  if (addressOf(filter) !== addressOf(before)) history.pushState(null, '', addressOf(filter))
  show(filter)
}

function show(filter: QueueFilter): void {
  $filter.set(filter)
  $selected.set([])
  $current.set(null)
  $queue.set({ status: 'loading' })
  void loadQueue()
}

/** A step to a place in the page, by the skip link say, chooses nothing. */
function followAddress(): void {
  const filter = filterFrom(location.search)
  if (addressOf(filter) !== addressOf($filter.get())) show(filter)
}

/**
 * Loads what the address asks for, now and on every step back and forth, and again when somebody comes back to the page
 * after a while. Answers how to stop.
 */
export function openQueue(): () => void {
  const look = () => {
    if (!document.hidden && Date.now() - loadedAt > fresh) void loadQueue()
  }
  show(filterFrom(location.search))
  addEventListener('popstate', followAddress)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('popstate', followAddress)
    document.removeEventListener('visibilitychange', look)
  }
}

export function toggle(id: number): void {
  const selected = $selected.get()
  $selected.set(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
}

export function selectAll(isSelected: boolean): void {
  const state = $queue.get()
  $selected.set(isSelected && state.status === 'loaded' ? state.items.map(({ id }) => id) : [])
}

/** One further up or down; the first when none was current. */
export function step(by: 1 | -1): number | null {
  const state = $queue.get()
  if (state.status !== 'loaded' || state.items.length === 0) return null
  const at = state.items.findIndex(({ id }) => id === $current.get())
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), state.items.length - 1)
  $current.set(state.items[next]?.id ?? null)
  return $current.get()
}

/** Somebody decided it: it leaves the list. */
export function dropItem(id: number): void {
  const state = $queue.get()
  if (state.status !== 'loaded') return
  const at = state.items.findIndex((item) => item.id === id)
  const items = state.items.filter((item) => item.id !== id)
  // The keys go on with the next one.
  if ($current.get() === id) $current.set(items[Math.min(at, items.length - 1)]?.id ?? null)
  $queue.set({ ...state, items })
}

$erasures.listen(() => {
  if ($queue.get().status === 'loaded') void loadQueue()
})
