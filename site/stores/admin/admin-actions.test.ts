import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Store = typeof import('./admin-actions.ts')
type Toasts = typeof import('../toasts.ts')

let store: Store
let toasts: Toasts
/** Answers by method and path; a call without one is rejected. */
let answers: Map<string, () => Response | Promise<Response>>
let asked: string[]

beforeEach(async () => {
  vi.resetModules()
  answers = new Map()
  asked = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname } = new URL(address, 'https://campaign.example')
    asked.push(`${method} ${pathname}`)
    return answers.get(`${method} ${pathname}`)?.() ?? new Response('{}', { status: 503 })
  })
  store = await import('./admin-actions.ts')
  toasts = await import('../toasts.ts')
})
afterEach(() => void vi.unstubAllGlobals())

const verified = {
  at: '2025-08-01T12:00:00.000Z',
  by: 'Ada Admin',
  upTo: '480',
  seals: 3,
  events: 480,
  unsealed: 0,
  isIntact: true,
  finding: 'Every event is exactly as sealed.',
}

describe('verifying the log', () => {
  const verify = 'POST /api/admin/seals/verify'

  it('shows the result and loads the state of the seals again', async () => {
    answers.set(verify, () => Response.json(verified))
    await store.verifyNow()
    expect(toasts.$toast.get()).toMatchObject({ title: 'The log is intact' })
    expect(asked).toContain('GET /api/admin/seals')
    expect(store.$isVerifying.get()).toBe(false)
  })

  it('raises an alarm when the log was changed', async () => {
    answers.set(verify, () => Response.json({ ...verified, isIntact: false, finding: 'Event 31 was changed.' }))
    await store.verifyNow()
    expect(toasts.$toast.get()).toMatchObject({
      title: 'The log doesn’t match its seals',
      description: 'Event 31 was changed.',
    })
  })

  it('runs once, however often the admin clicks', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.set(verify, () => promise)
    const running = store.verifyNow()
    await store.verifyNow()
    expect(store.$isVerifying.get()).toBe(true)
    resolve(Response.json(verified))
    await running
    expect(asked.filter((one) => one === verify)).toHaveLength(1)
  })

  it('says why it cannot run', async () => {
    answers.set(verify, () => Response.json({ message: 'A verification is running already.' }, { status: 409 }))
    await store.verifyNow()
    expect(toasts.$toast.get()).toMatchObject({
      title: 'Error verifying the log',
      description: 'A verification is running already.',
    })
    expect(store.$isVerifying.get()).toBe(false)
  })
})

describe('the actors to choose from', () => {
  it('are the server and the actor in the address, until the admins are loaded', async () => {
    await store.actionList.show({ q: '', sort: '-timestamp', page: 1, filter: { admin: '7' } })
    expect(store.$actors.get()).toEqual([
      ['server', 'Server'],
      ['7', 'User 7'],
    ])
  })

  it('hold colleagues and API keys that acted on this page', async () => {
    const actors = [
      { kind: 'admin', id: 9, name: 'Mo Moderator' },
      { kind: 'api-key', id: 3, name: 'API key Phone bank' },
      { kind: 'server', id: null, name: 'Server' },
    ]
    const actions = actors.map((actor, id) => ({ id, actor, action: 'Approve prayer', rights: [] }))
    answers.set('GET /api/admin/actions', () => Response.json({ actions, total: 3 }))
    await store.actionList.show({ q: '', sort: '-timestamp', page: 1, filter: {} })
    expect(store.$actors.get()).toEqual([
      ['server', 'Server'],
      ['9', 'Mo Moderator'],
      ['key-3', 'API key Phone bank'],
    ])
  })
})
