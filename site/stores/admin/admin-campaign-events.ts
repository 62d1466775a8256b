import { atom } from 'nanostores'
import type * as api from '../../../contract/campaign-events.ts'
import type { campaignEvent } from '../../../records/campaign-events.ts'
import { day } from '../../../records/durations.ts'
import { call, callForPage } from '../../lib/api.ts'
import { clockTime, weekdayAndDate } from '../../lib/dates.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import type { Read } from '../form.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'
import { createRowActions } from './rows.ts'

const words = rowMessages('event')

export const campaignEventList = createAdminList<api.AdminCampaignEvent>({
  tab: 'campaign-events',
  sort: '-createdAt',
  filters: ['status', 'when', 'category'],
  failed: words.loadFailed,
  read: (query) => callForPage<typeof api.listAllCampaignEvents>('/api/admin/events', { query }),
})

export const eventActions = createRowActions(campaignEventList, words, {
  remove: (id) => call<typeof api.deleteCampaignEvent>('DELETE', '/api/admin/events/:id', { params: { id } }),
  restore: (id) => call<typeof api.restoreCampaignEvent>('POST', '/api/admin/events/:id/restore', { params: { id } }),
})

/** Number of people who have registered, with or without a seat. */
export const guestsOf = ({ seatsTaken, waiting }: api.AdminCampaignEvent) => seatsTaken + waiting

export const cancelEvent = (id: number, noteToGuests: string | null) =>
  campaignEventList.act(id, {
    request: () =>
      call<typeof api.cancelCampaignEvent>('POST', '/api/admin/events/:id/cancel', {
        params: { id },
        body: { noteToGuests },
      }),
    done: messages.event.cancelled,
    failed: messages.event.cancelFailed,
  })

const check = (read: Read): { [field: string]: string } =>
  /^(?:[1-9]\d{0,6})?$/.test(read('capacity')) ? {} : { capacity: 'Use a whole number from 1 to 1,000,000.' }

/** A question before a save, with a callback for the dialog’s answer. */
export const $saveQuestion = atom<{
  question: string
  detail: string
  confirm: string
  answer: (isSure: boolean) => void
} | null>(null)

const isOver = ({ status }: api.AdminCampaignEvent) => status === 'completed' || status === 'cancelled'

/** True when guests will get an email about what the form says now. */
export function tellsGuests(read: Read, event: api.AdminCampaignEvent): boolean {
  if (isOver(event) || guestsOf(event) === 0) return false
  const isActive = read('isActive') === 'on'
  if (event.isActive !== isActive) return true
  const places = ['eventDate', 'startTime', 'endTime', 'location'] as const
  const isElsewhere = places.some((name) => read(name) !== (event[name] ?? ''))
  return isActive && isElsewhere
}

/** One sentence per consequence; none for an event that is over or cancelled. */
function consequences(read: Read, event: api.AdminCampaignEvent): string[] {
  const { isActive, status, capacity, waiting } = event
  const guests = guestsOf(event)
  if (isOver(event)) return []
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

/** An end that is not after the start is on the next day, unless it was mistyped: the form asks about new times. */
function nextDayQuestion(read: Read, event: api.AdminCampaignEvent | 'new') {
  const [date, start, end] = [read('eventDate'), read('startTime'), read('endTime')]
  if (start === '' || end === '' || end > start) return null
  if (event !== 'new' && event.startTime === start && event.endTime === end) return null
  const nextDay = new Date(Date.parse(date) + day).toISOString().slice(0, 10)
  return {
    question: 'Ends the next day?',
    detail: `It starts on ${weekdayAndDate(date)} at ${clockTime(start)}, and would end on ${weekdayAndDate(nextDay)} at ${clockTime(end)}.`,
    confirm: 'Yes, the next day',
  }
}

function guestsQuestion(read: Read, event: api.AdminCampaignEvent | 'new') {
  const detail = event === 'new' ? '' : consequences(read, event).join(' ')
  return detail === ''
    ? null
    : { question: 'Are you sure you want to save these changes?', detail, confirm: 'Save changes' }
}

async function confirmSave(read: Read, event: api.AdminCampaignEvent | 'new'): Promise<boolean> {
  for (const question of [nextDayQuestion(read, event), guestsQuestion(read, event)]) {
    if (question === null) continue
    const isSure = await new Promise<boolean>((answer) => $saveQuestion.set({ ...question, answer }))
    $saveQuestion.set(null)
    if (!isSure) return false
  }
  return true
}

export const eventEditor = createRowEditor({
  list: campaignEventList,
  words: { ...words, ...messages.event },
  required: ['title', 'eventDate'],
  check,
  confirm: confirmSave,
  bodyOf: (read, written: Written<typeof campaignEvent>) => ({
    ...written,
    capacity: read('capacity') === '' ? null : Number(read('capacity')),
    isActive: read('isActive') === 'on',
    noteToGuests: read('noteToGuests') || null,
  }),
  create: ({ noteToGuests, ...body }) => call<typeof api.createCampaignEvent>('POST', '/api/admin/events', { body }),
  save: (id, body, revision) =>
    call<typeof api.editCampaignEvent>('PUT', '/api/admin/events/:id', { params: { id }, body, revision }),
})
