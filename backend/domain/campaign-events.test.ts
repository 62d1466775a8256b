import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type CampaignEventEvent, campaignEvents } from './campaign-events.ts'
import { stateAfter } from './decider.ts'

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
const later = { ...rally, startTime: '19:00' }
const created: CampaignEventEvent = { type: 'CampaignEventCreated', data: rally }
const edited: CampaignEventEvent = { type: 'CampaignEventEdited', data: later }
const cancelled: CampaignEventEvent = { type: 'CampaignEventCancelled', data: { campaignEventId: 7 } }
const deleted: CampaignEventEvent = { type: 'CampaignEventDeleted', data: { campaignEventId: 7 } }
const restored: CampaignEventEvent = { type: 'CampaignEventRestored', data: { campaignEventId: 7 } }

const create = { type: 'CreateCampaignEvent', data: rally } as const
const edit = { type: 'EditCampaignEvent', data: later } as const
const cancel = { type: 'CancelCampaignEvent', data: { campaignEventId: 7 } } as const
const remove = { type: 'DeleteCampaignEvent', data: { campaignEventId: 7 } } as const
const restore = { type: 'RestoreCampaignEvent', data: { campaignEventId: 7 } } as const

describe('creating an event', () => {
  it('records its details', () => given(campaignEvents, []).when(create).then([created]))
  it('is rejected when the id is already taken', () => given(campaignEvents, [created]).when(create).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(campaignEvents, [created, deleted]).when(create).then('conflict'))
})

describe('an event that an edit hides', () => {
  const hidden: CampaignEventEvent = { type: 'CampaignEventEdited', data: { ...rally, isActive: false } }
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
    const data = { ...rally, ...change }
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
