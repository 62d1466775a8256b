import { expect, it, onTestFinished } from 'vitest'
import { campaign, campaignName } from '../../contract/campaign.ts'
import { allProjected } from '../support/app/all-projected.ts'
import type { Caller } from '../support/app/app.ts'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

it('drafts are saved, edited by admins who have seen the latest revision, and deleted', async () => {
  const app = await createEmailCampaignApp()
  const draft = await app.post('/api/email-campaigns', composed, admin)
  expect(draft.statusCode, draft.body).toBe(201)
  expect(draft.json()).toMatchObject({
    id: 1,
    ...composed,
    status: 'draft',
    createdBy: 'Ada Byron',
    createdById: 1,
    progress: null,
  })
  const edited = await app.put('/api/email-campaigns/1', { ...composed, subject: 'Other' }, admin)
  expect([edited.statusCode, edited.json().subject]).toEqual([200, 'Other'])
  const stale = await app.app.inject({
    method: 'PUT',
    url: '/api/email-campaigns/1',
    headers: { 'sec-fetch-site': 'same-origin', cookie: 'session=admin', 'if-match': '"0"' },
    payload: { ...composed, subject: 'Third' },
  })
  expect([stale.statusCode, stale.json().changed]).toEqual([409, ['subject']])
  const list = await app.get('/api/email-campaigns?filter=status:draft&q=march', admin)
  expect([list.headers['x-total-count'], list.json()[0].subject]).toEqual(['1', 'Other'])
  expect((await app.remove('/api/email-campaigns/1', admin)).statusCode).toBe(204)
  expect((await app.get('/api/email-campaigns/1', admin)).statusCode).toBe(404)
  expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
})

it('a schedule accepts existing future times, and sends when they come', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(2))
  await app.post('/api/email-campaigns', composed, admin)
  const schedule = (at: string) => app.post('/api/email-campaigns/1/schedule', { at }, admin)
  expect((await schedule('2020-01-01T10:00')).json().message).toBe('This time has already passed.')
  expect((await schedule('2030-03-10T02:30')).json().message).toMatch(/daylight saving/)
  expect((await schedule('2030-02-30T10:00')).statusCode).toBe(400)
  const scheduled = await schedule('2030-03-10T03:30')
  expect(scheduled.json()).toMatchObject({ status: 'scheduled', scheduledFor: '2030-03-10T07:30:00.000Z' })
  expect(await app.sendDue(new Date('2030-03-10T07:29:59Z'))).toBe(0)
  expect(await app.sendDue(new Date('2030-03-10T07:30:00Z'))).toBe(1)
  expect(await app.sendDue(new Date('2030-03-10T07:31:00Z'))).toBe(0)
  app.emailCampaignSending.start()
  await app.finished(1)
  expect(app.sink.received).toHaveLength(2)
})

it('a draft for an empty segment is neither sent nor scheduled', async () => {
  const app = await createEmailCampaignApp()
  await app.post('/api/email-campaigns', composed, admin)
  for (const [step, body] of [
    ['send', undefined],
    ['schedule', { at: '2030-05-01T10:00' }],
  ] as const) {
    const answer = await app.post(`/api/email-campaigns/1/${step}`, body, admin)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'No one in this segment can get email right now.'])
  }
  expect(await app.emailCampaign(1)).toMatchObject({ status: 'draft', progress: null })
})

it('a scheduled email campaign without recipients fails and says why', async () => {
  const app = await createEmailCampaignApp()
  const [subject = ''] = await app.volunteers(numbered(1))
  await app.post('/api/email-campaigns', composed, admin)
  expect((await app.post('/api/email-campaigns/1/schedule', { at: '2030-05-01T10:00' }, admin)).statusCode).toBe(200)
  const erased = await app.post('/api/admin/erasures', { email: 'person0@example.org' }, admin)
  expect([erased.statusCode, subject]).toEqual([200, expect.any(String)])
  expect(await app.sendDue(new Date('2031-01-01'))).toBe(0)
  await allProjected(app)
  expect(await app.emailCampaign(1)).toMatchObject({
    status: 'failed',
    failedBecause: 'No one in this segment can get email right now.',
  })
  const again = await app.post('/api/email-campaigns/1/unschedule', {}, admin)
  expect(again.json()).toMatchObject({ status: 'draft', scheduledFor: null, failedBecause: null })
  await app.volunteers(numbered(2))
  expect((await app.post('/api/email-campaigns/1/send', {}, admin)).statusCode).toBe(202)
})

