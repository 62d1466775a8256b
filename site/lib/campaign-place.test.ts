import { expect, test } from 'vitest'
import { campaignAddress, campaignPlaceIn } from './campaign-place.ts'

test('without a tab, the address shows the segments', () => {
  expect(campaignPlaceIn('')).toEqual({ tab: 'segments', campaign: null, compose: null })
})

test.each([
  [{ tab: 'send' } as const, '/email-campaigns?tab=send'],
  [{ tab: 'send', campaign: 7 } as const, '/email-campaigns?tab=send&campaign=7'],
  [{ tab: 'send', compose: 'new' } as const, '/email-campaigns?tab=send&compose=new'],
  [{ tab: 'send', compose: 12 } as const, '/email-campaigns?tab=send&compose=12'],
  [{ tab: 'analytics', campaign: 7 } as const, '/email-campaigns?tab=analytics&campaign=7'],
])('a place and its address match in both directions: %o', (place, address) => {
  expect(campaignAddress(place)).toBe(address)
  expect(campaignPlaceIn(address.slice(address.indexOf('?')))).toEqual({ campaign: null, compose: null, ...place })
})

test('unknown parameters are ignored', () => {
  expect(campaignPlaceIn('?tab=money').tab).toBeNull()
  expect(campaignPlaceIn('?tab=send&campaign=-1&compose=maybe')).toEqual({ tab: 'send', campaign: null, compose: null })
  expect(campaignPlaceIn('?tab=analytics&compose=new').compose).toBeNull()
})

test('a list keeps its search in the same address', () => {
  expect(campaignAddress({ tab: 'send', campaign: 7 }, [['status', 'failed']])).toBe(
    '/email-campaigns?tab=send&campaign=7&status=failed',
  )
})
