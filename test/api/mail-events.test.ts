import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applySuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { recordReports } from '../../backend/commands/mail-events/record.ts'
import { signatureHeader, signatureOf } from '../../backend/commands/mail-events/signature.ts'
import { mailConsentStream } from '../../backend/domain/mail-consents.ts'
import { bounceMailboxState, unknownMailReports } from '../../backend/read-model/bounce-mailbox.ts'
import { suppressionOf } from '../../backend/read-model/mail-consents.ts'
import { createTestApp } from '../support/app/app.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { hostileMails } from '../support/mail/hostile-mails.ts'
import { imapServer } from '../support/mail/imap-server.ts'

const secret = 'a webhook secret of more than 32 characters'
const url = '/api/mail-events'
const at = '2026-03-01T12:00:00.000Z'
const now = () => Math.floor(Date.now() / 1000)

async function createReceiver(env: Record<string, string> = { MAIL_EVENTS_SECRET: secret }) {
  const database = await createProjectedDatabase()
  const { http, core, projector } = await createTestApp({ identity: 'real', log: 'postgres', database, env })
  const subject = await core.subjects.forEmail('ruth@example.org')
  const send = (payload: string, headers: Record<string, string>) =>
    http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
  return {
    core,
    projector,
    database,
    subject,
    messageId: core.messageIds.issue({ campaignId: 7, subject }, 'campaign.example'),
    send,
    /** Signed, like most of the tests need. */
    report: (body: unknown, seconds = now()) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      return send(payload, { [signatureHeader]: signatureOf(secret, seconds, Buffer.from(payload)) })
    },
    resubscribe: () =>
      http.inject({
        method: 'POST',
        url: '/api/mail-consents/resubscribe',
        payload: { token: core.unsubscribeTokens.issue({ subject, campaignId: 7 }) },
      }),
    suppression: () => suppressionOf(database.knex, subject),
    events: async () => core.decode(await core.log.readAll(null, 1000)),
  }
}
const bounceOf = (about: object, code = '5.1.1') => ({ events: [{ type: 'bounce', code, at, about }] })

describe('a report of our own shape', () => {
  it('of a hard bounce stops the mail, and says which email campaign it was', async () => {
    const { report, messageId, suppression, events } = await createReceiver()
    const answer = await report(bounceOf({ messageId }))
    expect([answer.statusCode, answer.json()]).toEqual([200, { recorded: 1 }])
    expect(await suppression()).toEqual({ reason: 'bounced', at, campaignId: 7 })
    expect((await events()).map(({ data }) => data)).toMatchObject([{ kind: 'hard', code: '5.1.1', campaignId: 7 }])
  })

  it('of a complaint stops the mail too; a full mailbox does not', async () => {
    const { report, messageId, suppression } = await createReceiver()
    await report(bounceOf({ messageId }, '4.2.2'))
    expect(await suppression()).toBeNull()
    await report({ events: [{ type: 'complaint', at, about: { email: 'RUTH@example.org' } }] })
    expect(await suppression()).toEqual({ reason: 'complained', at, campaignId: null })
  })

  it('about an unknown or erased person changes nothing', async () => {
    const { core, subject, report, messageId, events } = await createReceiver()
    for (const about of [
      { email: 'nobody@example.org' },
      { messageId: '<c7.6f1e2c34-0000-4000-8000-000000000001@campaign.example>' },
      { messageId: '<other@example.org>' },
    ])
      expect((await report(bounceOf(about))).json()).toEqual({ recorded: 0 })
    await core.subjects.forget(subject)
    expect((await report(bounceOf({ messageId }))).json()).toEqual({ recorded: 0 })
    expect(await events()).toEqual([])
  })

  it('built from a link in another person’s email changes nothing', async () => {
    const { core, subject, report, suppression, events } = await createReceiver()
    // People pass links on; the email campaign and the subject can be read in them.
    const link = Buffer.from(core.mailLinkTokens.issue({ campaignId: 7, subject, link: 1 }), 'base64url')
    const named = link.toString('hex', 6, 22).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    expect([link.readUInt32BE(), named]).toEqual([7, subject])
    const own = await core.subjects.forEmail('mallory@example.org')
    const [, mac] = /\.(\w+)@/.exec(core.messageIds.issue({ campaignId: 7, subject: own }, 'a')) ?? []
    for (const id of [`c7.${named}`, `c7.${named}.${'0'.repeat(24)}`, `c7.${named}.${mac}`, `c7.${named}.`])
      for (const body of [
        bounceOf({ messageId: `<${id}@campaign.example>` }),
        { events: [{ type: 'complaint', at, about: { messageId: `<${id}@campaign.example>` } }] },
      ])
        expect((await report(body)).json()).toEqual({ recorded: 0 })
    expect([await suppression(), await events()]).toEqual([null, []])
  })

  it('counts once when it is sent again, even after the person subscribed again', async () => {
    const { resubscribe, report, messageId, suppression, events } = await createReceiver()
    const body = bounceOf({ messageId })
    const seconds = now()
    await report(body, seconds)
    expect((await resubscribe()).json().status).toBe('subscribed')
    expect((await report(body, seconds)).statusCode).toBe(200)
    await report(body)
    expect((await events()).map(({ type }) => type)).toEqual(['MailBounced', 'MailResubscribed'])
    expect(await suppression()).toBeNull()
  })
})

