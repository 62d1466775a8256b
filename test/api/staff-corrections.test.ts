import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const items = [
  {
    topic: 'prayers',
    sent: { firstName: 'Ruth', prayer: 'For rane.', location: 'Muncie', email: 'ruth@example.org' },
    correction: { firstName: 'Ruth', prayer: 'For rain.' },
  },
  {
    topic: 'endorsements',
    sent: { name: 'Ruth Gray', email: 'ruth@example.org', title: 'Farmer', endorsementText: 'Fare.' },
    correction: { name: 'Ruth Gray', endorsementText: 'Fair.' },
  },
] as const

const seen = ({ app }: TestApp, method: 'PUT' | 'POST' | 'DELETE', url: string, payload: object, revision?: number) =>
  app.inject({
    method,
    url,
    payload,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: 'session=admin',
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
  })
const correct = (app: TestApp, topic: string, words: object, revision?: number) =>
  seen(app, 'PUT', `/api/admin/${topic}/1`, words, revision)

describe.each(items)('correcting $topic', ({ topic, sent, correction }) => {
  it('changes the words that it names, and history shows them before and after', async () => {
    const app = await createTestApp()
    await app.post(`/api/${topic}`, sent)
    const answer = await correct(app, topic, correction)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ ...sent, ...correction, status: 'pending', revision: 1 })
    const history = (await app.get(`/api/admin/history/${topic}/1`, admin)).json()
    expect(history[1]).toMatchObject({ actor: { kind: 'admin' }, changes: correction })
  })

  it('leaves an approved one approved, and the site shows the new words', async () => {
    const app = await createTestApp()
    await app.post(`/api/${topic}`, sent)
    await app.post(`/api/admin/${topic}/1/approve`, {}, admin)
    expect((await correct(app, topic, correction)).json()).toMatchObject({ status: 'approved' })
    expect(JSON.stringify((await app.get(`/api/${topic}`)).json())).toContain(Object.values(correction).at(-1))
  })

  it('is refused, as is a decision, by an admin who has not read the latest words', async () => {
    const app = await createTestApp()
    await app.post(`/api/${topic}`, sent)
    await correct(app, topic, correction, 0)
    const late = await correct(app, topic, { ...correction, ...Object.fromEntries([Object.entries(sent)[0] ?? []]) }, 0)
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ current: { ...correction, revision: 1 } })
    for (const decision of ['approve', 'reject'])
      expect((await seen(app, 'POST', `/api/admin/${topic}/1/${decision}`, {}, 0)).statusCode).toBe(409)
    expect((await seen(app, 'DELETE', `/api/admin/${topic}/1`, {}, 0)).statusCode).toBe(409)
  })

  it('is for admins, and for items that there are', async () => {
    const app = await createTestApp()
    await app.post(`/api/${topic}`, sent)
    expect((await app.put(`/api/admin/${topic}/1`, correction)).statusCode).toBe(401)
    expect((await app.put(`/api/admin/${topic}/1`, correction, { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.put(`/api/admin/${topic}/9`, correction, admin)).statusCode).toBe(404)
    expect((await correct(app, topic, { ...correction, email: 'eve@example.org' })).statusCode).toBe(400)
  })
})
