import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { $toast, dismissToast } from '../toasts.ts'
import { createEditableList } from './editable-list.ts'

type Item = { id: number; isApproved: boolean }

const words = { done: { title: 'Done' }, failed: { title: 'Not done', description: 'Please try again.' } }

/** A list of three rows, and requests that wait until the test answers them. */
async function aList() {
  dismissToast()
  const { promise, resolve, reject } = Promise.withResolvers<Item | null>()
  let reads = 0
  const list = createEditableList<Item, { of: string }>({
    query: { of: 'a' },
    async read() {
      reads += 1
      return { items: [1, 2, 3].map((id) => ({ id, isApproved: false })) }
    },
  })
  await list.reload()
  const rows = () => {
    const state = list.$state.get()
    return state.status === 'loaded' ? state.items.map(({ id, isApproved }) => `${id}${isApproved ? '!' : ''}`) : []
  }
  return { list, rows, request: () => promise, resolve, reject, reads: () => reads }
}

beforeEach(dismissToast)

describe('an action on a row', () => {
  test('replaces it by the response, and says so', async () => {
    const { list, rows, request, resolve } = await aList()
    const acted = list.act(2, { request, ...words })
    expect([rows(), list.$busy.get()]).toEqual([['1', '2', '3'], [2]])
    resolve({ id: 2, isApproved: true })
    expect(await acted).toBe(true)
    expect([rows(), list.$busy.get()]).toEqual([['1', '2!', '3'], []])
    expect($toast.get()).toMatchObject({ title: 'Done', variant: 'default' })
  })

  test('removes it when it is gone', async () => {
    const { list, rows, request, resolve } = await aList()
    const acted = list.actAndRemove(2, request, words)
    resolve(null)
    await acted
    expect(rows()).toEqual(['1', '3'])
  })

  test('asks once, however often the button is pressed in between', async () => {
    const { list, request, resolve } = await aList()
    let asked = 0
    const once = () => {
      asked += 1
      return request()
    }
    const first = list.act(2, { request: once, ...words })
    expect(await list.act(2, { request: once, ...words })).toBe(false)
    resolve(null)
    await first
    expect(asked).toBe(1)
  })

  test('shows the expected result at once', async () => {
    const { list, rows, request, resolve } = await aList()
    const acted = list.act(2, { request, expected: { id: 2, isApproved: true }, ...words })
    expect(rows()).toEqual(['1', '2!', '3'])
    resolve({ id: 2, isApproved: true })
    await acted
    expect(rows()).toEqual(['1', '2!', '3'])
  })

  test.each([
    [{ id: 2, isApproved: true }, ['1', '2!', '3']],
    [null, ['1', '3']],
  ])('undoes the expected result when the server rejects, and says why', async (expected, optimistic) => {
    const { list, rows, request, reject } = await aList()
    const acted = list.act(2, { request, expected, ...words })
    expect(rows()).toEqual(optimistic)
    reject(new ApiError(409, '', '{"message":"Another admin was first."}'))
    expect(await acted).toBe(false)
    expect([rows(), list.$busy.get()]).toEqual([['1', '2', '3'], []])
    expect($toast.get()).toMatchObject({
      title: 'Not done',
      description: 'Another admin was first.',
      variant: 'destructive',
    })
  })

  test('changes nothing in another list that is shown by then', async () => {
    const { list, rows, request, reject } = await aList()
    const acted = list.act(2, { request, expected: { id: 2, isApproved: true }, ...words })
    await list.show({ of: 'b' })
    list.update(() => [{ id: 8, isApproved: false }])
    reject(new ApiError(409, '', ''))
    await acted
    expect(rows()).toEqual(['8'])
  })

  test('has another list that was requested in between read once more', async () => {
    const { list, request, resolve, reads } = await aList()
    const acted = list.actAndRemove(2, request, words)
    await list.show({ of: 'b' })
    expect(reads()).toBe(2)
    resolve(null)
    await acted
    expect(reads()).toBe(3)
  })
})

test('rows can be added at both ends', async () => {
  const { list, rows } = await aList()
  list.prepend({ id: 9, isApproved: false })
  list.append({ id: 1, isApproved: true })
  expect(rows()).toEqual(['9', '2', '3', '1!'])
})
