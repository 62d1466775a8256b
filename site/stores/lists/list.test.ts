import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { ApiError, ConnectionError, sessionEvents } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { $toast, dismissToast } from '../toasts.ts'
import { createList, createSimpleList } from './list.ts'
import type { List, ListState, Page, Row } from './list-state.ts'

type Item = { id: number; of: string }
type Query = { of: string; page?: number }

beforeEach(dismissToast)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = (state: ListState<Item>) => (state.status === 'loaded' ? state.items.map(({ id }) => id) : state.status)
const failed = { title: 'Error loading rows', description: 'Please try again.' }

/** A list of `count` rows, three a page, whose reads wait until `answer` is called. */
function aList(count = 5, more: { freshFor?: number; query?: Query | null } = {}) {
  const asked: string[] = []
  const waiting: ((error?: Error) => void)[] = []
  const rows = Array.from({ length: count }, (_, index) => index + 1)
  const list = createList<Item, Query>({
    query: { of: 'a' },
    failed,
    ...more,
    async read({ of, page }, last): Promise<Page<Item>> {
      asked.push(`${of}${page ?? ''} after ${last?.id ?? 0}`)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push((error) => (error ? reject(error) : resolve()))
      await promise
      const items = rows.filter((id) => id > (last?.id ?? 0)).slice(0, 3)
      return { items: items.map((id) => ({ id, of })), hasMore: items.length === 3, total: rows.length }
    },
  })
  /** Answers the oldest request, or another one. */
  async function answer(error?: Error, at = 0) {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(at), pollTimeout)
    waiting.splice(at, 1)[0]?.(error)
    // Lets the consequences of the answer happen before the next turn.
    await new Promise(setImmediate)
  }
  return { list, asked, rows, answer, ids: () => shown(list.$state.get()) }
}

describe('the state of a list', () => {
  test('is loading until the answer comes', async () => {
    const { list, answer, ids } = aList()
    const loaded = list.reload()
    expect([ids(), list.$isLoading.get()]).toEqual(['loading', true])
    await answer()
    await loaded
    expect([ids(), list.$isLoading.get()]).toEqual([[1, 2, 3], false])
    expect(list.$state.get()).toMatchObject({ hasMore: true, total: 5, problem: null })
  })

  test('is the reason of a failure, in the server’s words where there are any, until it is requested again', async () => {
    const { list, answer, ids } = aList()
    void list.reload()
    await answer(new ApiError(503, '', '{"message":"Out of order."}'))
    expect(list.$state.get()).toEqual({ status: 'failed', message: { ...failed, description: 'Out of order.' } })
    void list.reload()
    expect(ids()).toBe('loading')
    await answer(new ApiError(500, '', ''))
    expect(list.$state.get()).toEqual({ status: 'failed', message: failed })
    void list.reload()
    await answer()
    expect(ids()).toEqual([1, 2, 3])
  })

  test('is that there is no connection, and the list once the connection is back', async () => {
    const back = new EventTarget()
    vi.stubGlobal('addEventListener', back.addEventListener.bind(back))
    const { list, asked, answer, ids } = aList()
    void list.reload()
    await answer(new ConnectionError())
    expect(ids()).toBe('offline')
    back.dispatchEvent(new Event('online'))
    await answer()
    expect([ids(), asked.length]).toEqual([[1, 2, 3], 2])
  })

  test('is that the server is down, for people who are not offline', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const { list, answer, ids } = aList()
    void list.reload()
    await answer(new ConnectionError())
    expect(ids()).toBe('failed')
    expect(list.$state.get()).toMatchObject({ message: messages.list.unreachable })
  })

  test('loads by itself once people have signed in again', async () => {
    const again = new EventTarget()
    vi.stubGlobal('addEventListener', again.addEventListener.bind(again))
    const { list, asked, answer, ids } = aList()
    void list.reload()
    await answer(new ApiError(401, '', ''))
    again.dispatchEvent(new Event(sessionEvents.resumed))
    await answer()
    expect([ids(), asked.length]).toEqual([[1, 2, 3], 2])
  })

  test('stays when a reload fails, with the problem beside it', async () => {
    const { list, answer, ids } = aList()
    void list.reload()
    await answer()
    void list.reload()
    expect(ids()).toEqual([1, 2, 3])
    await answer(new ApiError(503, '', ''))
    expect([ids(), list.$state.get()]).toMatchObject([[1, 2, 3], { problem: failed }])
    void list.reload()
    await answer()
    expect(list.$state.get()).toMatchObject({ problem: null })
  })
})

