import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { emailCampaignStream } from '../../backend/domain/mail/email-campaigns.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { verifyEmailCampaign } from '../../backend/tools/email-campaigns-verify-command.ts'
import type { MailPurpose } from '../../contract/email-segments.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { admin, createEmailCampaignApp } from '../support/mail/email-campaigns.ts'

type App = Awaited<ReturnType<typeof createEmailCampaignApp>>

const invitation = {
  name: 'Town hall',
  subject: 'Come on Thursday',
  preheader: '',
  body: 'Doors open at 7.',
  segmentIds: ['active-volunteers'],
  purpose: 'eventInvitations',
}

/** Four volunteers; three of them turned one switch off. */
async function invitees(app: App): Promise<void> {
  await app.volunteers(
    ['all', 'no-invitations', 'no-volunteering', 'no-news'].map((name) => ({ email: `${name}@example.org` })),
  )
  await turnOff(app, 'no-invitations@example.org', 'eventInvitations')
  await turnOff(app, 'no-volunteering@example.org', 'volunteerOpportunities')
  await turnOff(app, 'no-news@example.org', 'campaignNews')
}

async function turnOff(app: App, email: string, name: MailPurpose): Promise<void> {
  const subject = await app.core.subjects.forEmail(email)
  const all = { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true }
  const command = { type: 'ChooseMail', data: { subject, ...all, [name]: false } } as const
  await app.core.handle(mailConsents, mailConsentStream(subject), command, systemContext())
  await allProjected(app)
}

const mailed = ({ sink }: App) => sink.received.map(({ to }) => to).sort()

async function draft(app: App, mail: object = invitation): Promise<number> {
  const answer = await app.post('/api/email-campaigns', mail, admin)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function sendAndFinish(app: App, id: number) {
  expect((await app.post(`/api/email-campaigns/${id}/send`, undefined, admin)).statusCode).toBe(202)
  return app.finished(id)
}

async function verified(app: App, id: number): Promise<[code: number, line: string]> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await verifyEmailCampaign([String(id)], { ...app.core, pool: app.database.pool, print })
  return [code, lines.join('\n')]
}

it('an invitation obeys its own switch and that of its segment; the others change nothing', async () => {
  const app = await createEmailCampaignApp()
  await invitees(app)
  const preview = await app.post('/api/email-campaigns/preview', { kind: 'composed', ...invitation }, admin)
  const obeys = ['volunteerOpportunities', 'eventInvitations']
  expect(preview.json()).toMatchObject({ obeys, recipients: 2, leftOut: { switchedOff: 2 } })

  app.emailCampaignSending.start()
  const id = await draft(app)
  expect(await app.emailCampaign(id)).toMatchObject({ purpose: 'eventInvitations', obeys })
  expect(await sendAndFinish(app, id)).toMatchObject({ purpose: 'eventInvitations', obeys, progress: { sent: 2 } })
  expect(mailed(app)).toEqual(['all@example.org', 'no-news@example.org'])
  const ledger = (await app.get(`/api/email-campaigns/${id}/ledger`, admin)).json()
  expect(ledger).toMatchObject({ obeys, leftOut: { switchedOff: 2 } })
  expect(await verified(app, id)).toEqual([
    0,
    `Campaign ${id} went to the 2 people chosen by its rules at position ${ledger.position}.`,
  ])
  expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
})

it('without a choice, an email obeys the switches of all its segments, whichever comes first', async () => {
  const app = await createEmailCampaignApp()
  await invitees(app)
  app.emailCampaignSending.start()
  const { purpose: _, ...mail } = invitation
  const id = await draft(app, { ...mail, segmentIds: ['newsletter-subscribers', 'active-volunteers'] })
  const obeys = ['campaignNews', 'volunteerOpportunities']
  expect(await app.emailCampaign(id)).toMatchObject({ purpose: null, obeys })
  await sendAndFinish(app, id)
  expect(mailed(app)).toEqual(['all@example.org', 'no-invitations@example.org'])
})

