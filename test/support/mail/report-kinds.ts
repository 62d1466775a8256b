import { complaints, feedback } from './complaint-kinds.ts'
import { furtherReportKinds } from './further-report-kinds.ts'
import { gatewayReportKinds } from './gateway-report-kinds.ts'
import { passedOnComplaintKinds } from './passed-on-complaint-kinds.ts'
import { programReportKinds } from './program-report-kinds.ts'
import { rareReportKinds } from './rare-report-kinds.ts'
import {
  type About,
  base64,
  daemon,
  head,
  inline,
  type Meaning,
  multipart,
  part,
  postfix,
  quotedPrintable,
  type ReportKind,
  reportType,
  sent,
  status,
  undelivered,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

const bounces = (about: About): ReportKind[] => {
  const { to, messageId } = about
  const unknown = {
    recipient: to,
    status: '5.1.1',
    said: `550 5.1.1 <${to}>: Recipient address rejected: User unknown`,
  }
  const report = (name: string, meaning: Meaning, source: string) => ({ name, meaning, source })
  const words = (name: string, meaning: Meaning, from: string, subject: string, ...body: string[]) =>
    report(name, meaning, lines(...head(from, subject), '', ...body, ''))
  const exim = (...said: string[]) => [
    'This message was created automatically by mail delivery software.',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    `  ${to}`,
    ...said.map((line) => `    ${line}`),
    '',
    '------ This is a copy of the message, including all the headers. ------',
    '',
    sent(about),
  ]
  const qmail = (said: string) => [
    'Hi. This is the qmail-send program at mx.example.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    `<${to}>:`,
    said,
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Return-Path: <bounces@campaign.example>',
    sent(about),
  ]
  return [
    report('Postfix, unknown user', 'hard', postfix(about, status(unknown))),
    report('Postfix, headers only', 'hard', postfix(about, status(unknown), part('text/rfc822-headers', sent(about)))),
    report(
      'Postfix, blocked',
      'soft',
      postfix(about, status({ recipient: to, status: '5.0.0', said: '550 Blocked: 192.0.2.7 is on a block list' })),
    ),
    report(
      'Postfix, mailbox full',
      'soft',
      postfix(about, status({ recipient: to, status: '5.2.2', said: '552 5.2.2 Mailbox full' })),
    ),
    report('Postfix, no such domain', 'hard', postfix(about, status({ recipient: to, status: '5.4.4' }))),
    report(
      'Postfix, given up after days',
      'soft',
      postfix(about, status({ recipient: to, status: '4.4.1', said: '' })),
    ),
    report(
      'inline parts',
      'hard',
      multipart(
        undelivered,
        part('text/plain', 'Sorry.', inline),
        part('message/delivery-status', status(unknown), inline),
        part('message/rfc822', sent(about), inline),
      ),
    ),
    report(
      'base64',
      'hard',
      postfix(about, status(unknown), part('message/rfc822', base64(sent(about)), 'Content-Transfer-Encoding: base64')),
    ),
    report(
      'quoted-printable',
      'hard',
      postfix(
        about,
        status(unknown),
        part('text/rfc822-headers', quotedPrintable(sent(about)), 'Content-Transfer-Encoding: quoted-printable'),
      ),
    ),
    report(
      'a global report',
      'hard',
      multipart(
        undelivered,
        part('message/global-delivery-status', status(unknown)),
        part('message/global', sent(about)),
      ),
    ),
    report(
      'one of two recipients failed',
      'hard',
      postfix(about, status({ recipient: 'other@example.net', action: 'relayed', status: '2.0.0' }, unknown)),
    ),
    report(
      'ours was delivered, a list failed',
      'ignored',
      postfix(about, status({ recipient: to, action: 'delivered', status: '2.0.0' })),
    ),
    report(
      'Sendmail, transcript',
      'hard',
      multipart(
        head(daemon, 'Returned mail: see transcript for details', reportType('delivery-status')),
        part(
          'text/plain',
          lines(
            '   ----- The following addresses had permanent fatal errors -----',
            `<${to}>`,
            '    (reason: 550 5.1.1 User unknown)',
            '   ----- Transcript of session follows -----',
            '... while talking to mx.example.:',
            `>>> RCPT To:<${to}>`,
            '<<< 550 5.1.1 User unknown',
          ),
        ),
        part('message/delivery-status', status({ recipient: to, status: '5.1.1' })),
        part('text/rfc822-headers', sent(about)),
      ),
    ),
    report(
      'Exchange Online',
      'hard',
      multipart(
        head('postmaster@tenant.example', 'Undeliverable: News', reportType('delivery-status')),
        part(
          'text/plain',
          lines(
            `Your message to ${to} couldn't be delivered.`,
            'pat wasn’t found at example.com.',
            'Original Message Headers',
            '',
            sent(about),
          ),
        ),
        part(
          'message/delivery-status',
          status({
            recipient: to,
            status: '5.1.10',
            said: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found',
          }),
        ),
      ),
    ),
    report(
      'Exchange Online, directory',
      'hard',
      postfix(
        about,
        status({
          recipient: to,
          status: '5.4.1',
          said: '550 5.4.1 Recipient address rejected: Access denied. [mail.protection.outlook.example]',
        }),
      ),
    ),
    report(
      'Exchange, words',
      'hard',
      lines(
        ...head('Microsoft Exchange <MicrosoftExchange329e71ec@tenant.example>', 'Undeliverable: News'),
        '',
        'Delivery has failed to these recipients or groups:',
        '',
        to,
        "The email address you entered couldn't be found.",
        '',
        'Diagnostic information for administrators:',
        '',
        'Generating server: mail01.tenant.example',
        to,
        "Remote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'",
        '',
        'Original message headers:',
        '',
        sent(about),
      ),
    ),
    report(
      'Outlook.com',
      'hard',
      postfix(
        about,
        status({ recipient: to, status: '5.5.0', said: '550 5.5.0 Requested action not taken: mailbox unavailable' }),
      ),
    ),
    report(
      'Gmail',
      'hard',
      multipart(
        head(
          'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
          'Delivery Status Notification (Failure)',
          reportType('delivery-status'),
          `X-Failed-Recipients: ${to}`,
        ),
        part('text/plain', '** Address not found **'),
        part(
          'message/delivery-status',
          status({
            recipient: to,
            status: '5.1.1',
            said: '550-5.1.1 The email account that you tried to reach does not exist.',
          }),
        ),
        part('message/rfc822', sent(about)),
      ),
    ),
    report(
      'Gmail, our domain',
      'soft',
      postfix(
        about,
        status({
          recipient: to,
          status: '5.7.26',
          said: '550-5.7.26 Unauthenticated email from campaign.example is not accepted due to DMARC policy',
        }),
      ),
    ),
    report(
      'Gmail, too fast',
      'soft',
      postfix(
        about,
        status({
          recipient: to,
          status: '5.2.1',
          said: '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
        }),
      ),
    ),
    words(
      'Yahoo',
      'hard',
      'MAILER-DAEMON@yahoo.example',
      'Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${to}>:`,
      "554: delivery error: dd This user doesn't have a yahoo.com account (pat@yahoo.example) [0] - mta1.yahoo.example",
      '',
      '--- Below this line is a copy of the message.',
      '',
      sent(about),
    ),
    words(
      'GMX',
      'hard',
      'GMX Mailer Daemon <mailer-daemon@gmx.example>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of',
      'its recipients. This is a permanent error. The following address failed:',
      '',
      `${to}:`,
      'SMTP error from remote server for RCPT TO command, host: mx.example (192.0.2.1) reason: 550 Requested action not taken: mailbox unavailable',
      '',
      '--- The header of the original message is following. ---',
      '',
      sent(about),
    ),
    words(
      'qmail',
      'hard',
      'MAILER-DAEMON@mx.example',
      'failure notice',
      ...qmail('Sorry, no mailbox here by that name. (#5.1.1)'),
    ),
    words(
      'qmail, remote',
      'hard',
      'MAILER-DAEMON@mx.example',
      'failure notice',
      ...qmail(
        lines(
          '192.0.2.1 does not like recipient.',
          'Remote host said: 550 5.1.1 unknown user',
          'Giving up on 192.0.2.1.',
        ),
      ),
    ),
    words(
      'qmail, blocked',
      'soft',
      'MAILER-DAEMON@mx.example',
      'failure notice',
      ...qmail(
        lines('192.0.2.1 failed after I sent the message.', 'Remote host said: 554 5.7.1 Message blocked as spam'),
      ),
    ),
    words(
      'Exim',
      'hard',
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      ...exim('SMTP error from remote mail server after RCPT TO:', '550 Unknown user'),
    ),
    words(
      'Exim, no route',
      'hard',
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      ...exim('Unrouteable address'),
    ),
    words(
      'Exim, after days',
      'soft',
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      ...exim('retry timeout exceeded'),
    ),
    words(
      'Exim, policy',
      'soft',
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      ...exim('SMTP error from remote mail server after end of data:', '550 5.7.1 Rejected by local policy'),
    ),
    words(
      'quoted',
      'hard',
      'postmaster@mx.example',
      'Undeliverable mail',
      'Your message could not be delivered:',
      '',
      '550 5.1.1 no such user',
      '',
      `> Message-ID: ${messageId}`,
      `> To: ${to}`,
    ),
    report(
      'HTML only',
      'hard',
      lines(
        ...head('postmaster@mx.example', 'Undeliverable: News', 'Content-Type: text/html'),
        '',
        `<p>Your message could not be delivered.</p><p>550 5.1.1 User unknown</p><pre>Message-ID: &lt;${messageId.slice(1, -1)}&gt;</pre>`,
      ),
    ),
    report(
      "a forwarder's mailbox",
      'soft',
      postfix(about, status({ recipient: 'private@far.example', status: '5.1.1', said: '550 5.1.1 User unknown' })),
    ),
  ]
}

const others = (about: About): ReportKind[] => {
  const { messageId, to } = about
  const unknown = { recipient: to, status: '5.1.1', said: '550 5.1.1 User unknown' }
  const ignored = (name: string, source: string): ReportKind => ({ name, meaning: 'ignored', source })
  return [
    ignored(
      'a vacation note',
      lines(
        ...head(`<${to}>`, 'Out of office: News', 'Auto-Submitted: auto-replied', `In-Reply-To: ${messageId}`),
        '',
        'I am away. 550 5.1.1 is my lucky number; mail could not be delivered.',
      ),
    ),
    ignored(
      'a vacation note that quotes our mail',
      lines(
        ...head(`<${to}>`, 'Automatic reply: News', 'Auto-Submitted: auto-generated'),
        '',
        'I am away.',
        '',
        sent(about),
      ),
    ),
    ignored(
      'a letter about a bounce',
      lines(
        ...head(`<${to}>`, 'Re: News', `In-Reply-To: ${messageId}`),
        '',
        'A mail that I sent was returned: 550 5.1.1 user unknown. Can you help?',
      ),
    ),
    ignored('a delivery receipt', postfix(about, status({ recipient: to, action: 'delivered', status: '2.0.0' }))),
    ignored('a relayed receipt', postfix(about, status({ recipient: to, action: 'relayed', status: '2.0.0' }))),
    ignored(
      'a delay',
      postfix(about, status({ recipient: to, action: 'delayed', status: '4.4.1', said: '451 Try later' })),
    ),
    ignored(
      'a delay in words',
      lines(
        ...head(daemon, 'Warning: message delayed 24 hours'),
        '',
        'A message that you sent has not yet been delivered to one or more of its recipients.',
        'No action is required on your part. Delivery attempts will continue for some time.',
        '',
        sent(about),
      ),
    ),
    ignored(
      'a read receipt',
      multipart(
        head(`<${to}>`, 'Read: News', reportType('disposition-notification')),
        part('text/plain', 'It was read.'),
        part(
          'message/disposition-notification',
          lines(
            `Final-Recipient: rfc822; ${to}`,
            `Original-Message-ID: ${messageId}`,
            'Disposition: manual-action/MDN-sent-manually; displayed',
          ),
        ),
      ),
    ),
    ignored(
      'a receipt of deletion',
      multipart(
        head(`<${to}>`, 'Not read: News', reportType('disposition-notification')),
        part('text/plain', 'It was deleted without being read; delivery failed.'),
        part(
          'message/disposition-notification',
          lines(
            `Final-Recipient: rfc822; ${to}`,
            `Original-Message-ID: ${messageId}`,
            'Disposition: automatic-action/MDN-sent-automatically; deleted',
          ),
        ),
      ),
    ),
    ignored('a DMARC report of one mail', feedback(about, 'auth-failure')),
    ignored('ARF, not spam', feedback(about, 'not-spam')),
    ignored(
      'a DMARC report of a day',
      multipart(
        head(
          'noreply-dmarc@isp.example',
          'Report domain: campaign.example Submitter: isp.example',
          'Content-Type: multipart/mixed; boundary="B"',
        ),
        part('text/plain', 'This is an aggregate report.'),
        part('application/gzip', base64('x'.repeat(300)), 'Content-Transfer-Encoding: base64'),
      ),
    ),
    ignored('a bounce of a mail of others', postfix({ messageId: '<other@elsewhere.example>', to }, status(unknown))),
  ]
}

/** Reports as programs of many kinds write them, about one of our mails. */
export const reportKinds = (about: About): ReportKind[] => [
  ...bounces(about),
  ...complaints(about),
  ...others(about),
  ...programReportKinds(about),
  ...furtherReportKinds(about),
  ...rareReportKinds(about),
  ...gatewayReportKinds(about),
  ...passedOnComplaintKinds(about),
]
