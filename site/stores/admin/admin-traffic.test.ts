import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

type Store = typeof import('./admin-traffic.ts')
let store: Store
let asked: string[]

beforeEach(async () => {
  vi.resetModules()
  asked = []
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { search: '?tab=traffic&from=2025-08-01' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('history', { pushState: () => {} })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(address.includes('summary') ? { days: [] } : { logs: [], total: 0 })
  })
  store = await import('./admin-traffic.ts')
})
afterEach(() => void vi.unstubAllGlobals())

const summaries = () => asked.filter((address) => address.includes('summary'))

it('the figures cover the days of the list, and are requested once per period', async () => {
  const stops = [store.trafficList.$state.listen(() => {}), store.trafficSummary.$state.listen(() => {})]
  await vi.waitFor(() => expect(summaries()).toEqual(['/api/admin/traffic/summary?from=2025-08-01']), pollTimeout)
  store.trafficList.filterBy('status', 'error')
  store.trafficList.filterBy('to', '2025-08-02')
  await vi.waitFor(
    () =>
      expect(summaries()).toEqual([
        '/api/admin/traffic/summary?from=2025-08-01',
        '/api/admin/traffic/summary?from=2025-08-01&to=2025-08-02',
      ]),
    pollTimeout,
  )
  for (const stop of stops) stop()
})
