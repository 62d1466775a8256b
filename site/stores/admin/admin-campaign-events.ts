import { atom } from 'nanostores'
import type {
  AdminCampaignEvent,
  CampaignEventDetails,
  cancelCampaignEvent,
  createCampaignEvent,
  deleteCampaignEvent,
  editCampaignEvent,
  listAllCampaignEvents,
  restoreCampaignEvent,
} from '../../../contract/campaign-events.ts'
import { call, callForPage } from '../../lib/api.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import type { Read } from '../form.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'
import { createRowActions } from './rows.ts'

export const campaignEventList = createAdminList<AdminCampaignEvent>({
  tab: 'campaign-events',
  sort: '-createdAt',
  filters: ['status', 'when', 'category'],
  failed: messages.event.loadFailed,
  read: (query) => callForPage<typeof listAllCampaignEvents>('/api/admin/events', { query }),
})

export const eventActions = createRowActions(campaignEventList, rowMessages('event'), {
  remove: (id) => call<typeof deleteCampaignEvent>('DELETE', '/api/admin/events/:id', { params: { id } }),
  restore: (id) => call<typeof restoreCampaignEvent>('POST', '/api/admin/events/:id/restore', { params: { id } }),
})

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

/** The consequences of a save for guests, with a callback for the dialog’s answer. */
export const $saveQuestion = atom<{ detail: string; answer: (isSure: boolean) => void } | null>(null)

/** One sentence per consequence; none for an event that is over or cancelled. */
function consequences(read: Read, event: AdminCampaignEvent): string[] {
  const { isActive, status, capacity, seatsTaken, waiting } = event
  const guests = seatsTaken + waiting
  if (status === 'completed' || status === 'cancelled') return []
  const isHidden = isActive && read('isActive') !== 'on' && (capacity !== null || guests > 0)
  const isUnlimited = capacity !== null && read('capacity') === '' && status === 'upcoming'
  return [
    ...(isHidden ? [`It leaves the calendar for now. Guests who get an email about it: ${guests}.`] : []),
    ...(isUnlimited
      ? [
          `Without a capacity, no one else can register. People on the waiting list who get a seat and an email: ${waiting}.`,
        ]
      : []),
  ]
}

async function confirmSave(read: Read, event: AdminCampaignEvent): Promise<boolean> {
  const detail = consequences(read, event).join(' ')
  if (detail === '') return true
  const isSure = await new Promise<boolean>((answer) => $saveQuestion.set({ detail, answer }))
  $saveQuestion.set(null)
  return isSure
}

export const eventEditor = createRowEditor({
  list: campaignEventList,
  words: messages.event,
  required: ['title', 'eventDate'],
  check,
  confirm: confirmSave,
  bodyOf: detailsIn,
  create: (body) => call<typeof createCampaignEvent>('POST', '/api/admin/events', { body }),
  save: (id, body, revision) =>
    call<typeof editCampaignEvent>('PUT', '/api/admin/events/:id', { params: { id }, body, revision }),
})