it('a person who turns the switch off while the email waits does not get it', async () => {
  const app = await createEmailCampaignApp()
  await invitees(app)
  const id = await draft(app)
  expect((await app.post(`/api/email-campaigns/${id}/send`, undefined, admin)).statusCode).toBe(202)
  await turnOff(app, 'all@example.org', 'eventInvitations')
  app.emailCampaignSending.start()
  expect((await app.finished(id)).progress).toMatchObject({ sent: 1, skipped: 1 })
  expect(mailed(app)).toEqual(['no-news@example.org'])
})

it('what an email is about can be edited, and an unknown purpose is refused with those that exist', async () => {
  const app = await createEmailCampaignApp()
  const id = await draft(app)
  const edited = await app.put(`/api/email-campaigns/${id}`, { ...invitation, purpose: 'emailUpdates' }, admin)
  expect(edited.json()).toMatchObject({
    purpose: 'emailUpdates',
    obeys: ['volunteerOpportunities', 'emailUpdates'],
  })
  const sentence = 'Use one of: campaignNews, volunteerOpportunities, eventInvitations, emailUpdates.'
  for (const purpose of ['everything', 'securityAlerts', '', 7]) {
    const refused = await app.post('/api/email-campaigns', { ...invitation, purpose }, admin)
    expect([refused.statusCode, refused.json().errors]).toEqual([400, [{ path: 'purpose', message: sentence }]])
  }
})

it('the audience of segments is counted for what the email is about', async () => {
  const app = await createEmailCampaignApp()
  await invitees(app)
  const audience = (query: string) => app.get(`/api/email-segments/audience?${query}`, admin)
  expect((await audience('segments=active-volunteers&purpose=eventInvitations')).json()).toEqual({
    recipients: 2,
    leftOut: { switchedOff: 2 },
    obeys: ['volunteerOpportunities', 'eventInvitations'],
  })
  expect((await audience('segments=active-volunteers,donors')).json()).toMatchObject({
    recipients: 2,
    obeys: ['campaignNews', 'volunteerOpportunities'],
  })
  for (const wrong of ['', 'segments=', 'segments=everyone', 'segments=donors,donors', 'segments=donors&purpose=x'])
    expect((await audience(wrong)).statusCode, wrong).toBe(400)
  expect((await app.get('/api/email-segments/audience?segments=donors')).statusCode).toBe(401)
})

it('a campaign sent before purposes were chosen keeps its people and its hash, and can still be checked', async () => {
  const app = await createEmailCampaignApp()
  await invitees(app)
  app.emailCampaignSending.start()
  await sendAndFinish(app, await draft(app, { ...invitation, purpose: null }))
  const sent = (await app.events()).find(({ type }) => type === 'CampaignSent')
  // As an earlier release wrote it: one switch, that of the first segment.
  const { obeys: _, ...old } = { ...Object(sent?.data), campaignId: 900, purpose: 'volunteerOpportunities' }
  const { purpose: __, rules: ___, ...words } = old
  const metadata = {
    at: '2026-03-01T12:00:00.000Z',
    actor: { kind: 'system' },
    requestId: 'r',
    correlationId: 'c',
    command: 'x',
    schemaVersion: 1,
  }
  const eventOf = (type: string, data: object) => ({
    id: randomUUID(),
    type,
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  })
  await app.core.log.append(emailCampaignStream(900), 'no-stream', [
    eventOf('CampaignDrafted', words),
    eventOf('CampaignSent', old),
  ])
  await allProjected(app)
  expect((await verified(app, 900))[0]).toBe(0)
  expect(await app.emailCampaign(900)).toMatchObject({ purpose: null, obeys: ['volunteerOpportunities'] })
  expect((await app.get('/api/email-campaigns/900/ledger', admin)).json()).toMatchObject({
    recipientsHash: Object(sent?.data).recipientsHash,
    obeys: ['volunteerOpportunities'],
  })
})
