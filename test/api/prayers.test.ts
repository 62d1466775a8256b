import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const prayer = { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org', location: 'Muncie' }

async function submitPrayer({ post }: TestApp, words: object = prayer): Promise<number> {
  const answer = await post('/api/prayers', words)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('submitting a prayer', () => {
  it('responds with 201 and the public fields, and is pending review', async () => {
    const app = await createTestApp()
    const answer = await app.post('/api/prayers', prayer)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: 1,
      prayer: 'For rain.',
      name: 'Ruth',
      location: 'Muncie',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect((await app.get('/api/prayers')).json()).toEqual([])
    expect((await app.get('/api/admin/prayers', { as: 'admin' })).json()).toMatchObject([
      { ...prayer, id: 1, isApproved: false },
    ])
  })

  it('trims, and treats blank, null or absent email and location as missing', async () => {
    const app = await createTestApp()
    await submitPrayer(app, { prayer: ' For rain. \n', firstName: ' Ruth ', email: null, location: '  ' })
    await submitPrayer(app, { prayer: 'For sun.', firstName: 'Ruth' })
    expect((await app.get('/api/admin/prayers', { as: 'admin' })).json()).toMatchObject([
      { prayer: 'For sun.', email: null, location: null },
      { prayer: 'For rain.', firstName: 'Ruth', email: null, location: null },
    ])
  })

  it('repeated with the same key returns the first answer and creates one prayer', async () => {
    const app = await createTestApp()
    const caller = { key: 'one-and-the-same' }
    const [one, two] = await Promise.all([
      app.post('/api/prayers', prayer, caller),
      app.post('/api/prayers', prayer, caller),
    ])
    const three = await app.post('/api/prayers', prayer, caller)
    expect([one, two, three].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(two.json()).toEqual(one.json())
    expect(three.json()).toEqual(one.json())
    expect((await app.events()).map(({ type }) => type)).toEqual(['PrayerSubmitted'])
  })

  it('repeated, is answered from the log, which says so and rejects other words', async () => {
    const app = await createTestApp()
    const caller = { key: 'one-and-the-same' }
    const first = await app.post('/api/prayers', prayer, caller)
    await app.database.knex('app.idempotency_answers').delete()
    const second = await app.post('/api/prayers', prayer, caller)
    expect(second.json()).toEqual(first.json())
    expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
    expect((await app.post('/api/prayers', { ...prayer, firstName: 'Naomi' }, caller)).statusCode).toBe(422)
    expect(await app.events()).toHaveLength(1)
  })

  it('repeated after its person was erased, shows none of their data', async () => {
    const app = await createTestApp()
    const caller = { key: 'one-and-the-same' }
    const anonymous = { ...prayer, email: null }
    const first = (await app.post('/api/prayers', anonymous, caller)).json()
    await app.post('/api/admin/erasures', { topic: 'prayers', id: first.id }, admin)
    const second = (await app.post('/api/prayers', anonymous, caller)).json()
    expect(second).toEqual({ ...first, name: 'Erased', location: null, prayer: '[erased]' })
  })

  it('is limited per address', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    for (let n = 1; n <= 5; n++) await submitPrayer(app)
    const refused = await app.post('/api/prayers', prayer)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('accepts every field up to its limit in characters, counting an emoji as one', async () => {
    const app = await createTestApp()
    const longest = {
      prayer: '🌧'.repeat(5000),
      firstName: '🙏'.repeat(100),
      email: null,
      location: '🏞'.repeat(100),
    }
    await submitPrayer(app, longest)
    expect((await app.get('/api/admin/prayers', { as: 'admin' })).json()).toMatchObject([longest])
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{ ...prayer, isApproved: true }, 'isApproved'],
      [{ ...prayer, prayer: undefined }, 'prayer'],
      [{ ...prayer, prayer: ' \n\t' }, 'prayer'],
      [{ ...prayer, prayer: null }, 'prayer'],
      [{ ...prayer, prayer: 7 }, 'prayer'],
      [{ ...prayer, prayer: '🌧'.repeat(5001) }, 'prayer'],
      [{ ...prayer, prayer: 'a\u0000b' }, 'prayer'],
      [{ ...prayer, prayer: 'a\ud800b' }, 'prayer'],
      [{ ...prayer, firstName: '' }, 'firstName'],
      [{ ...prayer, firstName: ['Ruth'] }, 'firstName'],
      [{ ...prayer, firstName: 'n'.repeat(101) }, 'firstName'],
      [{ ...prayer, firstName: '\udc00' }, 'firstName'],
      [{ ...prayer, email: 'ruth' }, 'email'],
      [{ ...prayer, email: {} }, 'email'],
      [{ ...prayer, email: `${'r'.repeat(250)}@example.org` }, 'email'],
      [{ ...prayer, location: '🏞'.repeat(101) }, 'location'],
      [{ ...prayer, location: true }, 'location'],
    ]
    for (const [body, field] of cases) {
      const answer = await app.post('/api/prayers', body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    for (const body of ['[]', '"prayer"', 'null', '7', '']) {
      const answer = await app.post('/api/prayers', body)
      expect(answer.statusCode, body).toBe(400)
      expect(answer.json().message).toEqual(expect.any(String))
    }
    expect(await app.events()).toEqual([])
  })
})

describe('the lists of prayers', () => {
  it('show the public only approved ones, newest first, without email', async () => {
    const app = await createTestApp()
    const made: number[] = []
    for (const words of ['one', 'two', 'three']) made.push(await submitPrayer(app, { ...prayer, prayer: words }))
    await app.post(`/api/admin/prayers/${made[0]}/approve`, undefined, { as: 'admin' })
    await app.post(`/api/admin/prayers/${made[2]}/approve`, undefined, { as: 'admin' })
    const list = (await app.get('/api/prayers')).json()
    expect(list.map((each: { prayer: string }) => each.prayer)).toEqual(['three', 'one'])
    expect(Object.keys(list[0]).sort()).toEqual(['createdAt', 'id', 'location', 'name', 'prayer'])
  })

  it('are paged by number or, at the same cost on every page, by id', async () => {
    const app = await createTestApp()
    const newest: number[] = []
    for (let n = 1; n <= 5; n++) {
      const id = await submitPrayer(app)
      await app.post(`/api/admin/prayers/${id}/approve`, undefined, { as: 'admin' })
      newest.unshift(id)
    }
    const ids = async (query: string) =>
      (await app.get(`/api/prayers${query}`)).json().map(({ id }: { id: number }) => id)
    expect(await ids('?limit=2')).toEqual(newest.slice(0, 2))
    expect(await ids('?limit=2&page=2')).toEqual(newest.slice(2, 4))
    expect(await ids('?limit=2&page=3')).toEqual(newest.slice(4))
    expect(await ids('?limit=2&page=4')).toEqual([])
    expect(await ids(`?limit=2&before=${newest[1]}`)).toEqual(newest.slice(2, 4))
    expect(await ids('?before=2147483647')).toEqual(newest)
  })

  it('reject an invalid page', async () => {
    const app = await createTestApp()
    for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=51', 'limit=', 'before=0', 'q=1'])
      expect((await app.get(`/api/prayers?${query}`)).statusCode, query).toBe(400)
  })
})

describe('reviewing a prayer', () => {
  it('publishes it once approved, and gives the same answer when repeated', async () => {
    const app = await createTestApp()
    const id = await submitPrayer(app)
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post(`/api/admin/prayers/${id}/approve`, undefined, { as: 'admin' })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ ...prayer, id, isApproved: true })
    }
    expect((await app.get('/api/prayers')).json()).toHaveLength(1)
    expect((await app.events()).map(({ type }) => type)).toEqual(['PrayerSubmitted', 'PrayerApproved'])
  })

  it('removes it from the lists once deleted, approved or not, and does nothing the second time', async () => {
    const app = await createTestApp()
    const [pending, approved] = [await submitPrayer(app), await submitPrayer(app)]
    await app.post(`/api/admin/prayers/${approved}/approve`, undefined, { as: 'admin' })
    for (const id of [pending, approved, approved]) {
      const answer = await app.remove(`/api/admin/prayers/${id}`, { as: 'admin' })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
    }
    expect((await app.get('/api/prayers')).json()).toEqual([])
    expect((await app.get('/api/admin/prayers', { as: 'admin' })).json()).toEqual([])
    expect((await app.events()).filter(({ type }) => type === 'PrayerDeleted')).toHaveLength(2)
    expect((await app.post(`/api/admin/prayers/${approved}/approve`, undefined, { as: 'admin' })).statusCode).toBe(404)
  })

  it('does not find an unknown prayer', async () => {
    const app = await createTestApp()
    expect((await app.post('/api/admin/prayers/7/approve', undefined, { as: 'admin' })).statusCode).toBe(404)
    expect((await app.remove('/api/admin/prayers/7', { as: 'admin' })).statusCode).toBe(404)
    for (const id of ['0', '-1', 'x', '2147483648', '1e3'])
      expect((await app.remove(`/api/admin/prayers/${id}`, { as: 'admin' })).statusCode, id).toBe(400)
    expect(await app.events()).toEqual([])
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    const id = await submitPrayer(app)
    for (const [caller, status] of [
      [{}, 401],
      [{ as: 'supporter' }, 403],
    ] as const) {
      expect((await app.get('/api/admin/prayers', caller)).statusCode).toBe(status)
      expect((await app.post(`/api/admin/prayers/${id}/approve`, undefined, caller)).statusCode).toBe(status)
      expect((await app.remove(`/api/admin/prayers/${id}`, caller)).statusCode).toBe(status)
    }
    expect(await app.events()).toHaveLength(1)
  })

  it('decides once when two admins approve and delete at the same time', async () => {
    const app = await createTestApp()
    const id = await submitPrayer(app)
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => app.post(`/api/admin/prayers/${id}/approve`, undefined, { as: 'admin' })),
      ...Array.from({ length: 3 }, () => app.remove(`/api/admin/prayers/${id}`, { as: 'admin' })),
    ])
    expect(answers.map(({ statusCode }) => statusCode).every((status) => [200, 204, 404].includes(status))).toBe(true)
    const types = (await app.events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'PrayerDeleted')).toHaveLength(1)
    expect(types.filter((type) => type === 'PrayerApproved').length).toBeLessThanOrEqual(1)
    expect(types.at(-1)).toBe('PrayerDeleted')
    expect((await app.get('/api/prayers')).json()).toEqual([])
  })
})
