import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { tablesWith } from '../support/app/canaries.ts'

const admin = { as: 'admin' } as const
const person = { email: 'ruth@example.org' }

describe.each([
  {
    topic: 'prayers',
    Name: 'Prayer',
    words: { ...person, firstName: 'Ruth', prayer: 'For rain.', location: 'Muncie' },
  },
  {
    topic: 'endorsements',
    Name: 'Endorsement',
    words: { ...person, name: 'Ruth', title: 'Farmer', endorsementText: 'A neighbour who listens.' },
  },
] as const)('$topic:', ({ topic, Name, words }) => {
  const admins = `/api/admin/${topic}`
  async function submit({ post }: TestApp): Promise<number> {
    const answer = await post(`/api/${topic}`, words)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id
  }

  describe('rejecting', () => {
    it('keeps it with the reason, never public, and does nothing the second time', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      for (const reason of [' It names a neighbor. ', 'Another reason.']) {
        const answer = await app.post(`${admins}/${id}/reject`, { reason }, admin)
        expect(answer.statusCode, answer.body).toBe(200)
        expect(answer.json()).toMatchObject({
          ...words,
          id,
          isApproved: false,
          status: 'rejected',
          rejectionReason: 'It names a neighbor.',
        })
      }
      expect((await app.get(`/api/${topic}`)).json()).toEqual([])
      expect((await app.get(admins, admin)).json()).toMatchObject([{ id, status: 'rejected' }])
      expect((await app.events()).map(({ type }) => type)).toEqual([`${Name}Submitted`, `${Name}Rejected`])
      const history = (await app.get(`/api/admin/history/${topic}/${id}`, admin)).json()
      expect(history.at(-1)).toMatchObject({ state: { status: 'Rejected', reason: 'It names a neighbor.' } })
    })

    it('may be followed by an approval, which clears the reason', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      await app.post(`${admins}/${id}/reject`, {}, admin)
      expect((await app.get(admins, admin)).json()).toMatchObject([{ rejectionReason: '' }])
      const answer = await app.post(`${admins}/${id}/approve`, undefined, admin)
      expect(answer.json()).toMatchObject({ isApproved: true, status: 'approved', rejectionReason: null })
      expect((await app.get(admins, admin)).json()).toEqual([answer.json()])
      expect((await app.get(`/api/${topic}`)).json()).toHaveLength(1)
    })

    it('is rejected after an approval, in a sentence that says what to do', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      await app.post(`${admins}/${id}/approve`, undefined, admin)
      const answer = await app.post(`${admins}/${id}/reject`, { reason: 'Too late.' }, admin)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        `This ${Name.toLowerCase()} is already approved. Delete it to take it off the site.`,
      ])
      expect((await app.get(`/api/${topic}`)).json()).toHaveLength(1)
    })

    it('takes a reason of up to 500 characters, and rejects invalid input', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      for (const body of [
        { reason: 'x'.repeat(501) },
        { reason: null },
        { reason: 'a\u0000' },
        { reason: '', id: 1 },
        [],
      ])
        expect((await app.post(`${admins}/${id}/reject`, body, admin)).statusCode).toBe(400)
      const reason = '🌽'.repeat(500)
      const answer = await app.post(`${admins}/${id}/reject`, { reason }, admin)
      expect(answer.json().rejectionReason).toBe(reason)
      expect((await app.post(`${admins}/7/reject`, { reason }, admin)).statusCode).toBe(404)
    })

    it(
      'leaves nothing of the reason once the person is erased',
      topic === 'prayers' ? {} : { tags: 'long' },
      async () => {
        const app = await createTestApp()
        const [first, second] = [await submit(app), await submit(app)]
        await app.post(`${admins}/${first}/reject`, { reason: 'Canary lives next door.' }, { ...admin, key: 'kept' })
        expect(await tablesWith(app.database.pool, 'canary')).toEqual(['read.history', `read.${topic}`].toSorted())
        await app.post('/api/admin/erasures', { email: words.email }, admin)
        expect(await tablesWith(app.database.pool, 'canary')).toEqual([])
        expect(JSON.stringify(await app.events())).not.toContain('Canary')
        expect((await app.get(`${admins}?filter=status:rejected`, admin)).json()).toMatchObject([
          { id: first, isErased: true, rejectionReason: null },
        ])
        expect((await app.post(`${admins}/${second}/reject`, {}, admin)).statusCode).toBe(409)
        expect((await app.post(`${admins}/${first}/approve`, undefined, admin)).statusCode).toBe(409)
        expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
      },
    )
  })

  describe('restoring', () => {
    it('puts it back among those that wait for review, approved before or not', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      await app.post(`${admins}/${id}/approve`, undefined, admin)
      await app.remove(`${admins}/${id}`, admin)
      expect((await app.get(`${admins}?filter=status:deleted`, admin)).json()).toMatchObject([
        { id, status: 'deleted', isApproved: false },
      ])
      for (let time = 1; time <= 2; time++) {
        const answer = await app.post(`${admins}/${id}/restore`, undefined, admin)
        expect(answer.statusCode, answer.body).toBe(200)
        expect(answer.json()).toMatchObject({
          ...words,
          id,
          isApproved: false,
          status: 'pending',
          rejectionReason: null,
        })
      }
      expect((await app.get(`/api/${topic}`)).json()).toEqual([])
      expect((await app.get(`${admins}?filter=status:pending`, admin)).json()).toMatchObject([{ id }])
      expect((await app.events()).map(({ type }) => type)).toEqual([
        `${Name}Submitted`,
        `${Name}Approved`,
        `${Name}Deleted`,
        `${Name}Restored`,
      ])
      await app.post(`${admins}/${id}/approve`, undefined, admin)
      expect((await app.get(`/api/${topic}`)).json()).toMatchObject([{ id }])
      const history = (await app.get(`/api/admin/history/${topic}/${id}`, admin)).json()
      expect(history[3].state).toMatchObject({ status: 'Pending', deleted: false })
    })

    it('is rejected for an erased person, and does not find an unknown one', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      await app.remove(`${admins}/${id}`, admin)
      await app.post('/api/admin/erasures', { topic, id }, admin)
      const answer = await app.post(`${admins}/${id}/restore`, undefined, admin)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'The personal data of this person was erased. This cannot be restored.',
      ])
      expect((await app.post(`${admins}/7/restore`, undefined, admin)).statusCode).toBe(404)
    })

    it('and rejecting are for admins: 401 for a visitor, 403 for a supporter', async () => {
      const app = await createTestApp()
      const id = await submit(app)
      for (const act of ['reject', 'restore'])
        for (const [caller, status] of [
          [{}, 401],
          [{ as: 'supporter' }, 403],
        ] as const)
          expect((await app.post(`${admins}/${id}/${act}`, {}, caller)).statusCode, act).toBe(status)
      expect(await app.events()).toHaveLength(1)
    })
  })
})