describe('a report is refused', () => {
  it('without a signature, with a wrong one, or one of another body', async () => {
    const { send, messageId, events } = await createReceiver()
    const payload = JSON.stringify(bounceOf({ messageId }))
    const good = signatureOf(secret, now(), Buffer.from(payload))
    // Amazon SNS sends its password only after this.
    const asked = await send(payload, {})
    expect([asked.statusCode, asked.headers['www-authenticate']]).toEqual([401, 'Basic realm="mail events"'])
    const all: Record<string, string>[] = [
      { [signatureHeader]: signatureOf('another secret of more than 32 characters', now(), Buffer.from(payload)) },
      { [signatureHeader]: signatureOf(secret, now(), Buffer.from(`${payload} `)) },
      { [signatureHeader]: good.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')) },
      { [signatureHeader]: good.replace(/t=\d+/, `t=${now() + 1}`) },
      { [signatureHeader]: 'v1=abc' },
      { [signatureHeader]: '' },
      { authorization: `Basic ${Buffer.from('ses:wrong').toString('base64')}` },
      { authorization: 'Basic !' },
      { authorization: `Bearer ${secret}` },
    ]
    for (const headers of all) expect([headers, (await send(payload, headers)).statusCode]).toEqual([headers, 403])
    expect(await events()).toEqual([])
  })

  it('when its signature is more than five minutes old, or of the future', async () => {
    const { report, messageId, events } = await createReceiver()
    for (const seconds of [now() - 310, now() + 310, 0, 999_999_999_999])
      expect([seconds, (await report(bounceOf({ messageId }), seconds)).statusCode]).toEqual([seconds, 403])
    expect((await report(bounceOf({ messageId }), now() - 290)).statusCode).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it('when it is not what it should be, never with 500', async () => {
    const { report, messageId } = await createReceiver()
    const event = { type: 'bounce', code: '5.1.1', at, about: { messageId } }
    for (const body of [
      '',
      'null',
      '[]',
      '{',
      '"text"',
      '\ud800',
      '['.repeat(100_000),
      '{"__proto__":{"events":[]}}',
      { events: [] },
      { events: [{ ...event, extra: 1 }] },
      { events: [{ ...event, code: 'user <ruth@example.org> unknown' }] },
      { events: [{ ...event, at: 'yesterday' }] },
      // Neither is a year that PostgreSQL can store.
      { events: [{ ...event, at: '0000-06-01T12:00:00Z' }] },
      { events: [{ ...event, at: '9999-12-31T23:59:59-12:00' }] },
      { events: [{ ...event, about: {} }] },
      { events: Array.from({ length: 501 }, () => event) },
      { unknown: 1 },
      { Type: 'Notification', TopicArn: 'arn', Message: '{' },
      { Type: 'Notification', TopicArn: 'arn', Message: 'null' },
      { RecordType: 7 },
    ])
      expect([JSON.stringify(body).slice(0, 60), (await report(body)).statusCode]).toEqual([
        JSON.stringify(body).slice(0, 60),
        400,
      ])
  })

  it('when it has 10 MB', async () => {
    const { report } = await createReceiver()
    expect((await report(' '.repeat(10_000_000))).statusCode).toBe(413)
  })

  it('with 404 where no secret is set', async () => {
    const { report, messageId } = await createReceiver({})
    expect((await report(bounceOf({ messageId }))).statusCode).toBe(404)
  })
})

const sns = (message: object, type = 'Notification') => ({
  Type: type,
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-east-1:123456789012:bounces',
  Message: JSON.stringify(message),
  Timestamp: at,
  SignatureVersion: '1',
  Signature: 'AAAA',
})
const basic = { authorization: `Basic ${Buffer.from(`ses:${secret}`).toString('base64')}` }
const text = { 'content-type': 'text/plain; charset=UTF-8' }

describe('a report of a time that does not fit into an event', () => {
  it('is set aside and counted, and the next one is recorded', async () => {
    const { core, database, messageId, suppression } = await createReceiver()
    const setAside: string[] = []
    const tools = { ...core, knex: database.knex, onReportSetAside: (reason: string) => setAside.push(reason) }
    const complaint = { type: 'complaint', messageId, email: null, at } as const
    const impossible = { ...complaint, at: '0000-01-01T00:00:00.000Z' }
    expect(await recordReports(tools, [impossible, complaint])).toBe(1)
    expect(setAside).toEqual([expect.stringMatching(/^This cannot be recorded: at is no time from 1900 to 2199/)])
    expect(await suppression()).toMatchObject({ reason: 'complained', at })
  })

  it('that an earlier version recorded stops nothing: it counts as of 1970', async () => {
    const { core, subject, projector, database } = await createReceiver()
    const metadata = {
      at,
      actor: { kind: 'system' },
      requestId: 'r',
      correlationId: 'c',
      command: 'x',
      schemaVersion: 1,
    }
    const data = { subject, campaignId: 7, at: '0000-01-01T00:00:00.000Z' }
    const id = '33333333-3333-4333-8333-333333333333'
    const event = { id, type: 'MailComplained', data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
    const appended = await core.log.append(mailConsentStream(subject), 'no-stream', [event])
    await expect.poll(() => projector.hasPassed('position' in appended ? appended.position : '')).toBe(true)
    const { projections } = await projector.status()
    expect(projections.flatMap(({ stopped }) => stopped ?? [])).toEqual([])
    await applySuppression(core, subject)
    expect(await suppressionOf(database.knex, subject)).toMatchObject({
      reason: 'complained',
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('is refused with a sentence when a program sends it', async () => {
    const { report, messageId } = await createReceiver()
    for (const wrong of ['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z']) {
      const { statusCode } = await report({ events: [{ type: 'complaint', at: wrong, about: { messageId } }] })
      expect([wrong, statusCode]).toEqual([wrong, 400])
    }
  })
})

describe('the mailbox for bounces', () => {
  it('stops email to people who bounced or wrote to unsubscribe, and ignores addresses that a stranger can write', async () => {
    const database = await createProjectedDatabase()
    const { url: imapUrl, mailbox, deliver } = await imapServer([])
    const app = await createTestApp({
      identity: 'real',
      log: 'postgres',
      database,
      env: { BOUNCES_IMAP_URL: imapUrl, BOUNCES_ADDRESS: 'bounces@campaign.example' },
    })
    const [ruth, ben, cid] = await Promise.all(
      ['ruth', 'ben', 'cid'].map((name) => app.core.subjects.forEmail(`${name}@example.org`)),
    )
    const { mailto } = app.unsubscribeLinks(ben ?? '', 8)
    expect(mailto).toMatch(/^mailto:bounces@campaign\.example\?/)
    const bounce = (messageId: string, recipient = 'cid@example.org') =>
      [
        'Content-Type: multipart/report; boundary="B"',
        'MIME-Version: 1.0',
        '',
        '--B',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        `Final-Recipient: rfc822; ${recipient}`,
        'Action: failed',
        'Status: 5.1.1',
        '--B',
        'Content-Type: message/rfc822',
        '',
        `Message-ID: ${messageId}`,
        '',
        '--B--',
      ].join('\r\n')
    const mails = [
      bounce(app.core.messageIds.issue({ campaignId: 7, subject: ruth ?? '' }, 'campaign.example'), 'ruth@example.org'),
      // A mailbox to which the person forwards mail says nothing about theirs.
      bounce(app.core.messageIds.issue({ campaignId: 7, subject: cid ?? '' }, 'campaign.example'), 'far@example.net'),
      bounce(`<c7.${cid}@campaign.example>`),
      `Subject: ${new URL(mailto).searchParams.get('subject')}\r\n\r\n`,
      bounce('<other@example.org>'),
      `Subject: unsubscribe ${'x'.repeat(48)}\r\n\r\n`,
    ]
    for (const source of [hostileMails['10,000 parts'] ?? '', ...mails]) deliver(source)
    await app.readBounces()
    const reasons = [ruth, ben, cid].map((subject) => suppressionOf(database.knex, subject ?? ''))
    expect(await Promise.all(reasons)).toMatchObject([
      { reason: 'bounced', campaignId: 7 },
      { reason: 'unsubscribed', campaignId: 8 },
      null,
    ])
    // A message that no parser accepts stays, for people to read.
    expect(mailbox).toMatchObject([{ uid: 1, isSeen: true, isFlagged: true }])
    expect(await bounceMailboxState(database.knex)).toEqual({
      setAside: 1,
      latest: { at: expect.anything(), reason: 'It could not be parsed.' },
    })
  })
})

describe('Amazon SES', () => {
  const mail = (messageId: string, destination = ['ruth@example.org']) => ({
    timestamp: at,
    source: 'no-reply@example.org',
    destination,
    commonHeaders: { from: ['x'], messageId, subject: 'y' },
  })
  const bounce = (bounceType: string, emailAddress = 'ruth@example.org', more = {}) => ({
    bounceType,
    bounceSubType: 'General',
    timestamp: at,
    feedbackId: '0100',
    bouncedRecipients: [{ emailAddress, action: 'failed', ...more }],
  })

  it('reports bounces through SNS, as text with a password', async () => {
    const { send, messageId, suppression, events } = await createReceiver()
    const diagnosticCode = 'smtp; 550 5.1.1 <ruth@example.org>... User unknown'
    const message = {
      notificationType: 'Bounce',
      bounce: bounce('Permanent', undefined, { diagnosticCode }),
      mail: mail(messageId),
    }
    const answer = await send(JSON.stringify(sns(message)), { ...basic, ...text })
    expect([answer.statusCode, answer.json()]).toEqual([200, { recorded: 1 }])
    expect(await suppression()).toMatchObject({ reason: 'bounced', campaignId: 7 })
    const [event] = await events()
    expect(event?.data).toMatchObject({ kind: 'hard', code: '5.1.1' })
    expect(JSON.stringify(event)).not.toContain('ruth')
  })

  it('finds people by address when the email had several recipients, and recognizes temporary problems', async () => {
    const { send, messageId, suppression, events } = await createReceiver()
    const message = {
      eventType: 'Bounce',
      bounce: bounce('Transient'),
      mail: mail(messageId, ['ruth@example.org', 'ben@example.org']),
    }
    expect((await send(JSON.stringify(sns(message)), { ...basic, ...text })).json()).toEqual({ recorded: 1 })
    expect(await suppression()).toBeNull()
    expect((await events()).map(({ data }) => data)).toMatchObject([{ kind: 'soft', code: '4.0.0', campaignId: null }])
  })

  it('reports complaints, and ignores other notifications', async () => {
    const { send, messageId, suppression } = await createReceiver()
    const delivery = { notificationType: 'Delivery', mail: mail(messageId), delivery: { timestamp: at } }
    expect((await send(JSON.stringify(sns(delivery)), { ...basic, ...text })).json()).toEqual({ recorded: 0 })
    const confirmation = {
      ...sns({}, 'SubscriptionConfirmation'),
      SubscribeURL: 'https://sns.us-east-1.amazonaws.com/?x=1',
    }
    expect((await send(JSON.stringify(confirmation), { ...basic, ...text })).json()).toEqual({ recorded: 0 })
    const complaint = { timestamp: at, complainedRecipients: [{ emailAddress: 'ruth@example.org' }] }
    const message = { notificationType: 'Complaint', complaint, mail: mail(messageId) }
    expect((await send(JSON.stringify(sns(message)), { ...basic, ...text })).json()).toEqual({ recorded: 1 })
    expect(await suppression()).toMatchObject({ reason: 'complained', campaignId: 7 })
  })
})

describe('Postmark', () => {
  const news = (more: object) => ({
    RecordType: 'Bounce',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Type: 'HardBounce',
    TypeCode: 1,
    Email: 'ruth@example.org',
    BouncedAt: '2026-03-01T07:00:00.0000000-05:00',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
    Inactive: true,
    ...more,
  })

  it('reports bounces', async () => {
    const { send, suppression } = await createReceiver()
    expect((await send(JSON.stringify(news({})), basic)).json()).toEqual({ recorded: 1 })
    expect(await suppression()).toEqual({ reason: 'bounced', at, campaignId: null })
  })

  it('reports complaints, and distinguishes an absence note from a bounce', async () => {
    const { send, suppression } = await createReceiver()
    for (const more of [{ Type: 'AutoResponder' }, { RecordType: 'Open' }])
      expect((await send(JSON.stringify(news(more)), basic)).json()).toEqual({ recorded: 0 })
    await send(JSON.stringify(news({ Type: 'SoftBounce', Details: '' })), basic)
    expect(await suppression()).toBeNull()
    await send(JSON.stringify(news({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })), basic)
    expect((await suppression())?.reason).toBe('complained')
  })
})

describe('reports of other shapes', () => {
  const input = (name: string) => readFileSync(new URL(`../support/mail/inputs/${name}`, import.meta.url), 'utf8')

  it.each([
    ['SES, raw delivery', input('ses-raw-delivery-bounce.json'), 'bounced'],
    [
      'SES, an address with a name',
      input('ses-raw-delivery-bounce.json').replaceAll('pat@example.com', 'Pat <pat@example.com>'),
      'bounced',
    ],
    [
      'SES, Permanent for a block',
      input('ses-raw-delivery-bounce.json')
        .replace('"5.1.1"', '"5.7.1"')
        .replace('550 5.1.1 user unknown', '554 5.7.1 blocked using a list'),
      null,
    ],
    [
      'SES, by EventBridge',
      JSON.stringify({
        version: '0',
        'detail-type': 'Email Bounced',
        source: 'aws.ses',
        detail: JSON.parse(input('ses-raw-delivery-bounce.json').replace('notificationType', 'eventType')),
      }),
      'bounced',
    ],
    [
      'SES, on the suppression list of the account',
      input('ses-raw-delivery-bounce.json').replace(
        'smtp; 550 5.1.1 user unknown',
        'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
      ),
      'bounced',
    ],
    [
      'SES, unsubscribed there',
      input('ses-raw-delivery-bounce.json').replace('"General"', '"UnsubscribedRecipient"'),
      'unsubscribed',
    ],
    ['Postmark, a change of subscription', input('postmark-subscription-change.json'), 'unsubscribed'],
    [
      'Postmark, Unsubscribe',
      JSON.stringify({
        RecordType: 'Bounce',
        MessageID: 'm',
        Type: 'Unsubscribe',
        Email: 'pat@example.com',
        BouncedAt: at,
      }),
      'unsubscribed',
    ],
    [
      'Postmark, ManuallyDeactivated',
      JSON.stringify({
        RecordType: 'Bounce',
        MessageID: 'm',
        Type: 'ManuallyDeactivated',
        Email: 'pat@example.com',
        BouncedAt: at,
      }),
      'unsubscribed',
    ],
  ])('%s', async (_what, payload, reason) => {
    const { core, database, send } = await createReceiver()
    const pat = await core.subjects.forEmail('pat@example.com')
    const answer = await send(payload, basic)
    expect([answer.statusCode, answer.json()]).toEqual([200, { recorded: 1 }])
    expect((await suppressionOf(database.knex, pat))?.reason ?? null).toBe(reason)
  })

  it('that are nested deeper than any provider writes are refused', async () => {
    const { send } = await createReceiver()
    const answer = await send('['.repeat(100_000) + ']'.repeat(100_000), basic)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^This is not a report/)])
  })

  it('that say nothing to us are answered with 200; unknown ones are counted', async () => {
    const { database, send, events } = await createReceiver()
    const mail = { timestamp: at, destination: ['ruth@example.org'] }
    const known = [
      sns({ notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have subscribed.' }),
      { ...sns({}), Message: 'Successfully validated SNS topic for Amazon SES event publishing.' },
      {
        notificationType: 'Complaint',
        mail,
        complaint: {
          timestamp: at,
          complaintFeedbackType: 'not-spam',
          complainedRecipients: [{ emailAddress: 'ruth@example.org' }],
        },
      },
      { RecordType: 'Delivery', MessageID: 'm' },
    ]
    const unknown = [
      { RecordType: 'Telegram' },
      { RecordType: 'Telegram' },
      [{ event: 'dropped', email: 'ruth@example.org' }],
      [{ msys: { message_event: { type: 'spam_complaint', rcpt_to: 'ruth@example.org' } } }],
      { event_name: ['hardbounce'], event_message: [{ email_info: {} }] },
    ]
    for (const body of [...known, ...unknown]) {
      const answer = await send(JSON.stringify(body), basic)
      expect([body, answer.statusCode, answer.json()]).toEqual([body, 200, { recorded: 0 }])
    }
    const form = new URLSearchParams({ mandrill_events: JSON.stringify([{ event: 'reject', msg: {} }]) })
    const formType = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(form.toString(), { ...basic, ...formType })).json()).toEqual({ recorded: 0 })
    expect(await events()).toEqual([])
    const counted = await unknownMailReports(database.knex)
    expect(counted.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['Postmark Telegram', 2],
      ['dropped', 1],
      ['hardbounce', 1],
      ['reject', 1],
      ['spam_complaint', 1],
    ])
  })
})
