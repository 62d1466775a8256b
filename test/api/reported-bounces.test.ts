import { expect, it } from 'vitest'
import { createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

const secret = 'a webhook secret of more than 32 characters'
const authorization = `Basic ${Buffer.from(`provider:${secret}`).toString('base64')}`
const accepted = 108

/** An email campaign of which 108 mails were accepted, and 20 wait for a mail server that is busy. */
async function underWay() {
  const app = await createEmailCampaignApp(
    { fault: (_mail, to) => (Number(/\d+/.exec(to)?.[0]) >= accepted ? 'later' : null) },
    { connections: 10, retries: { first: 60_000, max: 60_000, attempts: 25 } },
    { MAIL_EVENTS_SECRET: secret },
  )
  const subjects = await app.volunteers(numbered(accepted + 20))
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect.poll(async () => (await app.emailCampaign(id)).progress?.sent, { timeout: 60_000 }).toBe(accepted)
  const report = async (body: object) => {
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/mail-events',
      payload: JSON.stringify(body),
      headers,
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  return { app, id, subjects, report }
}
const at = () => new Date().toISOString()

it('40 hard bounces reported among 108 mails pause an email campaign, and refusals about us do not', async () => {
  const { app, id, subjects, report } = await underWay()
  const bounces = (code: string, from: number, to: number) => ({
    events: subjects.slice(from, to).map((subject) => ({
      type: 'bounce',
      code,
      at: at(),
      about: { messageId: app.core.messageIds.issue({ campaignId: id, subject }, '127.0.0.1') },
    })),
  })
  await report(bounces('5.7.1', 40, 80))
  await app.emailCampaignSending.record()
  expect((await app.emailCampaign(id)).status).toBe('sending')
  await report(bounces('5.1.1', 0, 40))
  await app.emailCampaignSending.record()
  await expect.poll(() => app.emailCampaign(id)).toMatchObject({ status: 'paused', pausedBecause: 'bounces' })
}, 120_000)

it('ten complaints in the shape of Postmark pause it: an address counts for the email campaign that mailed it last', async () => {
  const { app, id, report } = await underWay()
  for (const { email } of numbered(10))
    await report({ RecordType: 'SpamComplaint', MessageID: 'm', Type: 'SpamComplaint', Email: email, BouncedAt: at() })
  await app.emailCampaignSending.record()
  await expect.poll(() => app.emailCampaign(id)).toMatchObject({ status: 'paused', pausedBecause: 'complaints' })
}, 120_000)

it('what is reported after the end is noted on the email campaign once, although nothing is left to pause', async () => {
  const app = await createEmailCampaignApp({}, { connections: 10 }, { MAIL_EVENTS_SECRET: secret })
  const subjects = await app.volunteers(numbered(120))
  app.emailCampaignSending.start()
  const id = await app.update()
  expect(await app.finished(id)).toMatchObject({ exceededBy: null })
  const report = async (code: string, from: number, to: number) => {
    const events = subjects.slice(from, to).map((subject) => ({
      type: 'bounce',
      code,
      at: at(),
      about: { messageId: app.core.messageIds.issue({ campaignId: id, subject }, '127.0.0.1') },
    }))
    const headers = { 'content-type': 'application/json', authorization }
    const payload = JSON.stringify({ events })
    const answer = await app.app.inject({ method: 'POST', url: '/api/mail-events', payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const exceeded = async () => (await app.events()).filter(({ type }) => type === 'CampaignLimitExceeded')
  await report('5.1.1', 0, 6)
  await report('5.7.1', 20, 60)
  await app.emailCampaignSending.noteExceededLimits()
  expect(await exceeded()).toEqual([])
  await report('5.1.1', 6, 7)
  for (const _ of [1, 2]) await app.emailCampaignSending.noteExceededLimits()
  expect((await exceeded()).map(({ data }) => data)).toEqual([{ campaignId: id, by: 'bounces' }])
  await expect
    .poll(() => app.emailCampaign(id))
    .toMatchObject({ status: 'sent', exceededBy: 'bounces', pausedBecause: null })
  expect(await app.rebuildDiffers()).toMatchObject({ email_campaigns: 0 })
}, 120_000)
