import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { $toast } from '../toasts.ts'
import { createAdminList, type ListQuery } from './admin-list.ts'

const steps = new EventTarget()
const addresses: string[] = []
let asked: ListQuery[] = []
let search = ''

beforeEach(() => {
  vi.useFakeTimers()
  addresses.length = 0
  asked = []
  search = '?tab=prayers'
  const remember = (_state: unknown, _title: string, address: string) => {
    addresses.push(address)
    search = address.slice(address.indexOf('?'))
  }
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', {
    get search() {
      return search
    },
  })
  vi.stubGlobal('history', { pushState: remember, replaceState: remember })
  vi.stubGlobal('addEventListener', steps.addEventListener.bind(steps))
  vi.stubGlobal('removeEventListener', steps.removeEventListener.bind(steps))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Item = { id: number }

/** A list of 120 rows, shown by an island. */
async function aList() {
  const list = createAdminList<Item>({
    tab: 'prayers',
    sort: '-status',
    filters: ['status'],
    failed: { title: 'Error loading prayers' },
    async read(query) {
      asked.push(query)
      const from = (Number(query.page) - 1) * 50
      return { items: Array.from({ length: Math.min(50, 120 - from) }, (_, at) => ({ id: from + at + 1 })), total: 120 }
    },
  })
  list.$state.listen(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return list
}

describe('a page without rows', () => {
  test('gives way to the last page that has some', async () => {
    search = '?tab=prayers&status=pending&page=7'
    const list = await aList()
    expect(asked.map(({ page }) => page)).toEqual(['7', '3'])
    expect(addresses).toEqual(['/admin?tab=prayers&status=pending&page=3'])
    expect(list.$state.get()).toMatchObject({
      status: 'loaded',
      total: 120,
      items: expect.arrayContaining([{ id: 101 }]),
    })
  })

  test('gives way to the first one where the list has none at all', async () => {
    search = '?tab=prayers&page=2'
    const list = createAdminList<Item>({
      tab: 'prayers',
      sort: '-status',
      failed: { title: 'Error loading prayers' },
      async read(query) {
        asked.push(query)
        return { items: [], total: 0 }
      },
    })
    list.$state.listen(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.map(({ page }) => page)).toEqual(['2', '1'])
    expect(addresses).toEqual(['/admin?tab=prayers'])
  })
})

describe('a console list', () => {
  test('starts with the address, and ignores unknown parameters', async () => {
    search = '?tab=prayers&q=rain&page=2&sort=-firstName&status=pending&color=red'
    await aList()
    expect(asked).toEqual([{ q: 'rain', page: '2', limit: '50', sort: '-firstName', filter: 'status:pending' }])
    search = '?tab=prayers&page=-3'
    await aList()
    expect(asked[1]).toEqual({ page: '1', limit: '50', sort: '-status' })
  })

  test('puts every choice in the address and goes back to the first page', async () => {
    const list = await aList()
    list.goTo(3)
    list.filterBy('status', 'approved')
    list.sortBy('firstName')
    list.sortBy('firstName')
    list.filterBy('status', '')
    expect(addresses).toEqual([
      '/admin?tab=prayers&page=3',
      '/admin?tab=prayers&status=approved',
      '/admin?tab=prayers&status=approved&sort=firstName',
      '/admin?tab=prayers&status=approved&sort=-firstName',
      '/admin?tab=prayers&sort=-firstName',
    ])
  })

  test('asks once for words typed in one go, and not for a single letter', async () => {
    const list = await aList()
    for (const words of ['r', 'ra', 'rain']) list.search(words)
    await vi.advanceTimersByTimeAsync(300)
    expect(asked.slice(1).map(({ q }) => q)).toEqual(['rain'])
    list.search('r')
    await vi.advanceTimersByTimeAsync(300)
    expect(asked.at(-1)?.q).toBeUndefined()
  })

  test('follows the back button, unless it leads to another tab', async () => {
    const list = await aList()
    list.goTo(2)
    search = '?tab=prayers'
    steps.dispatchEvent(new Event('popstate'))
    await vi.advanceTimersByTimeAsync(0)
    expect(list.$query.get()?.page).toBe(1)
    search = '?tab=news&page=9'
    steps.dispatchEvent(new Event('popstate'))
    await vi.advanceTimersByTimeAsync(0)
    expect(list.$query.get()?.page).toBe(1)
  })

  test('acts on the selected rows, reports how many succeeded, and keeps the others selected', async () => {
    const list = await aList()
    list.select([1, 2, 3])
    await list.actOnSelected({
      request: async (id) => {
        if (id === 2) throw new ApiError(409, '', '{"message":"It is approved already."}')
      },
      done: (count) => ({ title: `${count} done` }),
      failed: { title: 'Error' },
    })
    expect($toast.get()).toMatchObject({ title: 'Error', description: 'It is approved already.' })
    expect(list.$selected.get()).toEqual([2])
    expect(asked).toHaveLength(2)
  })

  test('forgets the selection when it shows other rows', async () => {
    const list = await aList()
    list.select([1])
    list.goTo(2)
    expect(list.$selected.get()).toEqual([])
  })

  test('selects only visible rows: not after going back, nor once they are gone', async () => {
    const list = await aList()
    list.$selected.listen(() => {})
    list.goTo(2)
    // The rows of the first page, until those of the second are there.
    list.select([1])
    await vi.advanceTimersByTimeAsync(0)
    expect(list.$selected.get()).toEqual([])
    list.select([51, 52])
    list.remove(51)
    expect(list.$selected.get()).toEqual([52])
    search = '?tab=prayers'
    steps.dispatchEvent(new Event('popstate'))
    await vi.advanceTimersByTimeAsync(0)
    expect(list.$selected.get()).toEqual([])
  })

  test('keeps the selection while it acts on other rows', async () => {
    const list = await aList()
    list.$selected.listen(() => {})
    const { promise, resolve } = Promise.withResolvers<void>()
    list.select([1])
    const acting = list.actOnSelected({
      request: () => promise,
      done: () => ({ title: 'Done' }),
      failed: { title: 'Error' },
    })
    list.select([1, 7])
    resolve()
    await acting
    expect(list.$selected.get()).toEqual([7])
  })

  test('leaves the address alone when people have gone to another tab since they typed', async () => {
    const list = await aList()
    list.search('rain')
    search = '?tab=news'
    await vi.advanceTimersByTimeAsync(300)
    expect(addresses).toEqual([])
  })
})
