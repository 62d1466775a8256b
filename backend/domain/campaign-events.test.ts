import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import { type CampaignEventEvent, campaignEvents } from './campaign-events.ts'

const rally = {
  campaignEventId: 7,
  title: 'Rally on the square',
  description: null,
  location: 'Lafayette',
  eventDate: '2026-05-09',
  startTime: '18:30',
  endTime: null,
  category: 'rally',
  capacity: 40,
  imageUrl: null,
  isActive: true,
}
const later = { ...rally, startTime: '19:00', noteToGuests: null }
const created: CampaignEventEvent = { type: 'CampaignEventCreated', data: rally }
const edited: CampaignEventEvent = { type: 'CampaignEventEdited', data: later }
const cancelled: CampaignEventEvent = {
  type: 'CampaignEventCancelled',
  data: { campaignEventId: 7, noteToGuests: null },
}
const deleted: CampaignEventEvent = { type: 'CampaignEventDeleted', data: { campaignEventId: 7 } }
const restored: CampaignEventEvent = { type: 'CampaignEventRestored', data: { campaignEventId: 7 } }

const create = { type: 'CreateCampaignEvent', data: rally } as const
const edit = { type: 'EditCampaignEvent', data: later } as const
const cancel = { type: 'CancelCampaignEvent', data: { campaignEventId: 7, noteToGuests: null } } as const
const remove = { type: 'DeleteCampaignEvent', data: { campaignEventId: 7 } } as const
const restore = { type: 'RestoreCampaignEvent', data: { campaignEventId: 7 } } as const

describe('creating an event', () => {
  it('records its details', () => given(campaignEvents, []).when(create).then([created]))
  it('is rejected when the id is already taken', () => given(campaignEvents, [created]).when(create).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(campaignEvents, [created, deleted]).when(create).then('conflict'))
})

describe('an event that an edit hides', () => {
  const hidden: CampaignEventEvent = {
    type: 'CampaignEventEdited',
    data: { ...rally, isActive: false, noteToGuests: null },
  }
  const moved: CampaignEventEvent = { type: 'CampaignEventEdited', data: { ...later, isActive: false } }
  const isHidden = (...history: CampaignEventEvent[]) => {
    const state = stateAfter(campaignEvents, history)
    return 'details' in state && state.isHidden
  }
  it('is recorded, and repeating it does nothing', () => {
    const hide = { type: 'EditCampaignEvent', data: hidden.data } as const
    given(campaignEvents, [created]).when(hide).then([hidden])
    given(campaignEvents, [created, hidden]).when(hide).thenNothing()
  })
  it('stays hidden through edits, a deletion and a restoration, until an admin shows it', () => {
    expect(isHidden(created)).toBe(false)
    expect(isHidden(created, hidden)).toBe(true)
    expect(isHidden(created, hidden, moved)).toBe(true)
    expect(isHidden(created, hidden, deleted, restored)).toBe(true)
    expect(isHidden(created, hidden, edited)).toBe(false)
  })
  it('is not an event that was restored or created inactive: guests were not told', () => {
    expect(isHidden(created, deleted, restored)).toBe(false)
    expect(isHidden(created, deleted, restored, moved)).toBe(false)
    expect(isHidden({ type: 'CampaignEventCreated', data: hidden.data }, moved)).toBe(false)
  })
})

describe('editing an event', () => {
  it('records all its details', () => given(campaignEvents, [created]).when(edit).then([edited]))
  it('does nothing when nothing changes', () => given(campaignEvents, [created, edited]).when(edit).thenNothing())
  it.each([
    { title: 'Another' },
    { description: 'New' },
    { location: null },
    { eventDate: '2026-05-10' },
    { startTime: null },
    { endTime: '20:00' },
    { category: 'summit' },
    { capacity: null },
    { imageUrl: 'https://example.org/a.jpg' },
    { isActive: false },
  ])('notices the change %o', (change) => {
    const data = { ...rally, ...change, noteToGuests: null }
    given(campaignEvents, [created])
      .when({ type: 'EditCampaignEvent', data })
      .then([{ type: 'CampaignEventEdited', data }])
  })
  it('is allowed for a cancelled one, which stays cancelled', () => {
    given(campaignEvents, [created, cancelled]).when(edit).then([edited])
    given(campaignEvents, [created, cancelled, edited]).when(cancel).thenNothing()
  })
  it('is rejected when there is no such event', () => given(campaignEvents, []).when(edit).then('not_found'))
  it('is rejected once it is deleted', () => given(campaignEvents, [created, deleted]).when(edit).then('not_found'))
})

