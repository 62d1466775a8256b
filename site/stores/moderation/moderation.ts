import { atom, computed, onSet } from 'nanostores'
import type { ModerationItem, readQueue } from '../../../contract/moderation.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { addressOf, defaultFilter, filterFrom, type QueueFilter } from '../../lib/queue-filter.ts'
import { $itemChanges } from '../admin/history.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { keepInAddress } from '../lists/list-address.ts'
import { $may } from '../rights.ts'

const pageSize = 50
/** Milliseconds for which the queue is fresh (administration §9). */
const freshFor = 30_000

/** The queue under the current filter, which is kept in the address. */
export const queue = createEditableList<ModerationItem, QueueFilter>({
  query: null,
  freshFor,
  failed: messages.moderation.loadFailed,
  async read({ status, violationType, contentType }, last) {
    const items = await call<typeof readQueue>('GET', '/api/moderation/queue', {
      query: {
        status,
        limit: String(pageSize),
        ...(violationType !== 'all' && { violationType }),
        ...(contentType !== 'all' && { contentType }),
        ...(last && (status === 'decided' ? { before: String(last.id) } : { after: String(last.id) })),
      },
    })
    return { items, hasMore: items.length === pageSize }
  },
})

export const $filter = computed(queue.$query, (filter) => filter ?? defaultFilter)
/** The item that the keys a and r decide on. */
export const $current = atom<number | null>(null)
/** Items whose author changed the text while it was listed. */
export const $changed = atom<readonly number[]>([])
export const $selected = atom<readonly number[]>([])

/** The selected ones that are still listed. */
export const $selectedItems = computed([queue.$state, $selected], (state, selected) =>
  state.status === 'loaded' ? state.items.filter(({ id }) => selected.includes(id)) : [],
)

/** True when the filter may hide something that is waiting. */
export const $isNarrowed = computed($filter, (filter) => addressOf(filter) !== addressOf(defaultFilter))

const showQueue = keepInAddress(queue, { queryFrom: filterFrom, addressOf })

export const chooseFilter = (change: Partial<QueueFilter>) => showQueue({ ...$filter.get(), ...change })
export const clearFilter = () => showQueue(defaultFilter)

queue.$query.listen(() => {
  $selected.set([])
  $changed.set([])
  $current.set(null)
})

onSet(queue.$state, ({ newValue }) => {
  const before = queue.$state.value
  if (before?.status !== 'loaded' || newValue.status !== 'loaded') return
  const read = new Map(before.items.map(({ id, revision }) => [id, revision]))
  const changed = newValue.items.filter(({ id, revision }) => (read.get(id) ?? revision) !== revision)
  if (changed.length > 0) $changed.set([...$changed.get(), ...changed.map(({ id }) => id)])
})

// When the current item was decided, here or by someone else, the next one becomes current.
onSet(queue.$state, ({ newValue }) => {
  const before = queue.$state.value
  const current = $current.get()
  if (current === null || before?.status !== 'loaded' || newValue.status !== 'loaded') return
  const ids = newValue.items.map(({ id }) => id)
  if (ids.includes(current)) return
  const at = before.items.findIndex(({ id }) => id === current)
  const next = before.items.slice(0, at).filter(({ id }) => ids.includes(id)).length
  $current.set(ids[next] ?? ids.at(-1) ?? null)
})

// The queue is reloaded when people come back to the page after a while.
onBrowserMount(queue.$state, () => {
  const look = () => {
    if (!document.hidden && $may.get()('forum')) void queue.reloadIfStale()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
})

$itemChanges.listen(queue.invalidate)

export function toggle(id: number): void {
  const selected = $selected.get()
  $selected.set(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
}

export function selectAll(isSelected: boolean): void {
  const state = queue.$state.get()
  $selected.set(isSelected && state.status === 'loaded' ? state.items.map(({ id }) => id) : [])
}

/** Moves up or down by one; to the first item when none is current. */
export function step(by: 1 | -1): number | null {
  const state = queue.$state.get()
  if (state.status !== 'loaded' || state.items.length === 0) return null
  const at = state.items.findIndex(({ id }) => id === $current.get())
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), state.items.length - 1)
  $current.set(state.items[next]?.id ?? null)
  return $current.get()
}
