import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { EmailCampaignEvent } from '../../backend/domain/mail/email-campaign-events.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { emailCampaignsReactor } from '../../backend/reactors/email-campaigns.ts'
import { emailCampaignRow } from '../../backend/read-model/email-campaigns.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { holdRoles } from '../support/app/hold-roles.ts'
import { issuedKey } from '../support/app/issued-key.ts'
import { recorded } from '../support/log/projected.ts'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

async function reactor() {
  const app = await createEmailCampaignApp()
  const mails: Mail[] = []
  const applied: number[] = []
  const { knex } = app.database
  const { log, decode } = app.core
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
    reached: app.reached,
    earlier: async ({ stream, revision }) =>
      decode<EmailCampaignEvent>((await log.readStream(stream)).slice(0, revision)),
  })
  /** Gives the reactor the log from the start, as after a lost checkpoint. */
  async function react(): Promise<void> {
    const types: { [type: string]: unknown } = on
    for (const event of await decode<DomainEvent>(await log.readAll(null, 10_000))) {
      const reaction = types[event.type]
      if (typeof reaction === 'function') await reaction(event)
    }
  }
  return { app, on, mails, applied, react }
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

/** Cora, as an admin, sends an email campaign, and is no admin any more. */
async function pausedByRights() {
  const reacting = await reactor()
  const { app } = reacting
  await app.volunteers(numbered(4))
  await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
  const deputy = { as: 'deputy' } as const
  const { id } = (await app.post('/api/email-campaigns', composed, deputy)).json()
  expect((await app.post(`/api/email-campaigns/${id}/send`, undefined, deputy)).statusCode).toBe(202)
  await allProjected(app)
  await holdRoles(app, 3, [])
  await app.sendDue(new Date())
  await allProjected(app)
  expect(await app.emailCampaign(id)).toMatchObject({ status: 'paused' })
  return { ...reacting, id }
}

it('every admin hears that the person who let it go out may no longer send', async () => {
  const { mails, react } = await pausedByRights()
  await react()
  await react()
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(mails[0]?.text).toContain(
    'is paused: the person or API key that let it go out may no longer send email campaigns.',
  )
})

it('no one hears of such a pause any more once it goes on', async () => {
  const { app, id, mails, react } = await pausedByRights()
  expect((await app.post(`/api/email-campaigns/${id}/resume`, undefined, admin)).statusCode).toBe(200)
  await allProjected(app)
  await react()
  expect(mails).toEqual([])
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

const organizer = { as: 'organizer' } as const
const at = '2099-03-02T10:00'

async function rewritten({ by = 'admin' }: { by?: 'admin' | 'deputy' } = {}) {
  const reacting = await reactor()
  const { app } = reacting
  await app.volunteers(numbered(3))
  const { id } = (await app.post('/api/email-campaigns', composed, organizer)).json()
  const act = (name: string, body?: object) => app.post(`/api/email-campaigns/${id}/${name}`, body, { as: by })
  const edit = (subject: string) => app.put(`/api/email-campaigns/${id}`, { ...composed, subject }, organizer)
  const row = () => app.emailCampaign(id)
  expect((await act('schedule', { at })).statusCode).toBe(200)
  expect((await edit('Other words')).statusCode).toBe(200)
  return { ...reacting, id, act, edit, row }
}

it('who scheduled an email campaign hears once that it was changed by a person who may not send', async () => {
  const { app, id, mails, react, act, edit, row } = await rewritten()
  await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
  expect(await row()).toMatchObject({ status: 'draft', rewrittenBy: 'Ben Babbage' })
  const readBy = (reader: number) =>
    emailCampaignRow(app.database.knex, id, { id: reader, rights: { has: (right) => right !== 'colleagues' } })
  const unnamed = { createdBy: 'A member of staff', rewrittenBy: 'A member of staff' }
  expect(await readBy(99)).toMatchObject({ ...unnamed, createdById: null })
  const { createdById } = await row()
  expect(await readBy(createdById ?? 0)).toMatchObject({ ...unnamed, createdById })
  await react()
  await react()
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(mails[0]?.text).toContain(
    `“${composed.name}” was scheduled. Ben Babbage may not send and has changed it since, so it won’t go out by itself.`,
  )
  expect(mails[0]?.text).toContain(`https://www.example.org/email-campaigns?tab=send&campaign=${id}`)
  // Another change of the draft stops nothing more.
  await edit('Still other words')
  await react()
  expect(mails).toHaveLength(1)
  expect((await act('schedule', { at })).json()).toMatchObject({ status: 'scheduled', rewrittenBy: null })
})

it('who scheduled an email campaign hears which API key has changed it since, although its issuer may send', async () => {
  const { app, mails, react } = await reactor()
  await app.volunteers(numbered(3))
  await app.core.accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
  await app.core.accounts.setRights(3, 1, { isAdmin: true, isActive: true, ban: null })
  const { call } = await issuedKey(app, ['drafts'], 'Drafter')
  const { id } = (await app.post('/api/email-campaigns', composed, organizer)).json()
  expect((await app.post(`/api/email-campaigns/${id}/schedule`, { at }, admin)).statusCode).toBe(200)
  expect((await call('PUT', `/api/email-campaigns/${id}`, { ...composed, subject: 'Other' })).statusCode).toBe(200)
  await allProjected(app)
  const rewrittenBy = 'API key Drafter'
  expect(await app.emailCampaign(id)).toMatchObject({ status: 'draft', rewrittenBy })
  const listed = (await app.get('/api/email-campaigns', admin)).json()
  expect(listed).toMatchObject([{ id, rewrittenBy }])
  await react()
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('was scheduled. API key Drafter may not send and has changed it since,'),
  ])
})

it('everyone who may send hears of it when the person who scheduled it no longer may', async () => {
  const { app, mails, react } = await rewritten({ by: 'deputy' })
  await holdRoles(app, 2, [{ role: 'organizer' }])
  await react()
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
})

it('no one hears of it any more once it is scheduled again', async () => {
  const { mails, react, act } = await rewritten()
  await act('schedule', { at })
  await react()
  expect(mails).toEqual([])
})

it('who scheduled an email campaign hears why it could not be sent', async () => {
  const { app, mails, react, act, row } = await rewritten()
  await act('schedule', { at })
  for (const id of [1, 2, 3]) await app.remove(`/api/admin/volunteers/${id}`, admin)
  await allProjected(app)
  await app.sendDue(new Date('2099-03-03T10:00:00Z'))
  await allProjected(app)
  expect(await row()).toMatchObject({ status: 'failed' })
  await react()
  expect(mails.map(({ to, text }) => [to, text])).toEqual([
    [
      'ada@example.org',
      expect.stringContaining('was scheduled and didn’t go out. No one in this segment can get email right now.'),
    ],
  ])
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
