import { atom } from 'nanostores'
import type {
  AdminCampaignEvent,
  CampaignEventDetails,
  cancelCampaignEvent,
  createCampaignEvent,
  deleteCampaignEvent,
  editCampaignEvent,
  listAllCampaignEvents,
} from '../../contract/campaign-events.ts'
import { call, sentenceOf } from '../lib/api.ts'
import { type Message, messages } from '../lib/messages.ts'
import { createForm, type Form, type Read } from './form.ts'
import { showError, showToast } from './toasts.ts'

const pageSize = 50

export type CampaignEventsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; items: AdminCampaignEvent[]; hasMore: boolean }

export const $campaignEvents = atom<CampaignEventsState>({ status: 'loading' })
/** The event in the dialog: one of the list, a new one, or none. */
export const $edited = atom<AdminCampaignEvent | 'new' | null>(null)
/** Ids with a call under way. */
export const $busyEvents = atom<number[]>([])

const failure = ({ title }: Message, error: unknown): Message => ({
  title,
  description: sentenceOf(error) ?? 'Please try again.',
})

const page = (query: { limit: string; before?: string }) =>
  call<typeof listAllCampaignEvents>('GET', '/api/admin/events', { query })

export async function loadCampaignEvents(): Promise<void> {
  try {
    const items = await page({ limit: String(pageSize) })
    $campaignEvents.set({ status: 'loaded', items, hasMore: items.length === pageSize })
  } catch (error) {
    const { title, description } = failure({ title: 'Error loading events' }, error)
    $campaignEvents.set({ status: 'failed', message: `${title}: ${description}` })
  }
}

export async function loadMoreCampaignEvents(): Promise<void> {
  const state = $campaignEvents.get()
  if (state.status !== 'loaded' || !state.hasMore) return
  try {
    const older = await page({
      limit: String(pageSize),
      before: String(Math.min(...state.items.map(({ id }) => id))),
    })
    $campaignEvents.set({ status: 'loaded', items: [...state.items, ...older], hasMore: older.length === pageSize })
  } catch (error) {
    showError(failure({ title: 'Error loading events' }, error))
  }
}

function change(items: (before: AdminCampaignEvent[]) => AdminCampaignEvent[]) {
  const state = $campaignEvents.get()
  if (state.status === 'loaded') $campaignEvents.set({ ...state, items: items(state.items) })
}

const replace = (event: AdminCampaignEvent) =>
  change((items) => items.map((item) => (item.id === event.id ? event : item)))

/** One call per row at a time: a double click asks once. */
async function once(id: number, act: () => Promise<void>, done: Message, failed: Message): Promise<void> {
  if ($busyEvents.get().includes(id)) return
  $busyEvents.set([...$busyEvents.get(), id])
  try {
    await act()
    showToast(done)
  } catch (error) {
    showError(failure(failed, error))
  } finally {
    $busyEvents.set($busyEvents.get().filter((other) => other !== id))
  }
}

export const removeCampaignEvent = (id: number) =>
  once(
    id,
    async () => {
      await call<typeof deleteCampaignEvent>('DELETE', '/api/admin/events/:id', { params: { id } })
      change((items) => items.filter((item) => item.id !== id))
    },
    messages.event.deleted,
    messages.event.deleteFailed,
  )

export const callOffCampaignEvent = (id: number) =>
  once(
    id,
    async () =>
      replace(await call<typeof cancelCampaignEvent>('POST', '/api/admin/events/:id/cancel', { params: { id } })),
    messages.event.cancelled,
    messages.event.cancelFailed,
  )

function detailsIn(read: Read): CampaignEventDetails {
  const capacity = read('capacity')
  return {
    title: read('title'),
    description: read('description') || null,
    location: read('location') || null,
    eventDate: read('eventDate'),
    startTime: read('startTime') || null,
    endTime: read('endTime') || null,
    category: read('category') || 'campaign',
    capacity: capacity === '' ? null : Number(capacity),
    imageUrl: read('imageUrl') || null,
    isActive: read('isActive') === 'on',
  }
}

const check = (read: Read): { [field: string]: string } =>
  /^(?:[1-9]\d{0,6})?$/.test(read('capacity')) ? {} : { capacity: 'Use a whole number from 1 to 1,000,000.' }

/** The dialog's form: creates, or replaces what an event says. */
export const eventForm = (edited: AdminCampaignEvent | 'new'): Form =>
  createForm({
    required: ['title', 'eventDate'],
    missing: messages.event.required,
    failed: edited === 'new' ? messages.event.createFailed : messages.event.updateFailed,
    tellsServerMessage: true,
    check,
    async send(read) {
      const body = detailsIn(read)
      if (edited === 'new') {
        const created = await call<typeof createCampaignEvent>('POST', '/api/admin/events', { body })
        change((items) => [created, ...items])
        showToast(messages.event.created)
      } else {
        const params = { id: edited.id }
        replace(await call<typeof editCampaignEvent>('PUT', '/api/admin/events/:id', { params, body }))
        showToast(messages.event.updated)
      }
      $edited.set(null)
    },
  })
