import {
  type About,
  daemon,
  head,
  type Meaning,
  multipart,
  part,
  postfix,
  type ReportKind,
  reportType,
  sent,
  undelivered,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

const mixed = 'Content-Type: multipart/mixed; boundary="B"'
const returned = (about: About) => part('message/rfc822', sent(about))

/** Fields of a status that few programs write so, or leave out. `words`: of the report, for people. */
const fields = ({ to }: About): [name: string, meaning: Meaning, words: string, fields: string[]][] => [
  [
    'an answer in place of a code',
    'soft',
    'Not delivered.',
    [`Final-Recipient: rfc822;${to}`, 'Action: failure', 'Status: 553 Larger than the maximum inbound message size'],
  ],
  [
    'an error, with the reason in words only',
    'hard',
    `An error has occurred while attempting to deliver a message to\r\n\r\n${to}: Domain does not exist`,
    [`Final-Recipient: rfc822; ${to}`, 'Action: error', 'Status: 5.0.0'],
  ],
  [
    'the action in front of the recipient',
    'soft',
    'Please confirm your address.',
    [
      'Action: failed',
      '',
      `Final-Recipient: rfc822; ${to}`,
      'Diagnostic-Code: X-Notice; Not approved yet',
      'Status: 4.7.0',
    ],
  ],
  ['no recipient, and no answer', 'soft', 'This message was undeliverable: the host is not responding.', []],
  [
    'no recipient, in French',
    'hard',
    "A message could not be delivered.\r\nL'adresse de messagerie indiquée ci-dessus n'existe pas.",
    [],
  ],
  [
    'an address with dots behind it',
    'hard',
    'Not delivered.',
    [
      `Final-Recipient: rfc822; ${to}`,
      'Action: failed',
      'Status: 5.0.0',
      `Diagnostic-Code: smtp; 550 ${to}...User unknown`,
    ],
  ],
]

const words = (about: About): ReportKind[] => {
  const { to } = about
  const inParts = (name: string, meaning: Meaning, from: string, subject: string, ...said: string[]): ReportKind => ({
    name,
    meaning,
    source: multipart(head(from, subject, mixed), part('text/plain; charset=utf-8', lines(...said)), returned(about)),
  })
  return [
    inParts(
      'a virus scanner, with the dialog',
      'hard',
      'scanner@mx.example',
      'Mail could not be delivered',
      `Sent <<< RCPT TO:<${to}>`,
      'Received >>> 550 5.1.1 unknown user.',
    ),
    inParts(
      'a scanner that gave up',
      'soft',
      'scanner@mx.example',
      'Mail could not be delivered',
      'Too many attempts.',
    ),
    inParts(
      'MDaemon, a warning',
      'hard',
      'MDaemon@mx.example',
      `Warning: ${to} - User unknown!`,
      `${to} - no such user here.`,
      'There is no user by that name at this server.',
    ),
    inParts(
      'an old gateway',
      'hard',
      'postmaster@mx.example',
      'Undeliverable Mail',
      `Invalid final delivery userid: ${to}`,
    ),
    inParts(
      'returning to sender',
      'hard',
      daemon,
      'mail failed, returning to sender',
      ' no valid recipients were found for this message',
      ` ${to} ... unknown host`,
    ),
    inParts(
      'a version in the subject of ours',
      'hard',
      'System Administrator <postmaster@mx.example>',
      'Undeliverable: News',
      'Your message',
      '  Subject: RELEASED News 2.0.12',
      'did not reach the following recipient(s):',
      `${to} on Sun, 1 Mar 2026 12:00:00 -0300`,
      '    The recipient name is not recognized',
    ),
    {
      name: 'an answer to ours, from post_master',
      meaning: 'hard',
      source: lines(
        ...head('post_master@gateway.example', 'Re: News', `In-Reply-To: ${about.messageId}`),
        '',
        'Error: Invalid user address',
        '550 - Requested action not taken: no such user here',
      ),
    },
    {
      name: 'Dovecot, which rejects by a receipt',
      meaning: 'soft',
      source: multipart(
        head('Mail Delivery Subsystem <postmaster@mx.example>', 'Rejected', reportType('disposition-notification')),
        part('text/plain', `Your message to <${to}> was automatically rejected:\r\nQuota exceeded`),
        part('message/disposition-notification', 'Disposition: automatic-action/MDN-sent-automatically; deleted'),
        part('message/rfc822', sent(about)),
      ),
    },
    {
      name: 'qmail, without an empty line in front',
      meaning: 'hard',
      source: multipart(
        head('<MAILER-DAEMON@mx.example>', 'A notice', mixed),
        lines(
          '--B',
          "I'm afraid I wasn't able to deliver your message to the following addresses.",
          '',
          `<${to}>:`,
          'sorry, no mailbox here by that name',
        ),
        returned(about),
      ),
    },
    {
      name: 'a part of our mail as message/partial',
      meaning: 'hard',
      source: postfix(
        about,
        lines(
          `Final-Recipient: RFC822; <${to}>`,
          'Action: failed',
          'Status: 5.7.1',
          `Diagnostic-Code: SMTP; 553 Invalid recipient ${to}`,
        ),
        part('message/partial', sent(about)),
      ),
    },
    {
      name: 'a person who writes about such a report',
      meaning: 'ignored',
      source: lines(
        ...head('Ruth <ruth@example.org>', 'Re: News', `In-Reply-To: ${about.messageId}`),
        '',
        "My neighbor's mail comes back: 550 user unknown, the mailbox does not exist.",
      ),
    },
    {
      name: 'a person who answers such a report',
      meaning: 'ignored',
      source: lines(
        ...head('Ruth <ruth@example.org>', 'Re: Undeliverable: News', `In-Reply-To: ${about.messageId}`),
        '',
        'Your message could not be delivered to my old address: that mailbox does not exist. Use this one.',
      ),
    },
  ]
}

/** Words in a charset of their own; `said` in Base64 or as its bytes. */
const charsets: [name: string, meaning: Meaning, charset: string, encoding: string, said: string][] = [
  ['ISO-2022-JP: unknown', 'hard', 'ISO-2022-JP', '7bit', '\x1b$B08@h$N%f!<%6!<$,B8:_$7$^$;$s!#\x1b(B'],
  [
    'ISO-2022-JP: full',
    'soft',
    'ISO-2022-JP',
    'base64',
    'GyRCQXckakBoJE4lYSE8JWslXCVDJS8lOSQsMGxHVSRHISJBdz8uJEckLSReJDskcyRHJDckPyEjGyhC',
  ],
  ['GB2312: unknown', 'hard', 'gb2312', 'base64', 'zcvQxaO608q8/s7et6jNtrXdoaPTw7unsru05tTa'],
  [
    'KOI8-R: unknown',
    'hard',
    'koi8-r',
    'base64',
    '88/Pwt3FzsnFIM7FIMTP09TB18zFzs8uIDU1MCDwz8zY2s/XwdTFzNggzsUgzsHKxMXO',
  ],
  [
    'UTF-8, cut within a letter',
    'hard',
    'utf-8',
    'base64',
    'RGllIE5hY2hyaWNodCBrb25udGUgbmljaHQgenVnZXN0ZWxsdCB3ZXJkZW4uIDU1MCBFbXBmw6RuZ2VyIHVuYmVrYW5udCDD',
  ],
]

/** Shapes that few programs write. */
export const rareReportKinds = (about: About): ReportKind[] => [
  ...fields(about).map(([name, meaning, text, own]): ReportKind => {
    const status = part('message/delivery-status', lines('Reporting-MTA: dns; mx.example', ...own))
    const said = part('text/plain; charset=utf-8', text)
    return { name: `a status: ${name}`, meaning, source: multipart(undelivered, said, status, returned(about)) }
  }),
  ...words(about),
  ...charsets.map(([name, meaning, charset, encoding, said]): ReportKind => {
    const type = `text/plain; charset="${charset}"`
    const text = part(type, said, `Content-Transfer-Encoding: ${encoding}`)
    return { name, meaning, source: multipart(head(daemon, 'Mail', mixed), text, returned(about)) }
  }),
  {
    name: 'a subject in UTF-8 as it is',
    meaning: 'hard',
    source: lines(
      ...head('no-reply@mx.example', 'Недоставленное сообщение', 'Content-Type: text/plain; charset=utf-8'),
      '',
      `${about.to}: пользователь не найден`,
      '',
      sent(about),
    ),
  },
  {
    name: 'a subject in ISO-2022-JP, from an address of no daemon',
    meaning: 'soft',
    source: multipart(
      head('no-reply@isp.example', '=?ISO-2022-JP?B?GyRCJWEhPCVrJSglaSE8RExDThsoQg==?=', mixed),
      part('text/plain', `Could not be delivered to: <${about.to}>\r\nAs their mailbox is full.`),
      returned(about),
    ),
  },
]