it('a preview shows the email as it arrives and the number of recipients; a test goes to the admin alone', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(4))
  const preview = (await app.post('/api/email-campaigns/preview', { kind: 'composed', ...composed }, admin)).json()
  expect(preview).toMatchObject({ subject: 'News for Ada', recipients: 4, leftOut: {} })
  expect(preview.from).toEqual({ name: campaignName, address: 'no-reply@example.org' })
  expect(preview.html).toContain('<strong>Thank you.</strong>')
  expect(preview.text).toContain('Dear Ada,')
  expect(preview.size).toBe(Buffer.byteLength(preview.html))
  const { name: _name, ...mail } = composed
  expect((await app.post('/api/email-campaigns/preview', { kind: 're-engagement' }, admin)).statusCode).toBe(200)
  const test = await app.post('/api/email-campaigns/test', { kind: 'composed', ...composed }, admin)
  expect([test.statusCode, test.json(), mail.subject]).toEqual([202, { to: 'ada@example.org' }, composed.subject])
  expect(app.sink.received.map(({ to }) => to)).toEqual(['ada@example.org'])
  const tests = (await app.events()).filter(({ type }) => type === 'CampaignTestSent')
  expect(tests).toMatchObject([{ data: { kind: 'composed' }, metadata: { actor: { kind: 'admin', id: 1 } } }])
  expect(JSON.stringify(tests)).not.toContain('ada@')
})

it('above the limit of one admin, another one approves; cards say so', async () => {
  campaign.maxRecipientsAlone = 2
  onTestFinished(() => {
    campaign.maxRecipientsAlone = null
  })
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(3))
  const deputy = { as: 'deputy' } as const
  const tooMany = 'This would go to more than 2 people, so another person who may send has to approve it first.'
  const card = await app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)
  expect([card.statusCode, card.json().message]).toEqual([409, tooMany])
  const draft = await app.post('/api/email-campaigns', composed, admin)
  const url = `/api/email-campaigns/${draft.json().id}`
  expect(draft.json()).toMatchObject({ needsApproval: true, approvedBy: null })
  const send = () => app.post(`${url}/send`, undefined, admin)
  const schedule = () => app.post(`${url}/schedule`, { at: '2030-05-01T10:00' }, admin)
  for (const answer of [await send(), await schedule()])
    expect([answer.statusCode, answer.json().message]).toEqual([409, tooMany])

  const approve = (caller?: Caller) => app.post(`${url}/approve`, undefined, caller)
  expect((await approve()).statusCode).toBe(401)
  expect((await approve({ as: 'supporter' })).statusCode).toBe(403)
  const own = await approve(admin)
  expect([own.statusCode, own.json().message]).toEqual([409, 'Another admin has to approve what you wrote yourself.'])
  expect((await approve(deputy)).json()).toMatchObject({ needsApproval: true, approvedBy: 'Cora Clark' })

  // An admin who changes it becomes one of its authors, and it has to be approved again.
  await app.put(url, { ...composed, subject: 'Other' }, deputy)
  expect(await app.emailCampaign(draft.json().id)).toMatchObject({ subject: 'Other', approvedBy: null })
  expect((await approve(deputy)).statusCode).toBe(409)
  expect((await send()).statusCode).toBe(409)
  await app.put(url, { ...composed, segmentIds: ['donors'] }, deputy)
  expect(await app.emailCampaign(draft.json().id)).toMatchObject({ needsApproval: false })

  const second = await app.post('/api/email-campaigns', { ...composed, name: 'Second' }, admin)
  const { id } = second.json()
  expect((await app.post(`/api/email-campaigns/${id}/approve`, undefined, deputy)).statusCode).toBe(200)
  const sent = await app.post(`/api/email-campaigns/${id}/send`, undefined, admin)
  expect([sent.statusCode, sent.json().recipients]).toEqual([202, 3])
})

it('requires the latest revision to approve, send or schedule', async () => {
  campaign.maxRecipientsAlone = 2
  onTestFinished(() => {
    campaign.maxRecipientsAlone = null
  })
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(3))
  const { id, revision } = (await app.post('/api/email-campaigns', composed, admin)).json()
  const url = `/api/email-campaigns/${id}`
  const act = (step: string, seen: number, session = 'deputy', payload?: object) =>
    app.app.inject({
      method: 'POST',
      url: `${url}/${step}`,
      headers: { cookie: `session=${session}`, 'sec-fetch-site': 'same-origin', 'if-match': `"${seen}"` },
      ...(payload && { payload }),
    })
  const edited = (await app.put(url, { ...composed, body: 'Send us your passwords.' }, admin)).json()
  const refused = await act('approve', revision)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { changed: ['body'], current: { body: edited.body } },
  ])
  expect(await app.emailCampaign(id)).toMatchObject({ approvedBy: null })
  expect((await act('approve', edited.revision)).json()).toMatchObject({ approvedBy: 'Cora Clark' })

  const at = '2030-05-01T10:00'
  expect((await act('schedule', revision, 'admin', { at })).json()).toMatchObject({ changed: ['body'] })
  expect((await act('send', revision, 'admin')).json()).toMatchObject({ changed: ['body'] })
  expect(await app.emailCampaign(id)).toMatchObject({ status: 'draft' })
  expect((await act('send', edited.revision, 'admin')).statusCode).toBe(202)
})
