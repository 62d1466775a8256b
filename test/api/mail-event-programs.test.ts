import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { unknownMailReports } from '../../backend/read-model/bounce-mailbox.ts'
import { at, basic, createReceiver, sns, text } from '../support/mail/events-receiver.ts'

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
      'SES, by EventBridge through SNS',
      JSON.stringify(
        sns({
          'detail-type': 'Email Bounced',
          source: 'aws.ses',
          detail: JSON.parse(input('ses-raw-delivery-bounce.json').replace('notificationType', 'eventType')),
        }),
      ),
      'bounced',
    ],
    [
      'SES, an address in two brackets',
      input('ses-raw-delivery-bounce.json').replaceAll('pat@example.com', '<<pat@example.com>>'),
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
    const { core, send } = await createReceiver()
    const pat = await core.subjects.forEmail('pat@example.com')
    const answer = await send(payload, basic)
    expect([answer.statusCode, answer.json()]).toEqual([200, { recorded: 1 }])
    expect((await currentSuppression(core, pat))?.reason ?? null).toBe(reason)
  })

  it('that are nested deeper than any provider writes have no name', async () => {
    const { database, send } = await createReceiver()
    const answer = await send('['.repeat(100_000) + ']'.repeat(100_000), basic)
    expect([answer.statusCode, answer.json()]).toEqual([200, { recorded: 0 }])
    expect(await unknownMailReports(database.knex)).toMatchObject([{ kind: 'without a name', count: 1 }])
  })

  it('that try the link hold no value, and are not counted', async () => {
    const { database, send } = await createReceiver()
    const formType = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [payload, headers] of [
      ['[]', basic],
      ['{}', basic],
      ['[{"msys":{}}]', basic],
      ['mandrill_events=%5B%5D', { ...basic, ...formType }],
    ] as const)
      expect([payload, (await send(payload, headers)).json()]).toEqual([payload, { recorded: 0 }])
    expect(await unknownMailReports(database.knex)).toEqual([])
  })

  it.each([
    [
      'Azure',
      { eventType: 'Microsoft.Communication.EmailDelivery', data: {} },
      'Microsoft.Communication.EmailDelivery',
    ],
    ['Mailtrap', { events: [{ event: 'bounce', email: 'pat@example.com' }] }, 'bounce'],
    ['Loops', { eventName: 'email.hardBounced', contactIdentity: { id: 'x' } }, 'email.hardBounced'],
    ['Customer.io', { object_type: 'email', metric: 'bounced', data: { recipient: 'pat@example.com' } }, 'bounced'],
    ['Infobip', { results: [{ price: { paid: 0 }, status: { groupName: 'DELIVERED' } }] }, 'DELIVERED'],
    ['Netcore', [{ EMAIL: 'pat@example.com', EVENT: 'bounced' }], 'bounced'],
    ['no provider that we know', { recipient: 'pat@example.com', gone: true }, 'without a name'],
  ])('of %s are counted by their name', async (_provider, body, kind) => {
    const { database, send, events } = await createReceiver()
    expect((await send(JSON.stringify(body), basic)).json()).toEqual({ recorded: 0 })
    expect([await events(), await unknownMailReports(database.knex)]).toMatchObject([[], [{ kind, count: 1 }]])
  })

  it('in parts, in XML or in words are counted by their type', async () => {
    const { database, send } = await createReceiver()
    for (const type of ['multipart/form-data; boundary=x', 'application/xml', 'text/plain', 'application/x-ndjson'])
      expect((await send('--x\r\n', { ...basic, 'content-type': type })).json()).toEqual({ recorded: 0 })
    const counted = await unknownMailReports(database.knex)
    expect(counted.map(({ kind }) => kind).sort()).toEqual([
      'application x-ndjson',
      'application xml',
      'multipart form-data',
      'text plain',
    ])
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
      {
        notificationType: 'Complaint',
        mail,
        complaint: {
          timestamp: at,
          complaintFeedbackType: 'Not-Spam',
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
