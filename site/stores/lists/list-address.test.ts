import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { createList } from './list.ts'
import { keepInAddress } from './list-address.ts'

type Query = { page: number }

const steps = new EventTarget()
const pushed: string[] = []
const asked: number[] = []

beforeEach(() => {
  pushed.length = 0
  asked.length = 0
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { search: '?page=2' })
  vi.stubGlobal('history', { pushState: (_state: unknown, _title: string, address: string) => pushed.push(address) })
  vi.stubGlobal('addEventListener', steps.addEventListener.bind(steps))
  vi.stubGlobal('removeEventListener', steps.removeEventListener.bind(steps))
})
afterEach(() => void vi.unstubAllGlobals())

test('a list’s query is in the address, for links and the back button', async () => {
  const list = createList<{ id: number }, Query>({
    query: null,
    async read({ page }) {
      asked.push(page)
      return { items: [{ id: page }] }
    },
  })
  const show = keepInAddress(list, {
    queryFrom: (search) => ({ page: Number(new URLSearchParams(search).get('page') ?? 1) }),
    addressOf: ({ page }) => (page === 1 ? '/rows' : `/rows?page=${page}`),
  })
  const leave = list.$state.listen(() => {})
  await vi.waitFor(() => expect(list.$state.get()).toMatchObject({ items: [{ id: 2 }] }), pollTimeout)

  await show({ page: 3 })
  await show({ page: 3 })
  expect([pushed, asked]).toEqual([['/rows?page=3'], [2, 3]])

  steps.dispatchEvent(new Event('popstate'))
  await vi.waitFor(() => expect(list.$state.get()).toMatchObject({ items: [{ id: 2 }] }), pollTimeout)
  // A jump within the page requests nothing.
  steps.dispatchEvent(new Event('popstate'))
  expect([pushed, asked]).toEqual([['/rows?page=3'], [2, 3, 2]])
  leave()
})
