import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReplayRequest } from '../../../contract/fitness-replay.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

type Store = typeof import('./fitness-replay.ts')
type Rules = typeof import('./fitness-rules.ts')
type Toasts = typeof import('../toasts.ts')

let store: Store
let rules: Rules
let toasts: Toasts
let answer: (call: string) => Response | Promise<Response>
let sent: { call: string; body: unknown }[]
let address: string
let stop: () => void

const request: ReplayRequest = {
  weights: { donation: 2, volunteer: 3, time: 0.01 },
  timeCap: 30_000,
  from: null,
  to: null,
  bots: 'out',
  split: 'thompson',
}
const search = '?tab=replay&donation=2&volunteer=3&time=0.01&cap=30'
const path = '/genetic-analytics'
const known = { current: {}, rules: [], formulas: [] }

const fields = (values: { [name: string]: string }) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
const typed = {
  donation: '2',
  volunteer: '3',
  time: '0.01',
  cap: '30',
  from: '',
  to: '',
  bots: 'out',
  split: 'thompson',
}

async function open(at: string): Promise<void> {
  address = at
  store = await import('./fitness-replay.ts')
  rules = await import('./fitness-rules.ts')
  toasts = await import('../toasts.ts')
  const { cleanStores } = await import('nanostores')
  store.$tab.listen(() => {})
  store.replay.$state.listen(() => {})
  stop = () => cleanStores(store.$tab, store.replay.$state)
  await vi.waitFor(() => expect(store.replay.$isLoading.get()).toBe(false), pollTimeout)
}

beforeEach(() => {
  vi.resetModules()
  sent = []
  answer = () => Response.json({ hash: 'abc', ...known })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', {
    get pathname() {
      return new URL(address, 'https://campaign.example').pathname
    },
    get search() {
      return new URL(address, 'https://campaign.example').search
    },
  })
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, to: string) => {
      address = to
    },
  })
  vi.stubGlobal('fetch', async (to: string, { method, body }: RequestInit) => {
    const call = `${method} ${to}`
    sent.push({ call, body: typeof body === 'string' ? JSON.parse(body) : null })
    return answer(call)
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('a replay', () => {
  it('in the address is shown at once', async () => {
    await open(`${path}${search}`)
    expect(store.$tab.get()).toBe('replay')
    expect(sent).toEqual([{ call: 'POST /api/genetic-test/replay', body: request }])
    expect(store.replay.$state.get()).toMatchObject({ status: 'loaded', value: { hash: 'abc' } })
    expect(store.$chosen.get()).toEqual(request)
  })

  it('is not requested without a formula', async () => {
    await open(`${path}?tab=replay`)
    expect(store.$tab.get()).toBe('replay')
    expect(sent).toEqual([])
  })

  it('puts every choice into the address', async () => {
    await open(`${path}?tab=replay`)
    await store.replayForm.submit(fields({ ...typed, from: '2026-10-01', bots: 'in' }))
    expect(address).toBe(`${path}${search}&from=2026-10-01&bots=in`)
    expect(sent[0]?.body).toEqual({ ...request, from: '2026-10-01', bots: 'in' })
  })

  it('of the same formula is requested again', async () => {
    await open(`${path}${search}`)
    await store.replayForm.submit(fields(typed))
    await vi.waitFor(() => expect(sent).toHaveLength(2), pollTimeout)
    expect(sent[1]?.body).toEqual(request)
  })

  it.each([
    [{ donation: 'two' }, { donation: 'Use a number from 0 to 1,000.' }],
    [{ time: '-1' }, { time: 'Use a number from 0 to 1,000.' }],
    [{ cap: '31' }, { cap: 'Use 1 to 30 seconds.' }],
    [{ from: '2026-10-02', to: '2026-10-01' }, { to: 'The last day cannot be before the first.' }],
  ])('is not requested with %j', async (wrong, errors) => {
    await open(`${path}?tab=replay`)
    expect(await store.replayForm.submit(fields({ ...typed, ...wrong }))).toBe(false)
    expect(store.replayForm.$state.get().errors).toEqual(errors)
    expect(sent).toEqual([])
  })

  it('says why the server refused it', async () => {
    answer = () => Response.json({ message: 'Another replay is running.' }, { status: 503 })
    await open(`${path}${search}`)
    expect(store.replay.$state.get()).toMatchObject({
      status: 'failed',
      message: { title: 'Error replaying', description: 'Another replay is running.' },
    })
  })

  it('comes back when people return to its tab', async () => {
    await open(`${path}${search}`)
    store.chooseTab('analytics')
    expect(address).toBe(path)
    store.chooseTab('replay')
    expect(address).toBe(`${path}${search}`)
  })
})

describe('a formula', () => {
  it('is saved under its name', async () => {
    await open(path)
    await rules.rules.reload()
    sent = []
    expect(await rules.save('Three to one', request)).toBe(true)
    expect(sent).toEqual([{ call: 'PUT /api/genetic-test/formulas/Three%20to%20one', body: request }])
    expect(toasts.$toast.get()).toMatchObject({ title: 'Formula “Three to one” saved' })
  })

  it('needs a name', async () => {
    await open(path)
    expect(await rules.save('', request)).toBe(false)
    expect(sent).toEqual([])
  })

  it('disappears from the list when it is removed', async () => {
    const saved = { name: 'Three to one', request, savedAt: '2026-10-01T00:00:00.000Z', by: 'Ada Admin' }
    answer = (call) =>
      call.startsWith('DELETE') ? new Response(null, { status: 204 }) : Response.json({ ...known, formulas: [saved] })
    await open(path)
    await rules.rules.reload()
    await rules.remove('Three to one')
    expect(rules.rules.$state.get()).toMatchObject({ value: { formulas: [] } })
  })

  it('becomes the rule by a command of its own, without period and bots', async () => {
    await open(path)
    await rules.useFromNowOn({ ...request, from: '2026-10-01', bots: 'in' })
    expect(sent[0]).toEqual({
      call: 'PUT /api/genetic-test/fitness',
      body: { weights: request.weights, timeCap: 30_000 },
    })
    expect(toasts.$toast.get()).toMatchObject({ title: 'Fitness rule changed' })
  })
})
