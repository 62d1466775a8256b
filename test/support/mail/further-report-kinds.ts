import {
  type About,
  base64,
  daemon,
  head,
  type Meaning,
  multipart,
  part,
  postfix,
  type ReportKind,
  reportType,
  sent,
  status,
  undelivered,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

/** A report by its status and what the mail server said. */
type Said = [name: string, meaning: Meaning, status: string, said: string]

const said: Said[] = [
  ['a mailbox that was switched off', 'hard', '5.2.1', '550 5.2.1 Mailbox disabled, not accepting messages'],
  ['a mailbox that sleeps', 'hard', '5.2.1', '550 5.2.1 This mailbox has been blocked due to inactivity'],
  ['unknown, but our reputation', 'soft', '5.1.1', '554 5.1.1 Rejected due to the poor reputation of your network'],
  ['a mail loop between tenants', 'soft', '5.4.14', '554 5.4.14 Hop count exceeded - possible mail loop'],
  ['a person who takes mail of few', 'soft', '5.7.1', '550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized'],
  [
    'a mailbox in a sentence',
    'hard',
    '5.0.0',
    '550 Message was not accepted -- invalid mailbox. Local mailbox pat@example.com is unavailable: user not found',
  ],
  ['spam in a sentence', 'soft', '5.0.0', '550 spam message rejected. Please visit https://help.example/spam'],
  ['an account that is shut', 'hard', '5.0.0', '554 delivery error: dd This mailbox is disabled (554.30)'],
  ['complaints of users', 'soft', '4.7.0', '421 4.7.0 [TSS04] Messages temporarily deferred due to user complaints'],
  ['a mailer of its own that fails', 'soft', '5.3.0', '554 5.3.0 unknown mailer error 1'],
  ['not local', 'hard', '5.3.0', '550 5.3.0 <pat@example.com>... User unknown, not local address'],
  ['Domino', 'hard', '5.0.0', '550 User pat (pat@example.com) not listed in Domino Directory'],
  ['GroupWise', 'hard', '5.0.0', '550 No such recipient'],
  ['a probe that was blocked', 'soft', '5.1.1', '550 5.1.1 undeliverable address: host mx said: 554 5.7.1 blocked'],
  ['a probe under way', 'soft', '4.1.1', '450 4.1.1 unverified address: Address verification in progress'],
  [
    'a name server that is silent',
    'soft',
    '4.4.3',
    'Name service error for name=example.com: Host not found, try again',
  ],
  ['no SMTP service', 'hard', '5.0.0', 'an MX or SRV record indicated no SMTP service'],
  ['hosts that do not exist', 'hard', '5.0.0', 'all relevant MX records point to non-existent hosts'],
  ['two of the same code', 'hard', '5.1.1', '550-5.1.1 The email account that you tried to reach does not exist.'],
  ['a directory', 'hard', '5.1.1', '550 5.1.1 Recipient not found by directory lookup'],
  ['over quota in other words', 'soft', '5.2.2', "550-5.2.2 The recipient's mailbox exceeds its storage limit"],
  ['Italian: none', 'hard', '5.0.0', '550 Utente inesistente'],
  ['Italian: no such mailbox', 'hard', '5.0.0', '550 Casella di posta inesistente'],
  ['Italian: full', 'soft', '5.0.0', '552 Casella piena'],
  ['Polish: none', 'hard', '5.0.0', '550 Nie ma takiego użytkownika'],
  ['Polish: no such account', 'hard', '5.0.0', '550 Konto nie istnieje'],
  ['Portuguese: none', 'hard', '5.0.0', '550 Caixa postal não existe'],
  ['Portuguese: full', 'soft', '5.0.0', '552 Caixa postal cheia'],
  ['Dutch: unknown', 'hard', '5.0.0', '550 Ontvanger onbekend'],
  ['Swedish: unknown', 'hard', '5.0.0', '550 Okänd mottagare'],
  ['Danish: unknown', 'hard', '5.0.0', '550 Ukendt modtager'],
  ['Norwegian: unknown', 'hard', '5.0.0', '550 Ukjent mottaker'],
  ['Czech: unknown', 'hard', '5.0.0', '550 Neznámý uživatel'],
  ['Russian: none', 'hard', '5.0.0', '550 Пользователь не найден'],
  ['Russian: no such mailbox', 'hard', '5.0.0', '550 Почтовый ящик не существует'],
  ['Russian: full', 'soft', '5.0.0', '552 Почтовый ящик переполнен'],
  ['Japanese: none', 'hard', '5.0.0', '550 ユーザーが存在しません'],
  ['Chinese: none', 'hard', '5.0.0', '550 用户不存在'],
  ['German: full', 'soft', '5.0.0', '552 Postfach voll'],
  ['German: our sender', 'soft', '5.0.0', '550 Absenderadresse gesperrt'],
  ['Russian: spam', 'soft', '5.0.0', '554 Сообщение отклонено: спам'],
  ['Russian: our address', 'soft', '5.0.0', '550 Адрес отправителя не существует'],
  ['Russian: for now', 'soft', '5.0.0', '550 Пользователь не найден, попробуйте позже'],
  ['Chinese: our address', 'soft', '5.0.0', '550 发件人地址不存在'],
  ['Polish: our domain', 'soft', '5.0.0', '550 Konto nadawcy nie istnieje'],
]

/** Fields of a status as programs write them, each about an unknown mailbox. */
const fields = ({ to }: About): [name: string, meaning: Meaning, fields: string[]][] => [
  [
    'a status with a comment',
    'hard',
    [`Final-Recipient: rfc822;${to}`, 'Action: failed', 'Status: 5.1.1 (bad address)'],
  ],
  ['in capitals', 'hard', [`FINAL-RECIPIENT: RFC822; ${to.toUpperCase()}`, 'ACTION: FAILED', 'STATUS: 5.1.1']],
  ['no type of address', 'hard', [`Final-Recipient: ${to}`, 'Action: failed', 'Status: 5.1.1']],
  ['a name behind the address', 'hard', [`Final-Recipient: rfc822; ${to} (Pat)`, 'Action: failed', 'Status: 5.1.1']],
  ['an action with a comment', 'hard', [`Final-Recipient: rfc822; ${to}`, 'Action: failed (bounced)', 'Status: 5.1.1']],
  [
    'a program on its machine',
    'hard',
    [`Final-Recipient: rfc822; ${to}`, 'Action: failed', 'Status: 5.3.0', 'Diagnostic-Code: x-unix; user unknown'],
  ],
  [
    'a reply over several lines',
    'hard',
    [
      `Final-Recipient: rfc822; ${to}`,
      'Action: failed',
      'Status: 5.0.0',
      'Diagnostic-Code: smtp; 550-Sorry,',
      '    550-we looked everywhere.',
      '\t550 No such user here',
    ],
  ],
  [
    'an alias that leads elsewhere',
    'soft',
    [
      `Original-Recipient: rfc822; ${to}`,
      'Final-Recipient: rfc822; private@far.example',
      'Action: failed',
      'Status: 5.1.1',
    ],
  ],
  ['a list that was expanded', 'ignored', [`Final-Recipient: rfc822; ${to}`, 'Action: expanded', 'Status: 2.0.0']],
]

const inWords = (about: About): ReportKind[] => {
  const { to } = about
  const words = (name: string, meaning: Meaning, from: string, subject: string, ...body: string[]): ReportKind => ({
    name,
    meaning,
    source: lines(...head(from, subject), '', ...body, '', sent(about)),
  })
  const letter = (name: string, subject: string, headers: string[], ...body: string[]): ReportKind => ({
    name,
    meaning: 'ignored',
    source: lines(...head(`Pat <${to}>`, subject, ...headers), '', ...body, '', sent(about)),
  })
  return [
    words(
      'hMailServer',
      'hard',
      'mailer-daemon@mx.example',
      'Message undeliverable: News',
      'Your message did not reach some or all of the intended recipients.',
      '',
      'The following recipient(s) could not be reached:',
      '',
      to,
      '   Error Type: SMTP',
      '   Remote server (192.0.2.1) issued an error.',
      `   hMailServer sent: RCPT TO:<${to}>`,
      '   Remote server replied: 550 Unknown user',
    ),
    words(
      'SmarterMail',
      'hard',
      'System Administrator <system@mx.example>',
      'Delivery Failure',
      'Could not deliver message to the following recipient(s):',
      '',
      `Failed Recipient: ${to}`,
      'Reason: Remote host said: 550 No such user here',
      '',
      '-- The header and top 20 lines of the message follows --',
    ),
    words(
      'MDaemon',
      'hard',
      'MDaemon@mx.example',
      'Permanent Delivery Failure',
      'The attached message had PERMANENT fatal delivery errors.',
      '',
      `Failed address: ${to}`,
      '--- Session Transcript ---',
      '550 5.1.1 Recipient unknown',
    ),
    words(
      'Domino, words',
      'hard',
      'Postmaster <postmaster@mx.example>',
      'DELIVERY FAILURE: User pat not listed in Domino Directory',
      'Your message',
      '  Subject: News',
      `was not delivered to: ${to}`,
      'because: User pat not listed in Domino Directory',
    ),
    words(
      'IMail, full',
      'soft',
      'Postmaster <postmaster@mx.example>',
      'Undeliverable Mail',
      `User mailbox exceeds allowed size: ${to}`,
    ),
    words(
      'Gmail, words',
      'hard',
      'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'Delivery Status Notification (Failure)',
      '** Address not found **',
      '',
      `Your message wasn't delivered to ${to} because the address couldn't be found, or is unable to receive mail.`,
    ),
    words(
      'Gmail, words: over quota',
      'soft',
      'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      'Delivery Status Notification (Failure)',
      '** Message not delivered **',
      '',
      `There was a problem delivering your message to ${to}.`,
      'The response was: The email account that you tried to reach is over quota.',
    ),
    words(
      'a virus scanner',
      'soft',
      'postmaster@mx.example',
      'Returned mail: virus found',
      'Your message could not be delivered: our scanner found a virus in it.',
    ),
    words(
      'Russian, words',
      'hard',
      'mailer-daemon@mx.example',
      '=?utf-8?B?0J3QtdC00L7RgdGC0LDQstC70LXQvdC90L7QtSDRgdC+0L7QsdGJ0LXQvdC40LU=?=',
      'Ваше сообщение не было доставлено следующим получателям:',
      '',
      to,
      '550 Пользователь не найден',
    ),
    words(
      'Polish, words',
      'hard',
      'mailer-daemon@mx.example',
      'Niedostarczona wiadomosc',
      'Nie udało się dostarczyć wiadomości.',
      '',
      `<${to}>:`,
      '550 5.1.1 Nie ma takiego konta',
    ),
    words(
      'Japanese, words',
      'hard',
      'MAILER-DAEMON@mx.example',
      '=?utf-8?B?6YWN5L+h44Ko44Op44O8?=',
      'メールを配信できませんでした。',
      '',
      `<${to}>:`,
      '550 5.1.1 User unknown',
    ),
    words(
      'a list that a moderator reads',
      'ignored',
      'news-bounces@lists.example',
      'Your message to News awaits moderator approval',
      'Your mail to the list is being held until the moderator can review it.',
    ),
    words(
      'a postmaster who thanks',
      'ignored',
      'postmaster@mx.example',
      'We received your message',
      'Thank you. A person answers within two days.',
    ),
    words(
      'a quarantine',
      'ignored',
      'postmaster@mx.example',
      'Message held for review',
      'Your message is in quarantine. It will be delivered after a review.',
    ),
    words(
      'a delay in Spanish',
      'ignored',
      'mailer-daemon@mx.example',
      'Retraso en la entrega',
      'Su mensaje no se ha podido entregar todavia. Se seguirá intentando durante tres dias.',
    ),
    words(
      'a delay of qmail',
      'ignored',
      'MAILER-DAEMON@mx.example',
      'Delivery status notification (delay)',
      'Your message could not be delivered for 4 hours. The server will keep trying for 5 days.',
    ),
    letter(
      'a challenge',
      'Re: News (please confirm)',
      [],
      'Your message has not been delivered to my inbox. Click here to confirm that you are a person.',
    ),
    letter(
      'a person who left',
      'Automatic reply: News',
      ['Auto-Submitted: auto-replied'],
      'Pat no longer works here. This mailbox is no longer in use; mail cannot be delivered.',
    ),
    letter(
      'an absence note in Japanese',
      '=?utf-8?B?6Ieq5YuV6L+U5L+hOiDphY3kv6Hjgqjjg6njg7w=?=',
      [],
      'メールを配信できませんでした。550 ユーザーが存在しません',
    ),
    words(
      'a delay in Russian',
      'ignored',
      'mailer-daemon@mx.example',
      '=?utf-8?B?0J3QtSDQtNC+0YHRgtCw0LLQu9C10L3Qvg==?=',
      'Ваше сообщение не было доставлено. Повторные попытки продолжаются.',
    ),
    letter('a new address', 'My address has changed', ['X-Autoreply: yes'], 'This address is no longer valid.'),
    letter(
      'a ticket',
      '[Ticket#4711] We received your message',
      ['Auto-Submitted: auto-replied'],
      'Your message was delivered to our team. It failed? Write again.',
    ),
  ]
}

const complaints = (about: About): ReportKind[] => {
  const arf = (name: string, meaning: Meaning, ...more: string[]): ReportKind => ({
    name,
    meaning,
    source: multipart(
      head('fbl@isp.example', 'Email Feedback Report for IP 192.0.2.7', reportType('"feedback-report"')),
      part('text/plain; charset=utf-8', 'This is a report about a message from 192.0.2.7.'),
      part('message/feedback-report', lines(...more)),
      part('message/rfc822; charset=utf-8', sent(about)),
    ),
  })
  return [
    arf('ARF in capitals', 'complaint', 'FEEDBACK-TYPE: ABUSE', 'VERSION: 0.1'),
    arf(
      'ARF, its type last',
      'complaint',
      'Version: 1',
      'User-Agent: x',
      'Source-IP: 192.0.2.7',
      'Feedback-Type: abuse',
    ),
    arf('ARF, miscategorized', 'ignored', 'Feedback-Type: miscategorized', 'Version: 1'),
    {
      name: 'ARF, base64',
      meaning: 'complaint',
      source: multipart(
        head('fbl@isp.example', 'Abuse report', reportType('feedback-report')),
        part('message/feedback-report', base64('Feedback-Type: abuse\r\n'), 'Content-Transfer-Encoding: base64'),
        part('message/rfc822', base64(sent(about)), 'Content-Transfer-Encoding: base64'),
      ),
    },
    {
      name: 'a report of a TLS policy',
      meaning: 'ignored',
      source: multipart(
        head('tls@isp.example', 'Report Domain: campaign.example', reportType('tlsrpt')),
        part('text/plain', 'This is an aggregate TLS report.'),
        part('application/tlsrpt+gzip', base64('x'.repeat(200)), 'Content-Transfer-Encoding: base64'),
      ),
    },
  ]
}

const encoded = (about: About): ReportKind[] => {
  const unknown = status({ recipient: about.to, status: '5.1.1', said: '550 5.1.1 User unknown' })
  return [
    {
      name: 'a status in base64',
      meaning: 'hard',
      source: multipart(
        undelivered,
        part('message/delivery-status', base64(unknown), 'Content-Transfer-Encoding: base64'),
        part('message/rfc822', sent(about)),
      ),
    },
    {
      name: 'words in base64',
      meaning: 'hard',
      source: lines(
        ...head(daemon, 'failure notice', 'Content-Type: text/plain', 'Content-Transfer-Encoding: base64'),
        '',
        base64(lines('Your message could not be delivered.', `<${about.to}>:`, '550 No such user', '', sent(about))),
      ),
    },
    {
      name: 'a table in HTML',
      meaning: 'hard',
      source: lines(
        ...head('postmaster@mx.example', 'Undeliverable: News', 'Content-Type: text/html; charset=utf-8'),
        '',
        `<table><tr><td>Your message to ${about.to} couldn&#39;t be delivered.</td></tr>`,
        '<tr><td><b>Status code:</b></td><td>550 5.1.10</td></tr><tr><td>Recipient not found</td></tr></table>',
        `<p>Message-ID:&nbsp;&lt;${about.messageId.slice(1, -1)}&gt;</p>`,
      ),
    },
  ]
}

/** Further shapes of reports, of programs and in languages of their own. */
export const furtherReportKinds = (about: About): ReportKind[] => [
  ...said.map(([name, meaning, code, words]): ReportKind => {
    const report = status({ recipient: about.to, status: code, said: words })
    return { name, meaning, source: postfix(about, report) }
  }),
  ...fields(about).map(([name, meaning, own]): ReportKind => {
    const report = lines('Reporting-MTA: dns; mx.example', '', ...own)
    return { name: `a status: ${name}`, meaning, source: postfix(about, report) }
  }),
  ...inWords(about),
  ...complaints(about),
  ...encoded(about),
]
