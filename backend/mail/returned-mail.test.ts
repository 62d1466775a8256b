import { describe, expect, it } from 'vitest'
import { imapServer } from '../../test/support/mail/imap-server.ts'
import { readBounceMailbox } from './bounce-mailbox.ts'
import { type ReturnedMail, readReturnedMail } from './returned-mail.ts'
import { createUnsubscribeLinks, tokenInSubject } from './unsubscribe-links.ts'

const messageId = '<c7.6f1e2c34-0000-4000-8000-000000000001@campaign.example>'
const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST-_'
const now = new Date('2026-03-02T00:00:00.000Z')
const at = '2026-03-01T12:00:00.000Z'

const lines = (...all: string[]) => all.join('\r\n')
const returned = lines(`Message-ID: ${messageId}`, 'To: ruth@example.org', 'Subject: News', '', 'Message-ID: <other@x>')
const report = (type: string, part: string, back: string | null = returned, backType = 'message/rfc822') =>
  lines(
    'From: MAILER-DAEMON@mx.example',
    'To: bounces@campaign.example',
    'Date: Sun, 1 Mar 2026 12:00:00 +0000',
    'Subject: Undelivered Mail Returned to Sender',
    `Content-Type: multipart/report; report-type=x; boundary="B"`,
    'MIME-Version: 1.0',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'I am sorry: <ruth@example.org> does not exist.',
    '--B',
    `Content-Type: ${type}`,
    '',
    part,
    ...(back === null ? [] : ['--B', `Content-Type: ${backType}`, '', back]),
    '--B--',
    '',
  )
const status = (code: string, action = 'failed') =>
  lines(
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ruth@example.org',
    `Action: ${action}`,
    `Status: ${code}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ruth@example.org> unknown',
  )
const bounce = (code: string, action?: string) => report('message/delivery-status', status(code, action))
const read = (source: string) => readReturnedMail(Buffer.from(source), now)

describe('a mail to the bounce address', () => {
  it('is a bounce: the code and our own Message-ID, no address', async () => {
    expect(await read(bounce('5.1.1'))).toEqual({ type: 'bounce', code: '5.1.1', messageId, at })
    expect(await read(bounce('4.4.7 (expired)'))).toEqual({ type: 'bounce', code: '4.4.7', messageId, at })
    const headersOnly = report('message/delivery-status', status('5.1.1'), returned, 'text/rfc822-headers')
    expect(await read(headersOnly)).toEqual({ type: 'bounce', code: '5.1.1', messageId, at })
  })

  it('is a complaint', async () => {
    const feedback = lines('Feedback-Type: abuse', 'User-Agent: x/1', 'Version: 1')
    expect(await read(report('message/feedback-report', feedback))).toEqual({ type: 'complaint', messageId, at })
  })

  it('asks to unsubscribe, with the subject line of our own link', async () => {
    const links = createUnsubscribeLinks({
      tokens: { issue: () => token },
      publicUrl: () => 'https://campaign.example',
      address: 'bounces@campaign.example',
    })('6f1e2c34-0000-4000-8000-000000000001', 7)
    expect(links.headers).toEqual({
      'List-Unsubscribe': `<https://campaign.example/unsubscribe?token=${token}>, <mailto:bounces@campaign.example?subject=unsubscribe%20${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const subject = new URL(links.mailto).searchParams.get('subject')
    expect(await read(lines('From: ruth@example.org', `Subject: ${subject}`, '', ''))).toEqual({
      type: 'unsubscribe',
      token,
    })
    for (const text of ['', 'unsubscribe', `unsubscribe ${token}x`, `unsubscribe ${token.slice(1)}`, token])
      expect(tokenInSubject(text)).toBeNull()
  })

  it.each([
    ['a delay', bounce('4.4.1', 'delayed')],
    ['a delivery', bounce('2.0.0', 'delivered')],
    ['a code of words', bounce('gone')],
    [
      'an absence note',
      lines('From: ruth@example.org', 'Subject: Out of office', '', 'Action: failed', 'Status: 5.1.1'),
    ],
    ['a bounce without the mail', report('message/delivery-status', status('5.1.1'), null)],
    ['nothing', ''],
    ['noise', '\u0000\uffff'.repeat(500)],
    ['a report of another kind', report('message/feedback-report', 'Feedback-Type: not-spam')],
  ])('is none of ours: %s', async (_what, source) => expect(await read(source)).toBeNull())

  it('of the future is dated now', async () =>
    expect(await read(bounce('5.1.1').replace('Mar 2026', 'Mar 2036'))).toMatchObject({ at: now.toISOString() }))
})

describe('the mailbox', () => {
  it('is read once: what says something is taken and deleted, the rest is marked and stays', async () => {
    const { url, mailbox } = await imapServer([
      bounce('5.1.1'),
      lines('From: ruth@example.org', 'Subject: Thank you', '', 'A letter.'),
      lines('From: ruth@example.org', `Subject: unsubscribe ${token}`, '', ''),
    ])
    const taken: ReturnedMail[] = []
    const take = async (mail: ReturnedMail) => void taken.push(mail)
    expect(await readBounceMailbox(url, take)).toBe(2)
    expect(taken.map(({ type }) => type)).toEqual(['bounce', 'unsubscribe'])
    expect(mailbox.map(({ uid, isSeen }) => [uid, isSeen])).toEqual([[2, true]])
    expect(await readBounceMailbox(url, take)).toBe(0)
  })

  it('keeps what could not be recorded for the next run', async () => {
    const { url, mailbox } = await imapServer([bounce('5.1.1')])
    const fail = async () => {
      throw new Error('The database is away.')
    }
    await expect(readBounceMailbox(url, fail)).rejects.toThrow('away')
    expect(mailbox).toMatchObject([{ isSeen: false, isDeleted: false }])
    expect(await readBounceMailbox(url, async () => {})).toBe(1)
  })

  it('rejects a wrong password, and a server that is not there', async () => {
    const { wrong } = await imapServer([])
    await expect(readBounceMailbox(wrong, async () => {})).rejects.toThrow()
    await expect(readBounceMailbox('imap://a:b@127.0.0.1:1', async () => {})).rejects.toThrow()
  })
})
