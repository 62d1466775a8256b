import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type CampaignSlotEvent, campaignSlots } from './campaign-slots.ts'

const first = { slot: 'volunteer-update', campaignId: 7, contentHash: 'aa', at: '2026-03-01T12:00:00.000Z' }
const taken: CampaignSlotEvent = { type: 'CampaignSlotTaken', data: first }
const released: CampaignSlotEvent = {
  type: 'CampaignSlotReleased',
  data: { slot: 'volunteer-update', campaignId: 7 },
}
const next = { slot: 'volunteer-update', campaignId: 8, contentHash: 'bb', at: '2026-03-01T12:05:00.000Z' }
const take = (data: typeof next, ended: number[]) => ({ type: 'TakeCampaignSlot', data: { ...data, ended } }) as const

describe('the sending slot of a kind of campaign', () => {
  it('goes to the first campaign that asks', () => given(campaignSlots, []).when(take(first, [])).then([taken]))
  it('is held while that campaign is being sent', () =>
    given(campaignSlots, [taken]).when(take(next, [])).then('conflict'))
  it('is free when that campaign is over', () =>
    given(campaignSlots, [taken])
      .when(take(next, [7]))
      .then([{ type: 'CampaignSlotTaken', data: next }]))
  it('refuses the same text within 10 minutes', () => {
    const same = { ...next, contentHash: 'aa' }
    given(campaignSlots, [taken])
      .when(take(same, [7]))
      .then('conflict')
    const later = { ...same, at: '2026-03-01T12:10:00.000Z' }
    given(campaignSlots, [taken])
      .when(take(later, [7]))
      .then([{ type: 'CampaignSlotTaken', data: later }])
  })
  it('also remembers the text before the last one', () =>
    given(campaignSlots, [taken, { type: 'CampaignSlotTaken', data: next }])
      .when(take({ ...next, contentHash: 'aa', campaignId: 9 }, [7, 8]))
      .then('conflict'))
  it('forgets a campaign that could not be sent', () => {
    const release = { type: 'ReleaseCampaignSlot', data: { slot: 'volunteer-update', campaignId: 7 } } as const
    given(campaignSlots, [taken]).when(release).then([released])
    given(campaignSlots, [taken, released]).when(release).thenNothing()
    const same = { ...next, contentHash: 'aa' }
    given(campaignSlots, [taken, released])
      .when(take(same, []))
      .then([{ type: 'CampaignSlotTaken', data: same }])
  })
})