describe('cancelling an event', () => {
  it('records it', () => given(campaignEvents, [created, edited]).when(cancel).then([cancelled]))
  it('does nothing the second time', () => given(campaignEvents, [created, cancelled]).when(cancel).thenNothing())
  it('is rejected when there is no such event', () => given(campaignEvents, []).when(cancel).then('not_found'))
  it('is rejected once it is deleted', () => given(campaignEvents, [created, deleted]).when(cancel).then('not_found'))
})

describe('a note to guests', () => {
  const noteToGuests = 'The town hall has a broken pipe.'
  const edit = (changes: object) =>
    ({ type: 'EditCampaignEvent', data: { ...rally, ...changes, noteToGuests } }) as const
  const hidden: CampaignEventEvent = { type: 'CampaignEventEdited', data: { ...later, isActive: false } }
  it.each([
    { eventDate: '2026-05-10' },
    { startTime: null },
    { endTime: '20:00' },
    { location: null },
    { isActive: false },
  ])('is recorded with the change %o, which guests get an email about', (change) => {
    const command = edit(change)
    given(campaignEvents, [created])
      .when(command)
      .then([{ type: 'CampaignEventEdited', data: command.data }])
  })
  it('is recorded when the event comes back', () => {
    const command = edit({ isActive: true })
    given(campaignEvents, [created, hidden])
      .when(command)
      .then([{ type: 'CampaignEventEdited', data: command.data }])
  })
  it('is rejected with a change that guests get no email about', () => {
    given(campaignEvents, [created])
      .when(edit({ title: 'Rally!' }))
      .then('conflict')
    given(campaignEvents, [created, hidden])
      .when(edit({ location: null, isActive: false }))
      .then('conflict')
    given(campaignEvents, [created, deleted, restored]).when(edit({})).then('conflict')
    given(campaignEvents, [created, cancelled])
      .when(edit({ location: null }))
      .then('conflict')
  })
  it('alone changes nothing', () => given(campaignEvents, [created]).when(edit({})).thenNothing())
  it('is recorded with a cancellation', () => {
    const data = { campaignEventId: 7, noteToGuests }
    given(campaignEvents, [created])
      .when({ type: 'CancelCampaignEvent', data })
      .then([{ type: 'CampaignEventCancelled', data }])
  })
})

describe('deleting an event', () => {
  it('records it, cancelled or not', () => {
    given(campaignEvents, [created]).when(remove).then([deleted])
    given(campaignEvents, [created, cancelled]).when(remove).then([deleted])
  })
  it('does nothing the second time', () => given(campaignEvents, [created, deleted]).when(remove).thenNothing())
  it('is rejected when there is no such event', () => given(campaignEvents, []).when(remove).then('not_found'))
})

describe('restoring an event', () => {
  it('records it', () => given(campaignEvents, [created, deleted]).when(restore).then([restored]))
  it('keeps its details, but leaves it inactive until an admin edits it', () => {
    const history = [created, edited, deleted, restored]
    given(campaignEvents, history)
      .when({ type: 'EditCampaignEvent', data: { ...later, isActive: false } })
      .thenNothing()
    given(campaignEvents, history).when(edit).then([edited])
  })
  it('does not undo a cancellation', () =>
    given(campaignEvents, [created, cancelled, deleted, restored]).when(cancel).thenNothing())
  it('does nothing when it is not deleted', () => {
    given(campaignEvents, [created]).when(restore).thenNothing()
    given(campaignEvents, [created, deleted, restored]).when(restore).thenNothing()
  })
  it('is rejected when there is no such event', () => given(campaignEvents, []).when(restore).then('not_found'))
})
