import { describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { $toast, dismissToast } from '../toasts.ts'
import { createReview, type Reviewed } from './review.ts'

type Prayer = Reviewed & { firstName: string }

const prayer = (id: number, firstName = `Person ${id}`): Prayer => ({
  id,
  firstName,
  isApproved: false,
  isErased: false,
  createdAt: `2026-01-01T00:00:00.${String(id).padStart(3, '0')}Z`,
})

/** A server with rows `count` … 1. */
function aReview(count: number, { refuse }: { refuse?: ApiError } = {}) {
  dismissToast()
  const rows = Array.from({ length: count }, (_, index) => prayer(count - index))
  const guard = () => {
    if (refuse) throw refuse
  }
  return createReview<Prayer>('prayer', {
    async list({ limit, before = String(count + 1) }) {
      return rows.filter(({ id }) => id < Number(before)).slice(0, Number(limit))
    },
    async approve(id) {
      guard()
      return { ...prayer(id), isApproved: true }
    },
    async remove() {
      guard()
    },
  })
}

const ids = (rows: readonly Prayer[]) => rows.map(({ id }) => id)

describe('the table of a reviewed topic', () => {
  test('shows the newest first and loads older rows on demand', async () => {
    const review = aReview(60)
    await review.list.reload()
    expect(review.$rows.get()).toHaveLength(50)
    expect(review.list.$state.get()).toMatchObject({ status: 'loaded', hasMore: true })
    await review.list.loadMore()
    expect(review.$rows.get()).toHaveLength(60)
    expect(review.$rows.get().at(-1)?.id).toBe(1)
    expect(review.list.$state.get()).toMatchObject({ hasMore: false })
  })

  test('searches and sorts what is loaded', async () => {
    const review = aReview(12)
    await review.list.reload()
    review.search('  person 1 ')
    expect(ids(review.$rows.get())).toEqual([12, 11, 10, 1])
    review.sortBy('firstName')
    expect(ids(review.$rows.get())).toEqual([1, 10, 11, 12])
    review.sortBy('firstName')
    expect(ids(review.$rows.get())).toEqual([12, 11, 10, 1])
  })

  test('approves a row in place and says so', async () => {
    const review = aReview(2)
    await review.list.reload()
    await review.approve(prayer(1))
    expect(review.$rows.get().map(({ id, isApproved }) => [id, isApproved])).toEqual([
      [2, false],
      [1, true],
    ])
    expect($toast.get()).toMatchObject({ title: 'Prayer approved successfully', variant: 'default' })
  })

  test('removes a deleted row and says so', async () => {
    const review = aReview(2)
    await review.list.reload()
    await review.remove(2)
    expect(ids(review.$rows.get())).toEqual([1])
    expect($toast.get()).toMatchObject({ title: 'Prayer deleted successfully' })
  })

  test('keeps the row and tells the reason when the server refuses', async () => {
    const review = aReview(1, { refuse: new ApiError(404, 'Not Found', '{"message":"Prayer not found."}') })
    await review.list.reload()
    await review.remove(1)
    expect(ids(review.$rows.get())).toEqual([1])
    expect($toast.get()).toMatchObject({
      title: 'Error deleting prayer',
      description: 'Prayer not found.',
      variant: 'destructive',
    })
    expect(review.list.$busy.get()).toEqual([])
  })
})
