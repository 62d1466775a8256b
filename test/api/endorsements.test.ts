import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const endorsement = {
  name: 'Ruth',
  email: 'ruth@example.org',
  title: 'Farmer',
  endorsementText: 'A neighbour who listens.',
}

async function submitEndorsement({ post }: TestApp, words: object = endorsement): Promise<number> {
  const answer = await post('/api/endorsements', words)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('submitting an endorsement', () => {
  it('responds with 201 and the public fields, and is pending review', async () => {
    const app = await createTestApp()
    const answer = await app.post('/api/endorsements', endorsement)
    expect(answer.statusCode).toBe(201)
    const { email: _, ...shown } = endorsement
    expect(answer.json()).toEqual({ ...shown, id: 1, createdAt: expect.any(String) })
    expect((await app.get('/api/endorsements')).json()).toEqual([])
    expect((await app.get('/api/admin/endorsements', { as: 'admin' })).json()).toMatchObject([
      { ...endorsement, id: 1, isApproved: false },
    ])
  })

  it('treats absent or blank title and text as empty', async () => {
    const app = await createTestApp()
    await submitEndorsement(app, { name: 'Ruth', email: 'ruth@example.org' })
    await submitEndorsement(app, { ...endorsement, title: ' ', endorsementText: '' })
    expect((await app.get('/api/admin/endorsements', { as: 'admin' })).json()).toMatchObject([
      { title: '', endorsementText: '' },
      { title: '', endorsementText: '' },
    ])
  })

  it('repeated with the same key returns the first answer and creates one endorsement', async () => {
    const app = await createTestApp()
    const caller = { key: 'one-and-the-same' }
    const first = await app.post('/api/endorsements', endorsement, caller)
    await app.database.knex('app.idempotency_answers').delete()
    const second = await app.post('/api/endorsements', endorsement, caller)
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await app.events()).toHaveLength(1)
  })

  it('accepts every field up to its limit in characters, and not one more', async () => {
    const app = await createTestApp()
    const longest = {
      ...endorsement,
      name: '🤝'.repeat(100),
      title: '🌽'.repeat(200),
      endorsementText: '🗳'.repeat(5000),
    }
    await submitEndorsement(app, longest)
    for (const field of ['name', 'title', 'endorsementText'] as const) {
      const answer = await app.post('/api/endorsements', { ...longest, [field]: `${longest[field]}x` })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toMatchObject([{ path: field }])
    }
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{ ...endorsement, isPublic: true }, 'isPublic'],
      [{ ...endorsement, name: ' ' }, 'name'],
      [{ ...endorsement, name: 'a\u0000' }, 'name'],
      [{ ...endorsement, name: 3 }, 'name'],
      [{ ...endorsement, email: null }, 'email'],
      [{ ...endorsement, email: '' }, 'email'],
      [{ ...endorsement, email: 'ruth@' }, 'email'],
      [{ ...endorsement, title: null }, 'title'],
      [{ ...endorsement, endorsementText: '\ud83c' }, 'endorsementText'],
      [{ ...endorsement, endorsementText: [] }, 'endorsementText'],
    ]
    for (const [body, field] of cases) {
      const answer = await app.post('/api/endorsements', body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    expect(await app.events()).toEqual([])
  })
})

describe('reviewing an endorsement', () => {
  it('publishes it once approved, without the email address, until it is deleted', async () => {
    const app = await createTestApp()
    const [first, second] = [await submitEndorsement(app), await submitEndorsement(app)]
    for (const id of [first, second]) {
      const answer = await app.post(`/api/admin/endorsements/${id}/approve`, undefined, { as: 'admin' })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ ...endorsement, id, isApproved: true })
    }
    const list = (await app.get('/api/endorsements')).json()
    expect(list.map(({ id }: { id: number }) => id)).toEqual([second, first])
    expect(Object.keys(list[0]).sort()).toEqual(['createdAt', 'endorsementText', 'id', 'name', 'title'])
    expect((await app.remove(`/api/admin/endorsements/${first}`, { as: 'admin' })).statusCode).toBe(204)
    expect((await app.get('/api/endorsements?limit=1')).json()).toMatchObject([{ id: second }])
    expect((await app.get('/api/endorsements?limit=1&page=2')).json()).toEqual([])
  })

  it('does not find an unknown endorsement', async () => {
    const app = await createTestApp()
    expect((await app.post('/api/admin/endorsements/7/approve', undefined, { as: 'admin' })).statusCode).toBe(404)
    expect((await app.remove('/api/admin/endorsements/7', { as: 'admin' })).statusCode).toBe(404)
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    for (const [caller, status] of [
      [{}, 401],
      [{ as: 'supporter' }, 403],
    ] as const) {
      expect((await app.get('/api/admin/endorsements', caller)).statusCode).toBe(status)
      expect((await app.post(`/api/admin/endorsements/${id}/approve`, undefined, caller)).statusCode).toBe(status)
      expect((await app.remove(`/api/admin/endorsements/${id}`, caller)).statusCode).toBe(status)
    }
    expect(await app.events()).toHaveLength(1)
  })
})

it('the list in the console is sorted, filtered and searched, with what waits for review first', async () => {
  const app = await createTestApp()
  const names = ['Ruth', 'boaz', 'Naomi', 'Orpah', 'Tamar']
  for (const name of names)
    await submitEndorsement(app, { ...endorsement, name, email: `${name}@example.org`, title: '' })
  await app.post('/api/admin/endorsements/5/approve', undefined, admin)
  await app.post('/api/admin/endorsements/4/reject', { reason: '' }, admin)
  await app.remove('/api/admin/endorsements/3', admin)
  const lists = async (query: string, found: string[], total = found.length) => {
    const answer = await app.get(`/api/admin/endorsements?${query}`, admin)
    expect([answer.statusCode, answer.headers['x-total-count']], query).toEqual([200, String(total)])
    expect(
      answer.json().map(({ name }: { name: string }) => name),
      query,
    ).toEqual(found)
  }
  await lists('', ['boaz', 'Ruth', 'Tamar', 'Orpah'])
  await lists('limit=2&page=2', ['Tamar', 'Orpah'], 4)
  await lists('sort=status', ['Orpah', 'Tamar', 'Ruth', 'boaz'])
  await lists('sort=name', ['boaz', 'Orpah', 'Ruth', 'Tamar'])
  await lists('sort=-email', ['Tamar', 'Ruth', 'Orpah', 'boaz'])
  await lists('sort=title', ['Ruth', 'boaz', 'Orpah', 'Tamar'])
  await lists('sort=-endorsementText', ['Tamar', 'Orpah', 'boaz', 'Ruth'])
  await lists('filter=status:pending', ['boaz', 'Ruth'])
  await lists('filter=status:approved', ['Tamar'])
  await lists('filter=status:rejected', ['Orpah'])
  await lists('filter=status:deleted', ['Naomi'])
  await lists('q=BOAZ listens', ['boaz'])
  await lists('q=naomi', [])
  await lists('q=naomi&filter=status:deleted', ['Naomi'])
  await app.post('/api/admin/erasures', { topic: 'endorsements', id: 2 }, admin)
  await lists('q=erased', [])
  for (const query of ['before=3', 'sort=isPublic', 'filter=status:draft'])
    expect((await app.get(`/api/admin/endorsements?${query}`, admin)).statusCode, query).toBe(400)
})
