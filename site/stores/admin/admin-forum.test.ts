import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Store = typeof import('./admin-forum.ts')

let store: Store

/** Calls under way, the oldest first, each waiting for its answer. */
const waiting: { address: string; answer: (response: Response) => void }[] = []

beforeEach(async () => {
  waiting.length = 0
  // A store that knows nothing yet.
  vi.resetModules()
  store = await import('./admin-forum.ts')
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    waiting.push({ address, answer: resolve })
    return promise
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function answer(response: Response, address: string): Promise<void> {
  await vi.waitFor(() => expect(waiting.map((call) => call.address)).toContainEqual(expect.stringContaining(address)))
  const [call] = waiting.splice(
    waiting.findIndex((call) => call.address.includes(address)),
    1,
  )
  call?.answer(response)
}

const list = (...ids: number[]) => Response.json(ids.map((id) => ({ id })))
const full = Array.from({ length: 50 }, (_, at) => 100 - at)
function shownIds() {
  const state = store.messageList.$state.get()
  return state.status === 'loaded' ? state.items.map(({ id }) => id) : state.status
}
const shows = (...ids: number[]) => vi.waitFor(() => expect(shownIds()).toEqual(ids))

async function open(...ids: number[]) {
  void store.messageList.reload()
  await answer(list(...ids), 'deleted%3Ano')
  await shows(...ids)
}

describe('The list of forum messages', () => {
  it('loses what is deleted', async () => {
    await open(3, 2, 1)
    const removed = store.removeMessage(2)
    await answer(new Response(null, { status: 204 }), '/messages/2')
    expect(await removed).toBe(true)
    expect(shownIds()).toEqual([3, 1])
  })

  it('is asked for once more when it was asked for while a deletion was under way', async () => {
    await open(3, 2, 1)
    const removed = store.removeMessage(2)
    store.showDeleted(true)
    store.showDeleted(false)
    await answer(list(), 'deleted%3Ayes')
    await answer(list(3, 2, 1), 'deleted%3Ano')
    await shows(3, 2, 1)
    await answer(new Response(null, { status: 204 }), '/messages/2')
    await removed
    await answer(list(3, 1), 'deleted%3Ano')
    await shows(3, 1)
  })

  it('shows the answer to the last question only, whichever comes last', async () => {
    await open(3, 2)
    store.showDeleted(true)
    store.showDeleted(false)
    await answer(list(3, 2, 1), 'deleted%3Ano')
    await answer(Response.json({ message: 'Busy.' }, { status: 503 }), 'deleted%3Ayes')
    await shows(3, 2, 1)
  })

  it('gets no older ones of another list', async () => {
    await open(...full)
    const more = store.messageList.loadMore()
    store.showDeleted(true)
    await answer(list(9), 'deleted%3Ayes')
    await shows(9)
    await answer(list(50), 'before=51')
    await more
    expect(shownIds()).toEqual([9])
  })

  it('keeps off what was deleted while older ones were on the way', async () => {
    await open(...full)
    const more = store.messageList.loadMore()
    const removed = store.removeMessage(100)
    await answer(new Response(null, { status: 204 }), '/messages/100')
    await removed
    await answer(list(50), 'before=51')
    await more
    expect(shownIds()).toEqual([...full.slice(1), 50])
  })
})
