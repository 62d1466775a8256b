import { atom } from 'nanostores'
import type {
  AdminCampaignEvent,
  CampaignEventDetails,
  cancelCampaignEvent,
  createCampaignEvent,
  deleteCampaignEvent,
  editCampaignEvent,
  listAllCampaignEvents,
} from '../../../contract/campaign-events.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form, type Read } from '../form.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { showToast } from '../toasts.ts'

export const campaignEventList = createEditableList<AdminCampaignEvent, object>({
  query: {},
  failed: messages.event.loadFailed,
  read: newestFirst((query) => call<typeof listAllCampaignEvents>('GET', '/api/admin/events', { query })),
})
/** The event in the dialog: one from the list, 'new', or null while it is closed. */
export const $edited = atom<AdminCampaignEvent | 'new' | null>(null)

export const deleteEvent = (id: number) =>
  campaignEventList.actAndRemove(
    id,
    () => call<typeof deleteCampaignEvent>('DELETE', '/api/admin/events/:id', { params: { id } }),
    { done: messages.event.deleted, failed: messages.event.deleteFailed },
  )

export const cancelEvent = (id: number) =>
  campaignEventList.act(id, {
    request: () => call<typeof cancelCampaignEvent>('POST', '/api/admin/events/:id/cancel', { params: { id } }),
    done: messages.event.cancelled,
    failed: messages.event.cancelFailed,
  })

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

/** The dialog's form: creates or edits an event. */
export const eventForm = (edited: AdminCampaignEvent | 'new'): Form =>
  createForm({
    required: ['title', 'eventDate'],
    missing: messages.event.missing,
    failed: edited === 'new' ? messages.event.createFailed : messages.event.updateFailed,
    showsServerMessage: true,
    check,
    async send(read) {
      const body = detailsIn(read)
      if (edited === 'new') {
        campaignEventList.prepend(await call<typeof createCampaignEvent>('POST', '/api/admin/events', { body }))
        showToast(messages.event.created)
      } else {
        const params = { id: edited.id }
        campaignEventList.replace(
          await call<typeof editCampaignEvent>('PUT', '/api/admin/events/:id', { params, body }),
        )
        showToast(messages.event.updated)
      }
      $edited.set(null)
    },
  })
