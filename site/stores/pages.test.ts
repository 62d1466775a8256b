import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { createPages } from './pages.ts'
import { $toast, dismissToast } from './toasts.ts'

type Row = { id: number; owner: number }

/** A server where every owner has `count` rows, three a page; `fail` breaks the next answers. */
function aList(count: number) {
  const asked: string[] = []
  let isBroken = false
  let rows = count
  const pages = createPages<Row>({
    async read(owner, last) {
      asked.push(`${owner} after ${last?.id ?? 0}`)
      if (isBroken) throw new ApiError(503, '', '')
      const all = Array.from({ length: rows }, (_, index) => ({ id: index + 1, owner }))
      return all.filter(({ id }) => id > (last?.id ?? 0)).slice(0, 3)
    },
    isFull: (page) => page.length === 3,
  })
  const ids = () => {
    const state = pages.$state.get()
    return state.status === 'loaded' ? state.items.map(({ id }) => id) : state.status
  }
  return { pages, asked, ids, fail: (fails: boolean) => (isBroken = fails), grow: (to: number) => (rows = to) }
}

beforeEach(dismissToast)

describe('a list of pages', () => {
  test('shows the first page, and more on demand until there is none', async () => {
    const { pages, ids } = aList(4)
    await pages.show(7)
    expect(ids()).toEqual([1, 2, 3])
    await pages.loadMore()
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(pages.$state.get()).toMatchObject({ hasMore: false })
  })

  test('is not read again for the same owner, and begins anew for another', async () => {
    const { pages, asked } = aList(1)
    await pages.show(7)
    await pages.show(7)
    await pages.show(8)
    expect(asked).toEqual(['7 after 0', '8 after 0'])
  })

  test('that was asked for ahead is not asked for again', async () => {
    const { pages, asked, ids } = aList(2)
    pages.prefetch(7)
    pages.prefetch(7)
    await pages.show(7)
    expect([asked, ids()]).toEqual([['7 after 0'], [1, 2]])
  })

  test('shows what was asked for last, whichever answer comes last', async () => {
    const { pages } = aList(1)
    await Promise.all([pages.show(7), pages.show(8)])
    expect(pages.$state.get()).toMatchObject({ items: [{ owner: 8 }] })
  })

  test('says that it failed, and can be asked again', async () => {
    const { pages, ids, fail } = aList(5)
    fail(true)
    await pages.show(7)
    expect(ids()).toBe('failed')
    fail(false)
    await pages.reload()
    expect(ids()).toEqual([1, 2, 3])
    fail(true)
    await pages.loadMore()
    expect(ids()).toEqual([1, 2, 3])
    expect($toast.get()).toMatchObject({ variant: 'destructive' })
  })

  test('shows what was just added behind everything that came before it, however many pages that is', async () => {
    const { pages, ids, grow } = aList(7)
    await pages.show(7)
    grow(8)
    await pages.add({ id: 8, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(pages.$state.get()).toMatchObject({ hasMore: false })
  })

  test('shows with it what others added meanwhile', async () => {
    const { pages, ids, grow } = aList(2)
    await pages.show(7)
    grow(4)
    await pages.add({ id: 4, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 4])
  })

  test('loses nothing when what lies between cannot be read at once', async () => {
    const { pages, ids, grow, fail } = aList(5)
    await pages.show(7)
    grow(6)
    fail(true)
    await pages.add({ id: 6, owner: 7 })
    expect(ids()).toEqual([1, 2, 3, 6])
    fail(false)
    await pages.loadMore()
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('read again is read from the server, whatever was asked for ahead', async () => {
    const { pages, ids, grow } = aList(1)
    await pages.show(8)
    pages.prefetch(7)
    grow(2)
    await pages.reload()
    await pages.show(7)
    expect(ids()).toEqual([1, 2])
  })
})
