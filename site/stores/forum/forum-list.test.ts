import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { $toast, dismissToast } from '../toasts.ts'
import { createForumList } from './forum-list.ts'

type Row = { id: number; owner: number }

/** A server where every owner has `count` rows, three a page; `fail` breaks the next answers. */
function aList(count: number) {
  const asked: string[] = []
  let isBroken = false
  let rows = count
  const list = createForumList<Row>({
    order: (one, other) => one.id - other.id,
    async read(owner, last) {
      asked.push(`${owner} after ${last?.id ?? 0}`)
      if (isBroken) throw new ApiError(503, '', '')
      const all = Array.from({ length: rows }, (_, index) => ({ id: index + 1, owner }))
      const items = all.filter(({ id }) => id > (last?.id ?? 0)).slice(0, 3)
      return { items, hasMore: items.length === 3 }
    },
  })
  const ids = () => {
    const state = list.$state.get()
    return state.status === 'loaded' ? state.items.map(({ id }) => id) : state.status
  }
  return { list, asked, ids, fail: (fails: boolean) => (isBroken = fails), grow: (to: number) => (rows = to) }
}

beforeEach(dismissToast)

describe('a list of threads or replies', () => {
  test('shows the first page, and more on demand until there is none', async () => {
    const { list, ids } = aList(4)
    await list.show({ of: 7 })
    expect(ids()).toEqual([1, 2, 3])
    await list.loadMore()
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(list.$state.get()).toMatchObject({ hasMore: false })
  })

  test('is not read again for the same owner, and starts over for another', async () => {
    const { list, asked } = aList(1)
    await list.show({ of: 7 })
    await list.show({ of: 7 })
    await list.show({ of: 8 })
    expect(asked).toEqual(['7 after 0', '8 after 0'])
  })

  test('that was prefetched is not requested again', async () => {
    const { list, asked, ids } = aList(2)
    list.prefetch(7)
    list.prefetch(7)
    await list.show({ of: 7 })
    expect([asked, ids()]).toEqual([['7 after 0'], [1, 2]])
  })

  test('shows the latest request, whichever answer comes last', async () => {
    const { list } = aList(1)
    await Promise.all([list.show({ of: 7 }), list.show({ of: 8 })])
    expect(list.$state.get()).toMatchObject({ items: [{ owner: 8 }] })
  })

  test('reports a failure, and can be requested again', async () => {
    const { list, ids, fail } = aList(5)
    fail(true)
    await list.show({ of: 7 })
    expect(ids()).toBe('failed')
    fail(false)
    await list.reload()
    expect(ids()).toEqual([1, 2, 3])
    fail(true)
    await list.loadMore()
    expect(ids()).toEqual([1, 2, 3])
    expect($toast.get()).toMatchObject({ variant: 'destructive' })
  })

  test('shows a new post after everything that came before it, across any number of pages', async () => {
    const { list, ids, grow } = aList(7)
    await list.show({ of: 7 })
    grow(8)
    await list.add({ id: 8, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(list.$state.get()).toMatchObject({ hasMore: false })
  })

  test('also shows what others added in between', async () => {
    const { list, ids, grow } = aList(2)
    await list.show({ of: 7 })
    grow(4)
    await list.add({ id: 4, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 4])
  })

  test('loses nothing when the rows in between cannot be read at once', async () => {
    const { list, ids, grow, fail } = aList(5)
    await list.show({ of: 7 })
    grow(6)
    fail(true)
    await list.add({ id: 6, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 6])
    fail(false)
    await list.loadMore()
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('is read from the server after a change, even if it was prefetched', async () => {
    const { list, ids, grow } = aList(1)
    await list.show({ of: 8 })
    list.prefetch(7)
    grow(2)
    await list.reload()
    await list.show({ of: 7 })
    expect(ids()).toEqual([1, 2])
  })
})
