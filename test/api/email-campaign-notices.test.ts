import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Mail } from '../../backend/mail/mailer.ts'
import { emailCampaignsReactor } from '../../backend/reactors/email-campaigns.ts'
import { letterhead } from '../../contract/campaign.ts'
import { recorded } from '../support/log/projected.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

async function reactor() {
  const app = await createEmailCampaignApp()
  const mails: Mail[] = []
  const applied: number[] = []
  const { knex } = app.database
  const { on } = emailCampaignsReactor({
    knex,
    sender: () => ({ ...letterhead, publicUrl: 'https://www.example.org' }),
    sentMails: sentMailsBy(app.database, async (mail) => void mails.push(mail), 'www.example.org'),
    emailCampaignSending: {
      ...app.emailCampaignSending,
      async apply(id) {
        applied.push(id)
        return app.emailCampaignSending.apply(id)
      },
    },
  })
  return { app, on, mails, applied }
}

it('every admin hears of an automatic pause once, and none of a pause by an admin', async () => {
  const { on, mails } = await reactor()
  const paused = recorded({ type: 'CampaignPaused', data: { campaignId: 7, by: 'bounces' } } as const)
  await on.CampaignPaused(paused)
  await on.CampaignPaused(paused)
  await on.CampaignPaused(recorded({ type: 'CampaignPaused', data: { campaignId: 8, by: 'admin' } } as const))
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(mails[0]?.text).toContain('https://www.example.org/email-campaigns?tab=send&campaign=7')
})

it('names the email campaign', async () => {
  const { app, on, mails } = await reactor()
  await app.volunteers(numbered(1))
  const id = await app.update()
  const { name } = (await app.get(`/api/email-campaigns/${id}`, admin)).json()
  const data = { campaignId: id, by: 'bounces' } as const
  await on.CampaignPaused(recorded({ type: 'CampaignPaused', data }))
  await on.CampaignLimitExceeded(recorded({ type: 'CampaignLimitExceeded', data }, {}, { id: randomUUID() }))
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining(`“${name}” was paused automatically.`),
    expect.stringContaining(`“${name}” had been sent to everyone when this was reported.`),
  ])
})

it('a decision takes effect although the process died right after it', async () => {
  const { app, on } = await reactor()
  await app.volunteers(numbered(2))
  const id = await app.update()
  // As if `apply` had never run.
  await app.database.pool.query(`UPDATE app.campaign_queues SET status = 'made', revision = -1`)
  const [sent] = (await app.events()).filter(({ type }) => type === 'CampaignSent')
  await on.CampaignSent(recorded({ type: 'CampaignSent', data: Object(sent?.data) }))
  app.emailCampaignSending.start()
  await app.finished(id)
  expect(app.sink.received).toHaveLength(2)
})

it('an erased person disappears from the lists, and the others stay', async () => {
  const { app, on } = await reactor()
  const [subject = ''] = await app.volunteers(numbered(2))
  const id = await app.update()
  await on.SubjectErased(recorded({ type: 'SubjectErased', data: { subject } }))
  const people = (await app.get(`/api/email-campaigns/${id}/recipients`, admin)).json()
  expect(new Set(people.map(({ email }: { email: string | null }) => email))).toEqual(
    new Set([null, 'person1@example.org']),
  )
})

it('every admin hears once of an email campaign that turned out badly after its end', async () => {
  const { on, mails } = await reactor()
  const exceeded = recorded({ type: 'CampaignLimitExceeded', data: { campaignId: 7, by: 'complaints' } } as const)
  await on.CampaignLimitExceeded(exceeded)
  await on.CampaignLimitExceeded(exceeded)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.org', expect.stringContaining('had too many complaints')],
  ])
  expect(mails[0]?.text).toContain('https://www.example.org/email-campaigns?tab=send&campaign=7')
})
