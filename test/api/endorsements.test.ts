import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { tablesWith } from '../support/app/canaries.ts'

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

describe('rejecting an endorsement', () => {
  it('keeps it with the reason, never public, and does nothing the second time', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    for (const reason of [' It names a neighbor. ', 'Another reason.']) {
      const answer = await app.post(`/api/admin/endorsements/${id}/reject`, { reason }, admin)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({
        ...endorsement,
        id,
        isApproved: false,
        status: 'rejected',
        rejectionReason: 'It names a neighbor.',
      })
    }
    expect((await app.get('/api/endorsements')).json()).toEqual([])
    expect((await app.get('/api/admin/endorsements', admin)).json()).toMatchObject([{ id, status: 'rejected' }])
    expect((await app.events()).map(({ type }) => type)).toEqual(['EndorsementSubmitted', 'EndorsementRejected'])
    const history = (await app.get(`/api/admin/history/endorsements/${id}`, admin)).json()
    expect(history.at(-1)).toMatchObject({ state: { status: 'Rejected', reason: 'It names a neighbor.' } })
  })

  it('may be followed by an approval, which clears the reason', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    await app.post(`/api/admin/endorsements/${id}/reject`, {}, admin)
    expect((await app.get('/api/admin/endorsements', admin)).json()).toMatchObject([{ rejectionReason: '' }])
    const answer = await app.post(`/api/admin/endorsements/${id}/approve`, undefined, admin)
    expect(answer.json()).toMatchObject({ isApproved: true, status: 'approved', rejectionReason: null })
    expect((await app.get('/api/admin/endorsements', admin)).json()).toEqual([answer.json()])
    expect((await app.get('/api/endorsements')).json()).toHaveLength(1)
  })

  it('is rejected after an approval, in a sentence that says what to do', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    await app.post(`/api/admin/endorsements/${id}/approve`, undefined, admin)
    const answer = await app.post(`/api/admin/endorsements/${id}/reject`, { reason: 'Too late.' }, admin)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This endorsement is already approved. Delete it to take it off the site.',
    ])
    expect((await app.get('/api/endorsements')).json()).toHaveLength(1)
  })

  it('takes a reason of up to 500 characters, and rejects invalid input', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    for (const body of [
      { reason: 'x'.repeat(501) },
      { reason: null },
      { reason: 'a\u0000' },
      { reason: '', id: 1 },
      [],
    ])
      expect((await app.post(`/api/admin/endorsements/${id}/reject`, body, admin)).statusCode).toBe(400)
    const reason = '🌽'.repeat(500)
    const answer = await app.post(`/api/admin/endorsements/${id}/reject`, { reason }, admin)
    expect(answer.json().rejectionReason).toBe(reason)
    expect((await app.post('/api/admin/endorsements/7/reject', { reason }, admin)).statusCode).toBe(404)
  })

  it('leaves nothing of the reason once the person is erased', { tags: 'long' }, async () => {
    const app = await createTestApp()
    const [first, second] = [await submitEndorsement(app), await submitEndorsement(app)]
    await app.post(
      `/api/admin/endorsements/${first}/reject`,
      { reason: 'Canary lives next door.' },
      { ...admin, key: 'kept' },
    )
    expect(await tablesWith(app.database.pool, 'canary')).toEqual(['read.endorsements', 'read.history'])
    await app.post('/api/admin/erasures', { email: endorsement.email }, admin)
    expect(await tablesWith(app.database.pool, 'canary')).toEqual([])
    expect(JSON.stringify(await app.events())).not.toContain('Canary')
    expect((await app.get('/api/admin/endorsements?filter=status:rejected', admin)).json()).toMatchObject([
      { id: first, isErased: true, rejectionReason: null },
    ])
    expect((await app.post(`/api/admin/endorsements/${second}/reject`, {}, admin)).statusCode).toBe(409)
    expect((await app.post(`/api/admin/endorsements/${first}/approve`, undefined, admin)).statusCode).toBe(409)
    expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
  })
})

describe('restoring an endorsement', () => {
  it('puts it back among those that wait for review, approved before or not', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    await app.post(`/api/admin/endorsements/${id}/approve`, undefined, admin)
    await app.remove(`/api/admin/endorsements/${id}`, admin)
    expect((await app.get('/api/admin/endorsements?filter=status:deleted', admin)).json()).toMatchObject([
      { id, status: 'deleted', isApproved: false },
    ])
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post(`/api/admin/endorsements/${id}/restore`, undefined, admin)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({
        ...endorsement,
        id,
        isApproved: false,
        status: 'pending',
        rejectionReason: null,
      })
    }
    expect((await app.get('/api/endorsements')).json()).toEqual([])
    expect((await app.get('/api/admin/endorsements?filter=status:pending', admin)).json()).toMatchObject([{ id }])
    expect((await app.events()).map(({ type }) => type)).toEqual([
      'EndorsementSubmitted',
      'EndorsementApproved',
      'EndorsementDeleted',
      'EndorsementRestored',
    ])
    await app.post(`/api/admin/endorsements/${id}/approve`, undefined, admin)
    expect((await app.get('/api/endorsements')).json()).toMatchObject([{ id }])
    const history = (await app.get(`/api/admin/history/endorsements/${id}`, admin)).json()
    expect(history[3].state).toMatchObject({ status: 'Pending', deleted: false })
  })

  it('is rejected for an erased person, and does not find an unknown one', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    await app.remove(`/api/admin/endorsements/${id}`, admin)
    await app.post('/api/admin/erasures', { topic: 'endorsements', id }, admin)
    const answer = await app.post(`/api/admin/endorsements/${id}/restore`, undefined, admin)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The personal data of this person was erased. This cannot be restored.',
    ])
    expect((await app.post('/api/admin/endorsements/7/restore', undefined, admin)).statusCode).toBe(404)
  })

  it('and rejecting are for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    const id = await submitEndorsement(app)
    for (const act of ['reject', 'restore'])
      for (const [caller, status] of [
        [{}, 401],
        [{ as: 'supporter' }, 403],
      ] as const)
        expect((await app.post(`/api/admin/endorsements/${id}/${act}`, {}, caller)).statusCode, act).toBe(status)
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
