import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Store = typeof import('./analytics.ts')
type Evolution = typeof import('./evolution.ts')
type Toasts = typeof import('../toasts.ts')

let store: Store
let evolution: Evolution
let toasts: Toasts
/** Answers by method and path; a call without one is rejected. */
let answers: Map<string, () => Response | Promise<Response>>
let asked: string[]
let page: { hidden: boolean; come: () => void }
let stop: () => void

const read = 'GET /api/genetic-test/analytics'
const evolve = 'POST /api/genetic-test/evolve'
const verify = 'POST /api/genetic-test/verify'
const readings = () => asked.filter((one) => one === read).length

/** Changed by a test whose person loses the right. */
let mayRead: boolean

beforeEach(async () => {
  vi.resetModules()
  mayRead = true
  vi.doMock('../rights.ts', () => ({ $may: { get: () => () => mayRead } }))
  vi.useFakeTimers()
  answers = new Map([[read, () => Response.json({ currentGeneration: 1, verification: null })]])
  asked = []
  const listeners = new Set<() => void>()
  page = { hidden: false, come: () => void [...listeners].map((listener) => listener()) }
  vi.stubGlobal('document', {
    get hidden() {
      return page.hidden
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname } = new URL(address, 'https://campaign.example')
    asked.push(`${method} ${pathname}`)
    return answers.get(`${method} ${pathname}`)?.() ?? new Response('{}', { status: 503 })
  })
  store = await import('./analytics.ts')
  evolution = await import('./evolution.ts')
  toasts = await import('../toasts.ts')
  stop = store.analytics.$state.listen(() => {})
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the analytics', () => {
  it('are loaded when they are shown, and again every 30 seconds', async () => {
    expect(readings()).toBe(1)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(readings()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(readings()).toBe(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings()).toBe(4)
  })

  it('are not loaded while the page is hidden, but as soon as people come back to it', async () => {
    page.hidden = true
    await vi.advanceTimersByTimeAsync(300_000)
    expect(readings()).toBe(1)
    page.hidden = false
    page.come()
    await vi.advanceTimersByTimeAsync(0)
    expect(readings()).toBe(2)
  })

  it('are no longer asked for by a person who lost the right', async () => {
    mayRead = false
    await vi.advanceTimersByTimeAsync(300_000)
    expect(readings()).toBe(1)
  })

  it('stay as they are when the page is hidden for a moment', async () => {
    page.hidden = true
    page.come()
    page.hidden = false
    page.come()
    await vi.advanceTimersByTimeAsync(0)
    expect(readings()).toBe(1)
  })

  it('show the server’s sentence when they cannot be loaded', async () => {
    answers.set(read, () => Response.json({ message: 'The database is down.' }, { status: 503 }))
    await store.analytics.reload()
    expect(store.analytics.$state.get()).toMatchObject({
      status: 'loaded',
      problem: { title: 'Failed to load analytics', description: 'The database is down.' },
    })
  })
})

describe('evolving', () => {
  it('happens once, however often the admin clicks, and loads the analytics again', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.set(evolve, () => promise)
    const running = evolution.evolve()
    await evolution.evolve()
    expect(evolution.$evolution.get()).toEqual({ status: 'evolving' })
    resolve(Response.json({ generation: 2, warning: null }))
    await running
    expect(asked.filter((one) => one === evolve)).toHaveLength(1)
    expect(evolution.$evolution.get()).toEqual({ status: 'evolved', generation: 2, warning: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(readings()).toBe(2)
  })

  it('passes on the warning about little evidence', async () => {
    answers.set(evolve, () => Response.json({ generation: 2, warning: 'Some pages have fewer than 20 visits.' }))
    await evolution.forceEvolution()
    expect(toasts.$toast.get()).toMatchObject({
      title: 'Population evolved successfully',
      description: 'Some pages have fewer than 20 visits.',
      variant: 'default',
    })
  })

  it('says why it failed, and can be retried', async () => {
    answers.set(evolve, () => Response.json({ message: 'Testing is off.' }, { status: 409 }))
    await evolution.forceEvolution()
    expect(evolution.$evolution.get()).toEqual({ status: 'failed', sentence: 'Testing is off.' })
    expect(toasts.$toast.get()).toMatchObject({ title: 'Evolution failed', description: 'Testing is off.' })
    answers.set(evolve, () => Response.json({ generation: 2, warning: null }))
    expect((await evolution.evolve()).status).toBe('evolved')
  })
})

describe('verifying the evolution', () => {
  const verification = {
    at: '2026-10-20T12:00:00.000Z',
    isIntact: true,
    finding: 'All results match the log.',
    servings: 10,
    scorings: 1,
    generations: 1,
  }

  it('shows the result', async () => {
    answers.set(verify, () => Response.json(verification))
    await store.verifyNow()
    expect(store.analytics.$state.get()).toMatchObject({ value: { verification } })
    expect(toasts.$toast.get()).toMatchObject({ title: 'Evolution verified' })
  })

  it('raises an alarm when something differs', async () => {
    answers.set(verify, () => Response.json({ ...verification, isIntact: false, finding: 'Generation 2 differs.' }))
    await store.verifyNow()
    expect(toasts.$toast.get()).toMatchObject({ variant: 'destructive', description: 'Generation 2 differs.' })
  })

  it('says why it cannot run', async () => {
    answers.set(verify, () => Response.json({ message: 'Another one is running.' }, { status: 409 }))
    await store.verifyNow()
    expect(toasts.$toast.get()).toMatchObject({ description: 'Another one is running.' })
    expect(store.$isVerifying.get()).toBe(false)
  })
})
