import { afterEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/support/browser/site-browser.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

afterEach(() => void vi.unstubAllGlobals())

test('each item of a bulk decision gets the notes on its card, even when the cards leave the screen in between', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const browser = stubBrowser({
    answers: {
      'GET /api/moderation/queue?status=pending&limit=50': () => [{ id: 1 }, { id: 2 }],
      'POST /api/moderation/approve/1': () => promise,
      'POST /api/moderation/approve/2': () => ({}),
      'GET /api/admin/pending': () => ({ moderation: 0 }),
    },
  })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  const { queue, selectAll } = await import('./moderation.ts')
  const { decideSelected } = await import('./moderation-decisions.ts')
  queue.$state.listen(() => {})
  await vi.waitFor(() => expect(queue.$state.get().status).toBe('loaded'), pollTimeout)
  selectAll(true)
  const notes = new Map([
    [1, 'A quote.'],
    [2, 'Just fair.'],
  ])
  const deciding = decideSelected('approve', '', (id) => notes.get(id) ?? '')
  notes.clear()
  resolve({})
  await deciding
  expect(browser.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { adminNotes: 'A quote.' },
    { adminNotes: 'Just fair.' },
  ])
  // The menu counts what is left.
  const { $pending } = await import('../admin/pending.ts')
  expect($pending.get()).toEqual({ moderation: 0 })
})
