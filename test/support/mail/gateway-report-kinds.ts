import {
  type About,
  daemon,
  head,
  type Meaning,
  multipart,
  part,
  type ReportKind,
  reportType,
  sent,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

/** Words that a gateway, a relay or an old server wrote of one recipient. `fields`: after `Action: failed`. */
type Group = [name: string, meaning: Meaning, recipient: string, ...fields: string[]]

const groups: Group[] = [
  ['PowerMTA, unknown', 'hard', 'rfc822;pat@example.com', 'Status: 5.1.1 (bad destination mailbox address)'],
  ['PowerMTA, no route', 'hard', 'rfc822;pat@example.com', 'Status: 5.4.4 (unable to route: no mail hosts for domain)'],
  [
    'PowerMTA, policy',
    'soft',
    'rfc822;pat@example.com',
    'Status: 5.0.0 (undefined status)',
    'Diagnostic-Code: smtp;554 [internal] spam-related',
    'X-PowerMTA-BounceCategory: spam-related',
  ],
  [
    'IronPort, unknown',
    'hard',
    'rfc822;pat@example.com',
    'Status: 5.1.0',
    "Diagnostic-Code: smtp; 5.1.0 - Unknown address error 550-'#5.1.0 Address rejected.' (delivery attempts: 0)",
  ],
  [
    'IronPort, blocked',
    'soft',
    'rfc822;pat@example.com',
    'Status: 5.1.0',
    "Diagnostic-Code: smtp; 5.1.0 - Unknown address error 550-'5.7.1 Message blocked by filter' (delivery attempts: 0)",
  ],
  [
    'IronPort, no such domain',
    'hard',
    'rfc822;pat@example.com',
    'Status: 5.1.2',
    "Diagnostic-Code: smtp; 5.1.2 - Bad destination host 'DNS Hard Error looking up example.com (MX):  NXDomain'",
  ],
  [
    'a messaging server, twice a code',
    'hard',
    'rfc822;pat@example.com',
    'Status: 5.0.0 (Remote SMTP server has rejected address)',
    'Remote-MTA: dns; far.example',
    ' (TCP|192.0.2.225|34321|192.0.2.12|25)',
    'Diagnostic-Code: smtp; 550 5.7.1 550 User Unknown: pat@example.com',
  ],
  [
    'Exchange Online, passed on: full',
    'soft',
    'rfc822;pat@example.com',
    'Status: 5.0.350',
    'Diagnostic-Code: smtp; 550 5.0.350 Remote server returned an error -> 552 5.2.2 mailbox full',
  ],
  [
    'greylisted until it was given up',
    'soft',
    'rfc822;pat@example.com',
    'Status: 5.0.0',
    'Diagnostic-Code: smtp; 451 4.7.1 Greylisted, retry timeout exceeded',
  ],
  ['a dot behind the address', 'hard', 'rfc822; pat@example.com.', 'Status: 5.1.1'],
  ['another mailbox', 'soft', 'rfc822; sam@example.com', 'Status: 5.1.1'],
  ['a route in the address', 'hard', 'rfc822; @relay.example:pat@example.com', 'Status: 5.1.1'],
  ['a local name', 'hard', 'LOCAL; pat', 'Status: 5.1.1'],
  ['an address of X.400', 'hard', 'X400; pat@example.com', 'Status: 5.1.1'],
  [
    'a mailbox beside words about the email',
    'hard',
    'rfc822; pat@example.com',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 Your email could not be delivered: no such user',
  ],
  [
    'words about the email beside a code of the mailbox',
    'soft',
    'rfc822; pat@example.com',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 The message contains an attachment that we do not take',
  ],
]

const statusKinds = (about: About): ReportKind[] => [
  ...groups.map(([name, meaning, recipient, ...fields]): ReportKind => {
    const own = recipient.replace('pat@example.com', about.to)
    const report = lines('Reporting-MTA: dns; mx.example', '', `Final-Recipient: ${own}`, 'Action: failed', ...fields)
    return { name, meaning, source: reportOf(about, report.replaceAll('pat@example.com', about.to)) }
  }),
  {
    name: 'an appliance that knows only the original recipient',
    meaning: 'hard',
    source: reportOf(
      about,
      lines(
        `Original-Recipient: <${about.to}>`,
        'Action: failed',
        `Diagnostic-Code: smtp; 550 Unknown user ${about.to}`,
        '',
      ),
    ),
  },
]
const reportOf = (about: About, fields: string) =>
  multipart(
    head(daemon, 'Undelivered Mail Returned to Sender', reportType('delivery-status')),
    part('text/plain', 'Sorry.'),
    part('message/delivery-status', fields),
    part('message/rfc822', sent(about)),
  )

type Words = [name: string, meaning: Meaning, from: string, subject: string, ...body: string[]]

const mailer = 'MAILER-DAEMON@mx.example'
const words = (to: string): Words[] => [
  [
    'MailMarshal, the answer in front of the address',
    'hard',
    'postmaster@gateway.example',
    'Undeliverable Mail: "News"',
    'Your message could not be delivered because of',
    '',
    '550 5.1.1 User unknown',
    '',
    'The following recipients were affected:',
    `    ${to}`,
  ],
  ['GroupWise', 'hard', mailer, 'Message status - undeliverable', 'It was undeliverable to:', '  pat (user not found)'],
  [
    'GroupWise, full',
    'soft',
    mailer,
    'Message status - undeliverable',
    'It was undeliverable to:',
    '  pat (mailbox full)',
  ],
  [
    'Gmail, words: no such domain',
    'hard',
    'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    'Delivery Status Notification (Failure)',
    `Your message wasn't delivered to ${to} because the domain example.com couldn't be found.`,
    'Check for typos or unnecessary spaces and try again.',
  ],
  [
    'a content filter that stopped it',
    'soft',
    '"Content-filter at mx.example" <postmaster@mx.example>',
    'BANNED contents from you',
    'The message WAS NOT relayed to:',
    `<${to}>:`,
    '   554 5.7.0 Reject, id=123 - BANNED: .exe',
  ],
  [
    'CommuniGate',
    'hard',
    mailer,
    'Undeliverable mail',
    `Failed to deliver to '${to}'`,
    'LOCAL module(account pat) reports:',
    ' account does not exist',
  ],
  [
    'Courier',
    'hard',
    '"Courier mail server" <postmaster@mx.example>',
    'NOTICE: mail delivery status.',
    'UNDELIVERABLE MAIL',
    '',
    `<${to}>:`,
    '    <<< 550 5.1.1 User Unknown',
  ],
  [
    'Mail2000',
    'hard',
    '"Mail Deliver System" <MAILER-DAEMON>',
    'Returned Mail: User unknown',
    '---The following addresses had delivery errors---',
    '',
    `${to} [User unknown]`,
  ],
  ['Chinese, full', 'soft', mailer, '系统退信', '您的邮件被退回。', `<${to}>: 552 邮箱已满`],
  ['Turkish', 'hard', mailer, 'Teslim hatası', 'Mesajınız teslim edilemedi.', `<${to}>: 550 kullanıcı bulunamadı`],
  // Of languages that we do not read: what the server answered says enough.
  ...[
    ['Greek', 'Η παράδοση απέτυχε σε αυτούς τους παραλήπτες:'],
    ['Hebrew', 'המסירה נכשלה לנמענים אלה:'],
    ['Thai', 'ส่งไปยังผู้รับเหล่านี้ล้มเหลว:'],
    ['Romanian', 'Livrarea nu a reușit către acești destinatari:'],
  ].map(
    ([language, opening = '']): Words => [
      `${language}, full`,
      'soft',
      'postmaster@tenant.example',
      'News',
      opening,
      '',
      to,
      '',
      '554 5.2.2 mailbox full',
    ],
  ),
  ...[
    ['Dutch', 'Uw bericht is nog niet bezorgd. De server blijft het proberen.'],
    ['German', 'Ihre Nachricht konnte noch nicht zugestellt werden. Der Server versucht es weiter.'],
    ['Swedish', 'Ditt meddelande kunde inte levereras ännu. Servern fortsätter att försöka.'],
    ['Turkish', 'Mesajınız henüz teslim edilemedi; yeniden denenecek.'],
    ['English', 'Your mail was deferred: 450 4.2.0 greylisted. Another attempt will be made.'],
  ].map(([language, body = '']): Words => [`a delay in ${language}`, 'ignored', mailer, 'Undelivered', body, to]),
  [
    'a person called Bounce',
    'ignored',
    `Pat Bounce-Field <${to}>`,
    'Re: News',
    'My brother has left: his address is no longer valid, and mail to it could not be delivered.',
  ],
  [
    'a shop called Bounce',
    'ignored',
    'Bounce House Rentals <info@bouncehouse.example>',
    'Re: News',
    'We were unable to deliver the castle. That account is closed.',
  ],
  [
    'a Greek absence note of a postmaster',
    'ignored',
    'postmaster@mx.example',
    'Αυτόματη απάντηση: News',
    'User unknown.',
  ],
  ['a Danish absence note', 'ignored', `Pat <${to}>`, 'Automatisk svar: Undeliverable: News', 'Jeg er på ferie.'],
]

/** Reports of gateways, of relays, and in further languages. */
export const gatewayReportKinds = (about: About): ReportKind[] => [
  ...statusKinds(about),
  ...words(about.to).map(
    ([name, meaning, from, subject, ...body]): ReportKind => ({
      name,
      meaning,
      source: lines(...head(from, subject), '', ...body, '', sent(about)),
    }),
  ),
  {
    name: 'an absence note that a mail server sends',
    meaning: 'ignored',
    source: lines(
      ...head('postmaster@mx.example', 'Re: News', 'Auto-Submitted: auto-replied', 'X-Autoreply: yes'),
      '',
      'Pat no longer works here. Please write to Sam.',
      '',
      sent(about),
    ),
  },
  {
    name: 'a receipt in UTF-8 that an email was deleted',
    meaning: 'ignored',
    source: multipart(
      head('postmaster@mx.example', 'Undeliverable', reportType('disposition-notification')),
      part('text/plain', 'It was deleted, and not delivered.'),
      part(
        'message/global-disposition-notification',
        lines(`Original-Message-ID: ${about.messageId}`, 'Disposition: manual-action/MDN-sent-manually; deleted'),
      ),
    ),
  },
]
