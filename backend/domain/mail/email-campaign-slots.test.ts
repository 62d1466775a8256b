import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type EmailCampaignSlotEvent, emailCampaignSlots } from './email-campaign-slots.ts'

const first = { slot: 'volunteer-update', campaignId: 7, contentHash: 'aa', at: '2026-03-01T12:00:00.000Z' }
const taken: EmailCampaignSlotEvent = { type: 'CampaignSlotTaken', data: first }
const released: EmailCampaignSlotEvent = {
  type: 'CampaignSlotReleased',
  data: { slot: 'volunteer-update', campaignId: 7 },
}
const next = { slot: 'volunteer-update', campaignId: 8, contentHash: 'bb', at: '2026-03-01T12:05:00.000Z' }
const take = (data: typeof next, ended: number[]) => ({ type: 'TakeCampaignSlot', data: { ...data, ended } }) as const

describe('the sending slot of a kind of campaign', () => {
  it('goes to the first email campaign that asks', () =>
    given(emailCampaignSlots, []).when(take(first, [])).then([taken]))
  it('is held while that email campaign is being sent', () =>
    given(emailCampaignSlots, [taken]).when(take(next, [])).then('conflict'))
  it('is free when that email campaign is over', () =>
    given(emailCampaignSlots, [taken])
      .when(take(next, [7]))
      .then([{ type: 'CampaignSlotTaken', data: next }]))
  it('refuses the same text within 10 minutes', () => {
    const same = { ...next, contentHash: 'aa' }
    given(emailCampaignSlots, [taken])
      .when(take(same, [7]))
      .then('conflict')
    const later = { ...same, at: '2026-03-01T12:10:00.000Z' }
    given(emailCampaignSlots, [taken])
      .when(take(later, [7]))
      .then([{ type: 'CampaignSlotTaken', data: later }])
  })
  it('also remembers the text before the last one', () =>
    given(emailCampaignSlots, [taken, { type: 'CampaignSlotTaken', data: next }])
      .when(take({ ...next, contentHash: 'aa', campaignId: 9 }, [7, 8]))
      .then('conflict'))
  it('forgets an email campaign that could not be sent', () => {
    const release = { type: 'ReleaseCampaignSlot', data: { slot: 'volunteer-update', campaignId: 7 } } as const
    given(emailCampaignSlots, [taken]).when(release).then([released])
    given(emailCampaignSlots, [taken, released]).when(release).thenNothing()
    const same = { ...next, contentHash: 'aa' }
    given(emailCampaignSlots, [taken, released])
      .when(take(same, []))
      .then([{ type: 'CampaignSlotTaken', data: same }])
  })
})
