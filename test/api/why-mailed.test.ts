import { expect, it } from 'vitest'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

const url = '/api/mail-consents/why'

it('says the rule that chose the person, and when and how they agreed', async () => {
  const app = await createEmailCampaignApp()
  const [subject = ''] = await app.volunteers(numbered(2))
  app.emailCampaignSending.start()
  const id = await app.update()
  await app.finished(id)
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: id })
  const why = async () => (await app.post(url, { token })).json()
  expect(await why()).toEqual({
    status: 'subscribed',
    rules: ['You applied to volunteer, and the application was not deleted.'],
    acts: [
      {
        text: expect.stringMatching(/^You applied to volunteer on [A-Z][a-z]+ \d+, \d{4}\.$/),
        details: ['You sent it on our website.'],
      },
    ],
  })
  const [mail] = app.sink.received
  expect(mail).toBeDefined()

  await app.post('/api/mail-consents/unsubscribe', { token })
  expect(await why()).toMatchObject({ status: 'unsubscribed', rules: [expect.any(String)] })

  await app.post('/api/admin/erasures', { email: 'person0@example.org' }, admin)
  expect(await why()).toEqual({ status: 'erased', rules: [], acts: [] })
})

it('tells of other acts only what the rule is about', async () => {
  const app = await createEmailCampaignApp()
  const [person] = numbered(1)
  const [subject = ''] = await app.volunteers(numbered(1))
  await app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain.', email: person?.email })
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  const { rules, acts } = (await app.post(url, { token })).json()
  expect(rules).toEqual(['You sent us something, and this email answers it.'])
  expect(JSON.stringify(acts)).toContain('You applied to volunteer')
  expect(JSON.stringify(acts)).not.toContain('prayer')
})

it('rejects a link that is not ours, and unknown fields', async () => {
  const app = await createEmailCampaignApp()
  for (const body of [{ token: 'nonsense' }, { token: '' }, {}, { token: 'nonsense', email: 'x@example.org' }])
    expect((await app.post(url, body)).statusCode).toBe(400)
})
