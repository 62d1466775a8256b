import { afterEach, expect, test, vi } from 'vitest'
import { rejection, stubBrowser } from '../../../test/support/browser/site-browser.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('each item of a bulk decision gets the notes on its card, even when the cards leave the screen in between', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const browser = stubBrowser({
    answers: {
      'GET /api/moderation/queue?status=pending&limit=50': () => [
        { id: 1, revision: 4 },
        { id: 2, revision: 9 },
      ],
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
  expect(browser.calls.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { body: { adminNotes: 'A quote.' }, revision: '"4"' },
    { body: { adminNotes: 'Just fair.' }, revision: '"9"' },
  ])
  // The menu counts what is left.
  const { $pending } = await import('../admin/pending.ts')
  expect($pending.get()).toEqual({ moderation: 0 })
})

test('a decision about a text that its author changed shows the new text, and is made about that one', async () => {
  const edited = { id: 1, revision: 7, content: 'Milder words' }
  const refusal = { message: 'Read it as it is now.', changed: ['content'], current: edited }
  const answers = [rejection(409, refusal), edited]
  const browser = stubBrowser({
    answers: {
      'GET /api/moderation/queue?status=pending&limit=50': () => [{ id: 1, revision: 4, content: 'Words' }],
      'POST /api/moderation/approve/1': () => answers.shift(),
      'GET /api/admin/pending': () => ({ moderation: 1 }),
    },
  })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  const { queue, $changed } = await import('./moderation.ts')
  const { decide } = await import('./moderation-decisions.ts')
  queue.$state.listen(() => {})
  await vi.waitFor(() => expect(queue.$state.get().status).toBe('loaded'), pollTimeout)
  await decide('approve', 1, 'Fine.')
  expect(queue.$state.get()).toMatchObject({ items: [edited] })
  expect($changed.get()).toEqual([1])
  await decide('approve', 1, 'Fine.')
  expect(browser.calls.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { revision: '"4"' },
    { revision: '"7"' },
  ])
})
