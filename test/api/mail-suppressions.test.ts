import { describe, expect, it } from 'vitest'
import { signatureHeader, signatureOf } from '../../backend/commands/mail-events/signature.ts'
import type { EmailSignup } from '../../contract/email-signups.ts'
import type { AdminUser } from '../../contract/users.ts'
import { createTestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const secret = 'a webhook secret of more than 32 characters'
const at = '2026-03-01T12:00:00.000Z'

/** Ada, Ben and Cora, who have accounts and joined the mailing list. */
async function withPeople() {
  const app = await createTestApp({ env: { MAIL_EVENTS_SECRET: secret } })
  await app.registerPeople()
  for (const name of ['ada', 'ben', 'cora'])
    expect((await app.post('/api/email-signup', { email: `${name}@example.org` })).statusCode).toBe(201)
  const tokenOf = async (email: string) =>
    app.core.unsubscribeTokens.issue({ subject: await app.core.subjects.forEmail(email), campaignId: 7 })
  return {
    app,
    async report(type: 'bounce' | 'complaint', email: string) {
      const event = { type, at, about: { email }, ...(type === 'bounce' && { code: '5.1.1' }) }
      const payload = JSON.stringify({ events: [event] })
      const signature = signatureOf(secret, Math.floor(Date.now() / 1000), Buffer.from(payload))
      const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
      const answer = await app.app.inject({ method: 'POST', url: '/api/mail-events', payload, headers })
      expect(answer.json()).toEqual({ recorded: 1 })
    },
    act: async (name: 'unsubscribe' | 'resubscribe', email: string) =>
      app.post(`/api/mail-consents/${name}`, { token: await tokenOf(email) }),
    /** By address, in both lists: they always agree. */
    async suppressions() {
      const { users }: { users: AdminUser[] } = (await app.get('/api/admin/users', admin)).json()
      const signups: EmailSignup[] = (await app.get('/api/admin/emails', admin)).json()
      const byAddress = (rows: Pick<AdminUser, 'email' | 'mailSuppression'>[]) =>
        Object.fromEntries(rows.map(({ email, mailSuppression }) => [email, mailSuppression]))
      expect(byAddress(signups)).toEqual(byAddress(users))
      return byAddress(users)
    },
  }
}

describe('the lists of users and signups', () => {
  it('say why an address gets no campaign mail, and since when', async () => {
    const { report, act, suppressions } = await withPeople()
    expect(await suppressions()).toEqual({ 'ada@example.org': null, 'ben@example.org': null, 'cora@example.org': null })
    await report('bounce', 'ada@example.org')
    await report('complaint', 'ben@example.org')
    expect(await suppressions()).toEqual({
      'ada@example.org': { reason: 'bounced', at },
      'ben@example.org': { reason: 'complained', at },
      'cora@example.org': null,
    })
    await act('unsubscribe', 'cora@example.org')
    expect((await suppressions())['cora@example.org']).toEqual({ reason: 'unsubscribed', at: expect.any(String) })
    await act('resubscribe', 'cora@example.org')
    expect((await suppressions())['cora@example.org']).toBeNull()
  })

  it('do not carry an old address’s reason over to a new one, or to an erased person', async () => {
    const { app, report } = await withPeople()
    await report('bounce', 'ben@example.org')
    await report('bounce', 'cora@example.org')
    await app.put('/api/admin/users/2', { email: 'benjamin@example.org' }, admin)
    const { users }: { users: AdminUser[] } = (await app.get('/api/admin/users', admin)).json()
    expect(users.find(({ id }) => id === 2)).toMatchObject({ email: 'benjamin@example.org', mailSuppression: null })
    expect((await app.post('/api/admin/erasures', { email: 'cora@example.org' }, admin)).statusCode).toBe(200)
    expect((await app.get('/api/admin/emails', admin)).json()).toMatchObject([
      { isErased: true, mailSuppression: null },
      { email: 'ben@example.org', mailSuppression: { reason: 'bounced', at } },
      { email: 'ada@example.org', mailSuppression: null },
    ])
  })
})
