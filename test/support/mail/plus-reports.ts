import { head, type Meaning, multipart, part, type ReportKind, reportType, status } from './report-parts.ts'
import { lines } from './returned-mails.ts'

/** `from`: the return address of the mail. */
type About = { from: string; to: string }

const daemon = 'MAILER-DAEMON@mx.example (Mail Delivery System)'
const foreign = lines(
  'Message-ID: <rewritten@gateway.example>',
  'To: <pat@elsewhere.example>',
  'Subject: News',
  '',
  'Hi.',
)

/** The headers of a report to this address, and above them what the server that delivered it wrote. */
const headTo = (
  to: string,
  subject: string,
  { above = [] as string[], more = [] as string[], from = daemon } = {},
): string[] => [...above, ...head(from, subject, ...more).map((line) => (line.startsWith('To:') ? `To: ${to}` : line))]

/** Reports without our Message-ID: only the address they came to, or name, tells whose mail it was. */
export function plusReports({ from, to }: About): ReportKind[] {
  const unknown = status({ recipient: to, status: '5.1.1', said: '550 5.1.1 User unknown' })
  const undelivered = 'Undelivered Mail Returned to Sender'
  const report = (name: string, meaning: Meaning, source: string): ReportKind => ({ name, meaning, source })
  const dsn = (name: string, address: string, above: string[] = [], meaning: Meaning = 'hard', fields = unknown) =>
    report(
      name,
      meaning,
      multipart(
        headTo(address, undelivered, { above, more: [reportType('delivery-status')] }),
        part('text/plain', 'This is the mail system.'),
        part('message/delivery-status', fields),
      ),
    )
  const hidden = '<bounces@campaign.example>'
  const local = from.slice(0, from.lastIndexOf('@'))
  const person = { from: `Pat <${to}>` }
  return [
    dsn('To, without the mail', `<${from}>`),
    dsn('To, in capitals', `<${from.toUpperCase()}>`),
    dsn('Delivered-To (Postfix, Gmail)', hidden, [`Delivered-To: ${from}`]),
    dsn('X-Original-To (Postfix)', hidden, [`X-Original-To: ${from}`]),
    dsn('Envelope-To (Exim)', hidden, [`Envelope-to: ${from}`]),
    dsn('X-Envelope-To, with =2B', hidden, [`X-Envelope-To: <${from.replace('+', '=2B')}>`]),
    dsn('Delivered-To, with %2B', hidden, [`Delivered-To: ${from.replace('+', '%2B')}`]),
    dsn('Received for (Dovecot LMTP)', hidden, [
      `Received: from mx.example by mail.campaign.example with LMTP id x\r\n\t(envelope-from <>) for <${from}>; Sun, 1 Mar 2026 12:00:00 +0000`,
    ]),
    dsn('SRS of a forwarder', `<SRS0=Xy1z=QW=campaign.example=${local}@forward.example>`),
    dsn('a second SRS', `<SRS1=hAsH=forward.example==Xy1z=QW=campaign.example=${local}@far.example>`),
    dsn('BATV', `<prvs=1234567890=${from}>`),
    dsn('blocked', `<${from}>`, [], 'soft', status({ recipient: to, status: '5.7.1', said: '554 5.7.1 Spam' })),
    dsn(
      "a forwarder's mailbox",
      `<${from}>`,
      [],
      'soft',
      status({ recipient: 'private@far.example', status: '5.1.1', said: '550 5.1.1 User unknown' }),
    ),
    dsn('a delay', `<${from}>`, [], 'ignored', status({ recipient: to, action: 'delayed', status: '4.4.1' })),
    dsn('a receipt', `<${from}>`, [], 'ignored', status({ recipient: to, action: 'delivered', status: '2.0.0' })),
    report(
      'Return-Path of the mail, whose Message-ID a gateway rewrote',
      'hard',
      multipart(
        headTo(hidden, undelivered, { more: [reportType('delivery-status')] }),
        part('message/delivery-status', unknown),
        part('message/rfc822', lines(`Return-Path: <${from}>`, foreign.replace('pat@elsewhere.example', to))),
      ),
    ),
    report(
      'words only',
      'hard',
      lines(...headTo(`<${from}>`, 'failure notice'), '', `<${to}>:`, '550 5.1.1 No such user here', ''),
    ),
    report(
      'words that quote the address',
      'hard',
      lines(
        ...headTo(hidden, 'failure notice'),
        '',
        'Your message could not be delivered.',
        `MAIL FROM:<${from}>`,
        `RCPT TO:<${to}>`,
        '550 5.1.1 No such user here',
        '',
      ),
    ),
    report('no body at all', 'soft', lines(...headTo(`<${from}>`, 'Undelivered Mail Returned to Sender'), '', '')),
    report(
      'ARF, Original-Mail-From and a mail without a Message-ID',
      'complaint',
      multipart(
        headTo(hidden, 'FW: News', { from: 'feedback@isp.example', more: [reportType('feedback-report')] }),
        part('message/feedback-report', lines('Feedback-Type: abuse', `Original-Mail-From: <${from}>`, 'Version: 1')),
        part('message/rfc822', lines('From: news@campaign.example', 'Subject: News', '', 'Hello.')),
      ),
    ),
    report(
      'ARF to the address, opt-out',
      'unsubscribe_report',
      multipart(
        headTo(`<${from}>`, 'FW: News', { from: 'feedback@isp.example', more: [reportType('feedback-report')] }),
        part('message/feedback-report', lines('Feedback-Type: opt-out', 'Version: 1')),
      ),
    ),
    report('an answer', 'ignored', lines(...headTo(`<${from}>`, 'Re: News', person), '', 'Thank you! 550 5.1.1')),
    report(
      'an absence note',
      'ignored',
      lines(
        ...headTo(`<${from}>`, 'Automatic reply: News', { ...person, more: ['Auto-Submitted: auto-replied'] }),
        '',
        'I am away; mail could not be delivered.',
      ),
    ),
    report(
      'a read receipt',
      'ignored',
      multipart(
        headTo(`<${from}>`, 'Read: News', { ...person, more: [reportType('disposition-notification')] }),
        part('message/disposition-notification', lines(`Final-Recipient: rfc822; ${to}`, 'Disposition: x; displayed')),
      ),
    ),
  ]
}
