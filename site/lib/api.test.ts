import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { login } from '../../contract/auth.ts'
import type { listPrayers, prayerReview, submitPrayer } from '../../contract/prayers.ts'
import { ApiError, ConnectionError, call, onProofNeeded, sessionEvents } from './api.ts'

type Sent = { address: string; method: string; key: string | null; body: unknown }

const sent: Sent[] = []
let answer: () => Response | Promise<Response>

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    sent.push({ address, method: String(method), key: new Headers(headers).get('idempotency-key'), body })
    return answer()
  })
})
afterEach(() => void vi.unstubAllGlobals())

const body = { prayer: 'Rain.', firstName: 'Ann', email: null, location: null }
const submit = (words = body) => call<typeof submitPrayer>('POST', '/api/prayers', { body: words })

describe('calling an endpoint', () => {
  test('writes params and query into the address, and no body where there is none', async () => {
    answer = () => new Response(null, { status: 204 })
    await call<typeof prayerReview.delete>('DELETE', '/api/admin/prayers/:id', { params: { id: 7 } })
    answer = () => Response.json([])
    await call<typeof listPrayers>('GET', '/api/prayers', { query: { before: '9' } })
    expect(sent.map(({ address }) => address)).toEqual(['/api/admin/prayers/7', '/api/prayers?before=9'])
    expect(sent.map((request) => request.body)).toEqual([null, null])
    expect(sent.map(({ key }) => key)).toEqual([null, null])
  })

  test('a response that is not OK is an error with status and body, and the parts that a form needs', async () => {
    const problem = { message: 'Check it.', errors: [{ path: 'body.email', message: 'Enter a valid email address.' }] }
    answer = () => Response.json(problem, { status: 400 })
    const error = await submit().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `400: ${JSON.stringify(problem)}`,
      status: 400,
      sentence: 'Check it.',
      fieldErrors: { email: 'Enter a valid email address.' },
    })
  })

  test('an empty response that is not OK is described by its status text', async () => {
    answer = () => new Response(null, { status: 502, statusText: 'Bad Gateway' })
    await expect(submit()).rejects.toThrow('502: Bad Gateway')
  })
})

describe('the key of a submission', () => {
  test('is reused by a retry whose first outcome is unknown, and by no other submission', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(submit()).rejects.toBeInstanceOf(ConnectionError)
    answer = () => new Response('', { status: 503 })
    await expect(submit()).rejects.toBeInstanceOf(ApiError)
    answer = () => Response.json({ id: 1 }, { status: 201 })
    await submit()
    await submit({ ...body, prayer: 'Sun.' })
    const [lost, unavailable, taken, other] = sent.map(({ key }) => key)
    expect(lost).toMatch(/^[0-9a-f]{32}$/)
    expect([unavailable, taken]).toEqual([lost, lost])
    expect(other).not.toBe(lost)
  })

  test('is reused after signing in again, when the session ended before the outcome was known', async () => {
    vi.stubGlobal('dispatchEvent', () => true)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(submit()).rejects.toBeInstanceOf(ConnectionError)
    answer = () => Response.json({ message: 'Please log in first.' }, { status: 401 })
    await expect(submit()).rejects.toBeInstanceOf(ApiError)
    answer = () => Response.json({ id: 1 }, { status: 201 })
    await submit()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  test('is new once the submission was answered: a deliberate repetition is a second submission', async () => {
    answer = () => Response.json({ id: 1 }, { status: 201 })
    await submit()
    await submit()
    expect(sent[0]?.key).not.toBe(sent[1]?.key)
  })
})

describe('a session that has ended', () => {
  const events: string[] = []
  beforeEach(() => {
    events.length = 0
    vi.stubGlobal('dispatchEvent', ({ type }: Event) => events.push(type))
    answer = () => new Response('', { status: 401 })
  })

  test('is announced by the first call that is rejected', async () => {
    await expect(submit()).rejects.toMatchObject({ status: 401 })
    expect(events).toEqual([sessionEvents.ended])
  })

  test('is not announced for a wrong password', async () => {
    const credentials = { email: 'ann@example.org', password: 'not the right one' }
    await expect(call<typeof login>('POST', '/api/auth/login', { body: credentials })).rejects.toMatchObject({
      status: 401,
    })
    expect(events).toEqual([])
  })
})

describe('a call that requires a recent proof', () => {
  const rejection = () =>
    Response.json({ message: 'Confirm that it’s you first.', code: 'proof-needed' }, { status: 403 })
  let asked = 0
  const proving = (isProven: boolean) =>
    onProofNeeded(async () => {
      asked += 1
      return isProven
    })
  beforeEach(() => {
    asked = 0
    onProofNeeded(null)
  })

  test('is sent again, with the same key, once people proved their identity', async () => {
    proving(true)
    answer = () => (asked === 0 ? rejection() : Response.json({ id: 1 }, { status: 201 }))
    await submit()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
    expect(asked).toBe(1)
  })

  test('fails with the server’s sentence when they did not, or this page cannot ask', async () => {
    answer = rejection
    await expect(submit()).rejects.toMatchObject({ status: 403, sentence: 'Confirm that it’s you first.' })
    proving(false)
    await expect(submit()).rejects.toMatchObject({ status: 403 })
    expect([asked, sent.length]).toEqual([1, 2])
  })

  test('asks for one proof only: a second rejection is the result', async () => {
    proving(true)
    answer = rejection
    await expect(submit()).rejects.toMatchObject({ status: 403 })
    expect(asked).toBe(1)
  })

  test('does not ask for a proof after a rejection of another kind', async () => {
    proving(true)
    answer = () => Response.json({ message: 'Only administrators can do this.' }, { status: 403 })
    await expect(submit()).rejects.toMatchObject({ status: 403 })
    expect(asked).toBe(0)
  })
})