describe('a list is read', () => {
  test('when an island first shows it, and never on the server', async () => {
    const { list, asked, answer, ids } = aList()
    list.$state.listen(() => {})()
    expect(asked).toEqual([])
    vi.stubGlobal('document', {})
    const seen = aList()
    seen.list.$state.listen(() => {})
    await seen.answer()
    expect([seen.asked, seen.ids()]).toEqual([['a after 0'], [1, 2, 3]])
    void list.reload()
    await answer()
    expect(ids()).toEqual([1, 2, 3])
  })

  test('again when an island shows it again, unless it is fresh', async () => {
    vi.stubGlobal('document', {})
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const read = vi.fn(async () => [{ id: 1 }])
    const look = async <L extends Pick<List<Row, object>, '$state' | 'reloadIfStale'>>(list: L) => {
      const leave = list.$state.listen(() => {})
      await list.reloadIfStale()
      leave()
      // Longer than a store waits for an island to come back.
      vi.advanceTimersByTime(2000)
    }
    const eager = createSimpleList(read)
    await look(eager)
    const reads = read.mock.calls.length
    await look(eager)
    expect(read.mock.calls.length).toBeGreaterThan(reads)

    const lazy = createList({ query: {}, freshFor: 60_000, read: async () => ({ items: await read() }) })
    read.mockClear()
    await look(lazy)
    await look(lazy)
    expect(read).toHaveBeenCalledTimes(1)
    lazy.invalidate()
    await look(lazy)
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('only once there is a query', async () => {
    const { list, asked, answer, ids } = aList(2, { query: null })
    await list.reload()
    expect([asked, ids()]).toEqual([[], 'loading'])
    void list.show({ of: 'b' })
    await answer()
    expect([asked, ids()]).toEqual([['b after 0'], [1, 2]])
  })

  test('once, however often it is requested while nothing changed', async () => {
    const { list, asked, answer } = aList()
    const both = Promise.all([list.show({ of: 'b' }), list.show({ of: 'b' })])
    await answer()
    await both
    await list.show({ of: 'b' })
    expect(asked).toEqual(['b after 0'])
  })
})

describe('another query', () => {
  test('shows the answer to the latest request, whichever comes last', async () => {
    const { list, answer } = aList()
    void list.show({ of: 'b' })
    void list.show({ of: 'c' })
    await answer(undefined, 1)
    await answer(new ApiError(503, '', ''))
    expect(list.$state.get()).toMatchObject({ items: [{ of: 'c' }, { of: 'c' }, { of: 'c' }] })
    expect(list.$isLoading.get()).toBe(false)
  })

  test('removes the rows of another list at once, and keeps those of another page until the answer', async () => {
    const { list, answer, asked, ids } = aList()
    void list.reload()
    await answer()
    void list.refine({ page: 2 })
    expect([ids(), list.$isLoading.get()]).toEqual([[1, 2, 3], true])
    await answer()
    expect([asked.at(-1), list.$query.get()]).toEqual(['a2 after 0', { of: 'a', page: 2 }])
    void list.show({ of: 'b' })
    expect(ids()).toBe('loading')
  })

  test('that fails never leaves the rows of the previous one', async () => {
    const { list, answer, ids } = aList()
    void list.reload()
    await answer()
    void list.refine({ page: 2 })
    await answer(new ApiError(503, '', ''))
    expect(ids()).toBe('failed')
  })
})

describe('more rows', () => {
  test('follow the listed ones, once however often they are requested, until there are none', async () => {
    const { list, asked, answer, ids } = aList()
    void list.reload()
    await answer()
    const both = Promise.all([list.loadMore(), list.loadMore()])
    await answer()
    await both
    expect([ids(), asked]).toEqual([
      [1, 2, 3, 4, 5],
      ['a after 0', 'a after 3'],
    ])
    await list.loadMore()
    expect(asked).toHaveLength(2)
  })

  test('shows an error and can retry', async () => {
    const { list, answer, ids } = aList()
    void list.reload()
    await answer()
    void list.loadMore()
    await answer(new ApiError(503, '', '{"message":"Busy."}'))
    expect($toast.get()).toMatchObject({ title: failed.title, description: 'Busy.', variant: 'destructive' })
    void list.loadMore()
    await answer()
    expect(ids()).toEqual([1, 2, 3, 4, 5])
  })

  test('are read again with the others', async () => {
    const { list, asked, answer, ids } = aList()
    void list.reload()
    await answer()
    void list.loadMore()
    await answer()
    void list.reload()
    await answer()
    await answer()
    expect([ids(), asked.slice(2)]).toEqual([
      [1, 2, 3, 4, 5],
      ['a after 0', 'a after 3'],
    ])
  })

  test('come after the rows as they were read last', async () => {
    const { list, asked, rows, answer, ids } = aList(7)
    void list.reload()
    await answer()
    const more = list.loadMore()
    rows.splice(0, 1)
    void list.reload()
    await answer(undefined, 1)
    expect(ids()).toEqual([2, 3, 4])
    await answer()
    await answer()
    await more
    expect([ids(), asked.at(-1)]).toEqual([[2, 3, 4, 5, 6, 7], 'a after 4'])
  })
})

describe('a local change of a row', () => {
  test('counts', async () => {
    const { list, answer } = aList()
    void list.reload()
    await answer()
    list.update((items) => items.slice(1))
    expect(list.$state.get()).toMatchObject({ items: [{ id: 2 }, { id: 3 }], total: 4 })
  })

  test('ignores a stale response', async () => {
    const { list, asked, rows, answer, ids } = aList()
    void list.reload()
    await answer()
    void list.reload()
    list.update((items) => items.slice(1))
    await answer()
    expect(ids()).toEqual([2, 3])
    rows.splice(0, 1)
    await answer()
    expect([ids(), asked.length]).toEqual([[2, 3, 4], 3])
  })
})

describe('rows that the page already shows', () => {
  test('are the state of the list, without a request until it is shown again', async () => {
    const { list, asked, answer, ids } = aList()
    list.takeOver({ items: [{ id: 1, of: 'a' }], hasMore: true })
    await list.reloadIfStale()
    expect([ids(), asked]).toEqual([[1], []])
    const again = list.reloadIfStale()
    await answer()
    await again
    expect([ids(), asked.length]).toEqual([[1, 2, 3], 1])
  })

  test('are followed by the next page, and replaced by a reload', async () => {
    const { list, asked, answer, ids } = aList()
    list.takeOver({ items: [{ id: 1, of: 'a' }], hasMore: true })
    const more = list.loadMore()
    await answer()
    await more
    expect([ids(), asked]).toEqual([[1, 2, 3, 4], ['a after 1']])
  })

  test('never replace loaded ones', async () => {
    const { list, answer, ids } = aList()
    const loaded = list.reload()
    await answer()
    await loaded
    list.takeOver({ items: [], hasMore: false })
    expect(ids()).toEqual([1, 2, 3])
  })
})
