import { describe, expect, it } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { createGeneticApp } from '../support/app/genetic-app.ts'

const admin = { as: 'admin' } as const

const history = async (app: TestApp, topic: string) => (await app.get(`/api/admin/history/${topic}/1`, admin)).json()
const lastAction = async (app: TestApp) => (await app.get('/api/admin/actions', admin)).json().actions[0]

async function expectOk(answer: ReturnType<TestApp['get']>): Promise<void> {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
}

describe('a changed setting appears in Actions with before and after, and has a history', () => {
  it('the moderation policy', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    expect(await history(app, 'moderation-policy')).toEqual([])
    for (const review of [40, 50])
      await expectOk(app.put('/api/moderation/policy', { review, reject: 90, model: null }, admin))
    expect(await lastAction(app)).toMatchObject({
      action: 'Change moderation policy',
      target: { topic: 'moderation-policy', id: 1 },
      before: { thresholds: { review: 40, reject: 90 } },
      after: { thresholds: { review: 50, reject: 90 } },
    })
    expect((await history(app, 'moderation-policy')).map(({ state }: { state: object }) => state)).toEqual([
      { thresholds: { review: 40, reject: 90 }, model: 'bundled' },
      { thresholds: { review: 50, reject: 90 }, model: 'bundled' },
    ])
  })

  it('the welcome series', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const text = { afterHours: 2, subject: 'Welcome', preheader: '', body: 'Hello.' }
    await expectOk(app.put('/api/email-campaigns/welcome-series', { isOn: false, mails: [text] }, admin))
    await expectOk(
      app.put('/api/email-campaigns/welcome-series', { isOn: true, mails: [{ ...text, body: 'Hi.' }] }, admin),
    )
    expect(await lastAction(app)).toMatchObject({
      target: { topic: 'welcome-series', id: 1 },
      before: { isOn: false, emails: ['After 2 hours: Welcome\nHello.'] },
      after: { isOn: true, emails: ['After 2 hours: Welcome\nHi.'] },
    })
    expect(await history(app, 'welcome-series')).toHaveLength(2)
  })

  it('the gene pool and the fitness formula', async () => {
    const app = await createGeneticApp()
    await expectOk(
      app.post('/api/genetic-test/gene-pool/alleles', { gene: 'headline', text: 'Roads that last' }, admin),
    )
    const proposed = await lastAction(app)
    expect(proposed.target).toEqual({ topic: 'gene-pool', id: 1 })
    expect(Object.keys(proposed.before)).toEqual(['headlines'])
    expect(proposed.after.headlines).toEqual([...proposed.before.headlines, 'Roads that last (off)'])

    const { current } = (await app.get('/api/genetic-test/fitness', admin)).json()
    await expectOk(
      app.put(
        '/api/genetic-test/fitness',
        { timeCap: current.timeCap, weights: { ...current.weights, donation: 3 } },
        admin,
      ),
    )
    expect(await lastAction(app)).toMatchObject({
      target: { topic: 'fitness-formula', id: 1 },
      before: { donationWeight: 2 },
      after: { donationWeight: 3 },
    })
    expect((await history(app, 'fitness-formula')).at(-1).state).toMatchObject({ timeUpTo: '30 s' })
    expect(await app.rebuildDiffers()).toMatchObject({ history: 0, admin_actions: 0 })
  })
})

describe('what a person decided about mail', () => {
  it('is in the history of their sign-up and in Actions, without identifying them', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    await app.post('/api/email-signup', { email: 'ruth@example.org' })
    const subject = await app.core.subjects.forEmail('ruth@example.org')
    const token = app.core.unsubscribeTokens.issue({ subject, campaignId: 7 })
    await expectOk(app.post('/api/mail-consents/unsubscribe', { token }))
    await expectOk(app.post('/api/mail-consents/resubscribe', { token }))

    await allProjected(app)
    const signUp = (await app.get('/api/admin/history/email-signups/1', admin)).json()
    expect(signUp.map(({ type, state }: { type: string; state: object }) => [type, state])).toMatchObject([
      ['MailingListJoined', { email: 'ruth@example.org', status: 'Subscribed' }],
      ['MailUnsubscribed', { status: 'Subscribed', campaignEmail: 'Unsubscribed' }],
      ['MailResubscribed', { status: 'Subscribed', campaignEmail: 'On' }],
    ])

    const { actions } = (await app.get('/api/admin/actions?filter=topic:mail-consents', admin)).json()
    expect(actions).toMatchObject([
      {
        actor: { kind: 'visitor' },
        target: { topic: 'email-signups', id: 1 },
        before: { campaignEmail: 'Unsubscribed' },
        after: { campaignEmail: 'On' },
      },
      { before: {}, after: { campaignEmail: 'Unsubscribed' } },
    ])
    expect(JSON.stringify(actions)).not.toContain('ruth')

    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)
    const erased = (await app.get('/api/admin/history/email-signups/1', admin)).json()
    expect(erased.map(({ type }: { type: string }) => type)).toEqual([
      'MailingListJoined',
      'MailUnsubscribed',
      'MailResubscribed',
      'SubjectErased',
    ])
    expect(await app.rebuildDiffers()).toMatchObject({ history: 0, admin_actions: 0 })
  })
})
