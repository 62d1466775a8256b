import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const general = { id: 4, name: 'General', slug: 'general', description: '', color: 'gray' }
let asked = 0
let isDown = false

/** An empty store, a clock that the test moves, and a server that can be down. */
beforeEach(() => {
  asked = 0
  isDown = false
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return isDown ? new Response('', { status: 503 }) : Response.json([general])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('categories are fresh for five minutes', async () => {
  const { categories } = await import('./forum-categories.ts')
  await categories.reloadIfStale()
  vi.advanceTimersByTime(5 * 60_000 - 1)
  await categories.reloadIfStale()
  expect([asked, categories.$state.get()]).toMatchObject([1, { status: 'loaded', items: [general] }])
  vi.advanceTimersByTime(1)
  await categories.reloadIfStale()
  expect(asked).toBe(2)
})

test('categories are requested three more times before giving up, and kept once they were loaded', async () => {
  const { categories } = await import('./forum-categories.ts')
  isDown = true
  const loading = categories.reloadIfStale()
  await vi.runAllTimersAsync()
  await loading
  expect([asked, categories.$state.get()]).toMatchObject([4, { status: 'failed' }])
  isDown = false
  await categories.reloadIfStale()
  isDown = true
  vi.advanceTimersByTime(5 * 60_000)
  const again = categories.reloadIfStale()
  await vi.runAllTimersAsync()
  await again
  expect(categories.$state.get()).toMatchObject({ status: 'loaded', items: [general] })
})
