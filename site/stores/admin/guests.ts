import { atom, computed } from 'nanostores'
import type { listRsvps, Rsvp, removeRsvp } from '../../../contract/rsvps.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { $may, $shownEvents } from '../rights.ts'
import { campaignEventList } from './admin-campaign-events.ts'

const $eventId = atom<number | null>(null)

/** The event whose guests are shown, from the list of events; null: none. */
export const $guestListEvent = computed([$eventId, campaignEventList.$state], (id, state) =>
  state.status === 'loaded' ? (state.items.find((event) => event.id === id) ?? null) : null,
)

/** The same for a person who may not read that list. */
export const $ownGuestListEvent = computed(
  [$eventId, $shownEvents],
  (id, events) => events.find((event) => event.id === id) ?? null,
)

/** After a change of guests: the list of events counts seats. */
export const reloadEvents = async (): Promise<void> => {
  if ($may.get()('events')) await campaignEventList.reload()
}

export const openGuests = (campaignEventId: number) => $eventId.set(campaignEventId)
export const closeGuests = () => $eventId.set(null)

const maxGuests = 1000

type ReadGuests = ReturnType<typeof newestFirst<Rsvp, object>>

/** A list in the order of names needs them all; more than a thousand guests come in parts. */
const allGuests =
  (read: ReadGuests): ReadGuests =>
  async (query, last) => {
    const first = await read(query, last)
    const items = [...first.items]
    let { hasMore = false } = first
    while (hasMore && items.length < maxGuests) {
      const next = await read(query, items.at(-1))
      items.push(...next.items)
      hasMore = next.hasMore ?? false
    }
    return { items, hasMore }
  }

/** Everyone who registered for an event, and a way to remove a guest: their seat goes to the next person in line. */
export function createGuestList(campaignEventId: number) {
  const list = createEditableList<Rsvp, object>({
    query: {},
    failed: messages.guests.loadFailed,
    read: allGuests(
      newestFirst((query) =>
        call<typeof listRsvps>('GET', '/api/admin/events/:id/rsvps', { params: { id: campaignEventId }, query }),
      ),
    ),
  })
  const removeGuest = (rsvpId: number) =>
    list.act(rsvpId, {
      async request() {
        const params = { id: campaignEventId, rsvpId }
        await call<typeof removeRsvp>('DELETE', '/api/admin/events/:id/rsvps/:rsvpId', { params })
        // Someone on the waiting list may have moved up.
        await Promise.all([list.reload(), reloadEvents()])
        return undefined
      },
      done: messages.guests.removed,
      failed: messages.guests.removeFailed,
    })
  return { list, removeGuest }
}
