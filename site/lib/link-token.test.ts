import { afterEach, expect, it, vi } from 'vitest'
import { takeLinkToken } from './link-token.ts'

afterEach(() => vi.unstubAllGlobals())

it('the token of a link is found beside whatever mail programs and trackers append', () => {
  for (const [search, hash] of [
    ['?token=a-b_c.d&utm_source=x', ''],
    ['?fbclid=y&token=a-b_c.d', ''],
    ['?token=a-b_c.d?utm_source=x', ''],
    ['?utm_source=x', '#token=a-b_c.d'],
  ] as const) {
    const href = `https://campaign.example/login/verify${search}${hash}`
    vi.stubGlobal('location', { search, hash, href })
    vi.stubGlobal('history', { state: null, replaceState: () => {} })
    expect([search, takeLinkToken()]).toEqual([search, 'a-b_c.d'])
  }
})
