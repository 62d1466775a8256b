import { describe, expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { recordReports } from '../../backend/commands/mail-events/record.ts'
import { signatureHeader, signatureOf } from '../../backend/commands/mail-events/signature.ts'
import { mailConsentStream } from '../../backend/domain/mail/mail-consents.ts'
import { bounceMailboxState } from '../../backend/read-model/bounce-mailbox.ts'
import { createTestApp } from '../support/app/app.ts'
import { forgetKey } from '../support/app/forget-key.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { at, createReceiver, now, secret } from '../support/mail/events-receiver.ts'
import { hostileMails } from '../support/mail/hostile-mails.ts'
import { imapServer } from '../support/mail/imap-server.ts'
import { mailedOf } from '../support/mail/mail-ledger.ts'

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
    await forgetKey(core, subject)
    expect((await report(bounceOf({ messageId }))).json()).toEqual({ recorded: 0 })
    expect((await events()).map(({ type }) => type)).toEqual(['SubjectErased'])
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
      '{',
      '"text"',
      '\ud800',
      '['.repeat(100_000),
      { events: [] },
      { events: [{ ...event, extra: 1 }] },
      { events: [{ ...event, code: 'user <ruth@example.org> unknown' }] },
      { events: [{ ...event, at: 'yesterday' }] },
      // Neither is a year that PostgreSQL can store.
      { events: [{ ...event, at: '0000-06-01T12:00:00Z' }] },
      { events: [{ ...event, at: '9999-12-31T23:59:59-12:00' }] },
      { events: [{ ...event, about: {} }] },
      { events: Array.from({ length: 501 }, () => event) },
      { Type: 'Notification', TopicArn: 'arn', Message: '{' },
      { Type: 'Notification', TopicArn: 'arn', Message: 'null' },
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
    const { core, subject, projector } = await createReceiver()
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
    expect(await currentSuppression(core, subject)).toMatchObject({
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
    for (const subject of [ruth, cid]) await mailedOf(database, { subject: subject ?? '', campaignId: 7 })
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
    const reasons = [ruth, ben, cid].map((subject) => currentSuppression(app.core, subject ?? ''))
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
