import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { emailCampaignStream, emailCampaigns } from '../../backend/domain/mail/email-campaigns.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { campaign } from '../../contract/campaign.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { admin, composed, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

const replyTo = 'office@example.org'
const withReplies = { ...composed, replyTo }

const createApp = () =>
  createEmailCampaignApp({}, {}, { MAIL_FROM: 'news@example.org', MAIL_REPLY_ADDRESSES: 'Office@Example.com' })
const replyToOf = async (raw: string) => (await simpleParser(raw)).replyTo?.value

it('replies go to the address of the campaign that its author chose: in its mails, its test and its preview', async () => {
  const app = await createApp()
  await app.volunteers(numbered(2))
  const preview = await app.post('/api/email-campaigns/preview', { kind: 'composed', ...withReplies }, admin)
  expect(preview.json()).toMatchObject({ replyTo, from: { address: 'news@example.org' } })
  expect((await app.post('/api/email-campaigns/test', { kind: 'composed', ...withReplies }, admin)).statusCode).toBe(
    202,
  )
  await app.post('/api/email-campaigns', withReplies, admin)
  expect(await app.emailCampaign(1)).toMatchObject({ replyTo })
  expect((await app.post('/api/email-campaigns/1/send', {}, admin)).statusCode).toBe(202)
  app.emailCampaignSending.start()
  await app.finished(1)
  const mails = await Promise.all(app.sink.received.map(({ raw }) => replyToOf(raw)))
  expect(mails).toEqual(Array.from({ length: 3 }, () => [{ name: '', address: replyTo }]))
  expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
})

it('without such an address, replies go to the sender, as a mail without Reply-To says', async () => {
  const app = await createApp()
  await app.volunteers(numbered(1))
  const preview = await app.post('/api/email-campaigns/preview', { kind: 'composed', ...composed }, admin)
  expect(preview.json()).toMatchObject({ replyTo: null })
  const id = await app.update()
  app.emailCampaignSending.start()
  expect(await app.finished(id)).toMatchObject({ replyTo: null })
  expect(app.sink.received.map(({ raw }) => /^reply-to:/im.test(raw))).toEqual([false])
})

it('may be taken back, and an admin who has not seen the change learns of it', async () => {
  const app = await createApp()
  await app.post('/api/email-campaigns', withReplies, admin)
  expect((await app.put('/api/email-campaigns/1', composed, admin)).json()).toMatchObject({ replyTo: null })
  const stale = await app.app.inject({
    method: 'PUT',
    url: '/api/email-campaigns/1',
    headers: { 'sec-fetch-site': 'same-origin', cookie: 'session=admin', 'if-match': '"0"' },
    payload: { ...composed, replyTo: 'hello@example.org' },
  })
  expect([stale.statusCode, stale.json().changed]).toEqual([409, ['replyTo']])
})

it.for([
  ['another domain', 'office@elsewhere.example'],
  ['a domain that ends like ours', 'office@not-example.org'],
  ['a domain below ours', 'office@mail.example.org'],
])('an address at %s is refused, with what may be used', async ([_case, address]) => {
  const app = await createApp()
  const wrong = { ...composed, replyTo: address }
  await app.post('/api/email-campaigns', composed, admin)
  const answers = await Promise.all([
    app.post('/api/email-campaigns', wrong, admin),
    app.put('/api/email-campaigns/1', wrong, admin),
    app.post('/api/email-campaigns/preview', { kind: 'composed', ...wrong }, admin),
    app.post('/api/email-campaigns/test', { kind: 'composed', ...wrong }, admin),
  ])
  const message = `Replies can only go to an address at example.org or ${campaign.email} or Office@Example.com. Ask the person who runs the server to add another one to MAIL_REPLY_ADDRESSES.`
  for (const answer of answers)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'replyTo', message }]])
})

it.for([
  'office@example.org\r\nBcc: victim@example.com',
  'office@example.org, victim@example.com',
  'victim@example.com,office@example.org',
  'Office <office@example.org> <victim@example.com>',
  'victim@example.com>,<office@example.org',
  '"victim@example.com,"@example.org',
  'office@example.org\u2028Bcc: victim@example.com',
])('%j breaks into no header', async (address) => {
  const app = await createApp()
  const answer = await app.post('/api/email-campaigns/test', { kind: 'composed', ...composed, replyTo: address }, admin)
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'replyTo'])
  expect(app.sink.received).toEqual([])
})

it('a draft whose address the settings no longer allow is not sent', async () => {
  const app = await createApp()
  await app.volunteers(numbered(1))
  const campaignId = await app.core.nextId('email_campaign')
  const data = {
    ...composed,
    campaignId,
    kind: 'composed',
    purpose: null,
    replyTo: 'a@past.example',
    writtenBy: 1,
  } as const
  const command = { type: 'DraftCampaign', data } as const
  await app.core.handle(emailCampaigns, emailCampaignStream(campaignId), command, systemContext())
  await allProjected(app)
  const answers = await Promise.all([
    app.post(`/api/email-campaigns/${campaignId}/send`, {}, admin),
    app.post(`/api/email-campaigns/${campaignId}/schedule`, { at: '2130-05-01T10:00' }, admin),
  ])
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^Replies can only go to/)])
})
