import { expect, test } from 'vitest'
import { emailCampaignAddress, emailCampaignPlaceIn } from './email-campaign-place.ts'

test('without a tab, the address shows the segments', () => {
  expect(emailCampaignPlaceIn('')).toEqual({ tab: 'segments', emailCampaign: null, compose: null })
})

test.each([
  [{ tab: 'send' } as const, '/email-campaigns?tab=send'],
  [{ tab: 'send', emailCampaign: 7 } as const, '/email-campaigns?tab=send&campaign=7'],
  [{ tab: 'send', compose: 'new' } as const, '/email-campaigns?tab=send&compose=new'],
  [{ tab: 'send', compose: 12 } as const, '/email-campaigns?tab=send&compose=12'],
  [{ tab: 'analytics', emailCampaign: 7 } as const, '/email-campaigns?tab=analytics&campaign=7'],
])('a place and its address match in both directions: %o', (place, address) => {
  expect(emailCampaignAddress(place)).toBe(address)
  expect(emailCampaignPlaceIn(address.slice(address.indexOf('?')))).toEqual({
    emailCampaign: null,
    compose: null,
    ...place,
  })
})

test('unknown parameters are ignored', () => {
  expect(emailCampaignPlaceIn('?tab=money').tab).toBeNull()
  expect(emailCampaignPlaceIn('?tab=send&campaign=-1&compose=maybe')).toEqual({
    tab: 'send',
    emailCampaign: null,
    compose: null,
  })
  expect(emailCampaignPlaceIn('?tab=analytics&compose=new').compose).toBeNull()
})

test('a list keeps its search in the same address', () => {
  expect(emailCampaignAddress({ tab: 'send', emailCampaign: 7 }, [['status', 'failed']])).toBe(
    '/email-campaigns?tab=send&campaign=7&status=failed',
  )
})
