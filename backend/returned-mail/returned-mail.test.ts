import { describe, expect, it } from 'vitest'
import { bounce, lines, messageId, report, returned, status } from '../../test/support/mail/returned-mails.ts'
import { createUnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import { tokenInSubject } from '../mail/unsubscribe-mails.ts'
import { readReturnedMail } from './returned-mail.ts'

const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST-_'
const now = new Date('2026-03-02T00:00:00.000Z')
const at = '2026-03-01T12:00:00.000Z'

const read = (source: string) => readReturnedMail(Buffer.from(source), now)

describe('an email to the bounce address', () => {
  it('is a bounce: the code and our own Message-ID, no address', () => {
    expect(read(bounce('5.1.1'))).toEqual({
      type: 'bounce',
      kind: 'hard',
      code: '5.1.1',
      messageId,
      recipient: 'ruth@example.org',
      at,
    })
    expect(read(bounce('4.4.7 (expired)'))).toMatchObject({ type: 'bounce', kind: 'soft', messageId, at })
    const headersOnly = report('message/delivery-status', status('5.1.1'), returned, 'text/rfc822-headers')
    expect(read(headersOnly)).toEqual({
      type: 'bounce',
      kind: 'hard',
      code: '5.1.1',
      messageId,
      recipient: 'ruth@example.org',
      at,
    })
  })

  it.each([
    ['as no calendar has it', '0000-01-01'],
    ['before there was mail', 'Fri, 01 Jan 1904 00:00:00 +0000'],
    ['tomorrow', 'Sun, 1 Mar 2099 12:00:00 +0000'],
    ['not at all', 'yesterday'],
  ])('that was sent %s is dated now', (_when, date) => {
    const source = bounce('5.1.1').replace(/^Date: .*$/m, `Date: ${date}`)
    expect(read(source)).toMatchObject({ type: 'bounce', at: now.toISOString() })
  })

  it('is a complaint', () => {
    const feedback = lines('Feedback-Type: abuse', 'User-Agent: x/1', 'Version: 1')
    expect(read(report('message/feedback-report', feedback))).toEqual({ type: 'complaint', messageId, at })
  })

  it('asks to unsubscribe, with the subject line of our own link', () => {
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
    expect(read(lines('From: ruth@example.org', `Subject: ${subject}`, '', ''))).toEqual({
      type: 'unsubscribe',
      token,
    })
    for (const text of ['', 'unsubscribe', `unsubscribe ${token}x`, `unsubscribe ${token.slice(1)}`, token])
      expect(tokenInSubject(text)).toBeNull()
  })

  it.each(['ruth@example.org', 'RUTH@mx.example.org', '<ruth@example.org.>'])(
    'is about ruth+news@example.org where the server names %s',
    (named) => {
      const fields = status('5.1.1').replaceAll('ruth@example.org', named)
      const source = report('message/delivery-status', fields, returned.replace('ruth@', 'ruth+news@'))
      expect(read(source)).toMatchObject({ kind: 'hard', recipient: 'ruth+news@example.org' })
    },
  )

  it.each<[string, (source: string) => string]>([
    ['whose lines end twice', (source) => source.replaceAll('\r\n', '\r\r\n')],
    ['with spaces around its boundary', (source) => source.replace('boundary="B"', 'boundary = "B"')],
    ['with a boundary in a charset', (source) => source.replace('boundary="B"', "boundary*=us-ascii''B")],
    ['with a boundary in pieces', (source) => source.replace('boundary="B"', 'boundary*0="B"')],
    ['whose boundary has quotes', (source) => source.replace('"B"', `"'B'"`).replaceAll('--B', "--'B'")],
    ['with a mark in front', (source) => `\ufeff${source}`],
    ['with the line of a mailbox in front', (source) => `From MAILER-DAEMON Sun Mar  1 12:00:00 2026\r\n${source}`],
  ])('is read %s', (_what, change) =>
    expect(read(change(bounce('5.1.1')))).toMatchObject({ kind: 'hard', code: '5.1.1', messageId }),
  )

  it.each(['%40', '+40', '&#64;', '&#x40;'])('is known by our Message-ID with %s in place of the @', (sign) => {
    const fields = `Original-Envelope-Id: ${messageId.slice(1, -1).replace('@', sign)}\r\n${status('5.1.1')}`
    expect(read(report('message/delivery-status', fields, null))).toMatchObject({ kind: 'hard', messageId })
  })

  it('is a soft bounce when its code cannot be read', () => {
    expect(read(bounce('gone'))).toMatchObject({ type: 'bounce', kind: 'soft', code: '5.0.0', messageId })
  })

  it.each([
    ['a delay', bounce('4.4.1', 'delayed')],
    ['a delivery', bounce('2.0.0', 'delivered')],
    [
      'an absence note',
      lines('From: ruth@example.org', 'Subject: Out of office', '', 'Action: failed', 'Status: 5.1.1'),
    ],
    ['a bounce without the mail', report('message/delivery-status', status('5.1.1'), null)],
    ['nothing', ''],
    ['noise', '\u0000\uffff'.repeat(500)],
    ['a report of another kind', report('message/feedback-report', 'Feedback-Type: not-spam')],
  ])('is not for us: %s', (_what, source) => expect(read(source)).toBeNull())

  it.each(['Mar 2036', 'Mar 0000', 'Mar 1970', 'Mar 99999', 'Foo 2026'])('of %s is dated now', (month) =>
    expect(read(bounce('5.1.1').replace('Mar 2026', month))).toMatchObject({ at: now.toISOString() }),
  )
})
