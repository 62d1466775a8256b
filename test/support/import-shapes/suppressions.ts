import { type Shape, table } from './shape.ts'

const list = (name: string, headings: string, rows: string[][], expected: Shape['expected'] = {}): Shape => ({
  name,
  kind: 'opt-outs',
  file: table(headings, rows),
  expected: { added: rows.length, refused: 0, ...expected },
})
const plain = (name: string, file: string, expected: Shape['expected']): Shape => ({
  name,
  kind: 'opt-outs',
  file,
  expected: { refused: 0, ...expected },
})

/** Lists of people who must not be mailed, as mailing programs and providers write them. */
export const suppressionShapes: Shape[] = [
  list('SendGrid, bounces', 'status|reason|email|created', [
    ['5.1.1', '550 5.1.1 No such mailbox, sorry', 'pia@s1.example', '1770658388'],
  ]),
  list('SendGrid, spam reports', 'ip|email|created', [['10.0.0.1', 'quin@s1.example', '1770658388']]),
  list('SendGrid, unsubscribes', 'email|created', [['rex@s1.example', '1770658388']]),
  list(
    'Postmark',
    'EmailAddress|SuppressionReason|Origin|CreatedAt',
    [
      ['pia@s2.example', 'HardBounce', 'Recipient', '2026-01-05T10:00:00-05:00'],
      ['quin@s2.example', 'SpamComplaint', 'Recipient', '2026-01-05T10:00:00-05:00'],
      ['rex@s2.example', 'ManualSuppression', 'Customer', '2026-01-05T10:00:00-05:00'],
    ],
    { platform: 'Postmark' },
  ),
  list('Amazon SES', 'Email address|Suppression reason|Last update time', [
    ['pia@s3.example', 'BOUNCE', '2026-01-05T10:00:00Z'],
    ['quin@s3.example', 'COMPLAINT', '2026-01-05T10:00:00Z'],
  ]),
  list('SparkPost', 'recipient|type|source|description|created|updated', [
    ['pia@s4.example', 'non_transactional', 'Spam Complaint', 'MBL', '2026-01-05T10:00:00Z', ''],
    ['quin@s4.example', 'non_transactional', 'Bounce Rule', '550: 5.1.1', '2026-01-05T10:00:00Z', ''],
  ]),
  list('Mailgun', 'address|code|error|created_at', [
    ['pia@s5.example', '550', 'No such mailbox', 'Mon, 05 Jan 2026 10:00:00 UTC'],
  ]),
  list('Brevo', 'Email|Blocklisted|Reason|Date', [['pia@s6.example', 'TRUE', 'hardBounced', '01-05-2026 10:00:00']]),
  list(
    'NationBuilder',
    'nationbuilder_id|first_name|email|email_opt_in|unsubscribed_at|do_not_contact|email1_is_bad',
    [
      ['1', 'Pia', 'pia@s7.example', 'false', '2026-01-05T10:00:00-05:00', 'false', 'false'],
      ['2', 'Quin', 'quin@s7.example', 'true', '', '', 'true'],
      ['3', 'Rex', 'rex@s7.example', 'true', '', 'false', 'false'],
    ],
    { platform: 'NationBuilder', added: 2, refused: 1 },
  ),
  list('HubSpot', 'Record ID|Email|Unsubscribed from all email|Email hard bounce reason', [
    ['1', 'pia@s8.example', 'true', ''],
    ['2', 'quin@s8.example', '', 'UNKNOWN_USER'],
  ]),
  list(
    'Klaviyo, with the zone of each person',
    'Email|First Name|Email Marketing Consent|Suppression Reason|Suppression Date|Timezone',
    [['pia@s9.example', 'Pia', 'UNSUBSCRIBED', 'HARD_BOUNCE', '2026-01-05 10:00:00', 'Somewhere/Else']],
  ),
  plain('addresses without a heading', 'pia@s10.example\nquin@s10.example\n', { added: 2 }),
  plain('names and addresses without a heading', 'Pia Lund <pia@s11.example>\nQuin Moss <quin@s11.example>', {
    added: 2,
  }),
  plain(
    'names in quotation marks, as mail programs write them',
    '"Lund, Pia" <pia@s14.example>\nQuin Moss <quin@s14.example>\n"Hale, Rex" <rex@s14.example>',
    { rows: 3, added: 3 },
  ),
  plain(
    'the same below a heading',
    'Email,Name\n"Lund, Pia" <pia@s15.example>,Pia\n"Moss, Quin" <quin@s15.example>,Quin',
    { rows: 2, added: 2 },
  ),
  plain(
    'lines that are no table',
    'Lund, Pia <pia@s16.example>; bounced\n- quin@s16.example\nspam complaint: rex@s16.example\nRemove sia@s16.example, please.',
    { rows: 4, added: 4 },
  ),
  plain(
    'lines with several addresses, of which none is lost silently',
    'Lund, Pia <pia@s17.example>; Moss, Quin <quin@s17.example>\nrex@s17.example, sia@s17.example\ntam@s17.example',
    { rows: 3, added: 1, refused: 2 },
  ),
  plain('a sentence above addresses', 'Please do not write to these people:\n\npia@s18.example\nquin@s18.example', {
    rows: 2,
    added: 2,
  }),
  plain('addresses below a heading of their own', 'Kontakt;Name\npia@s19.example;Pia\nquin@s19.example;Quin', {
    rows: 2,
    added: 2,
  }),
  plain('a reason that the first line lacks', 'pia@s20.example,\nquin@s20.example,bounced', { rows: 2, added: 2 }),
  plain('addresses with a reason, without a heading', 'pia@s12.example;bounced\nquin@s12.example;unsubscribed', {
    added: 2,
  }),
  plain('a domain and a hash among addresses', `Email\npia@s13.example\n@s13.example\n${'0a'.repeat(16)}`, {
    added: 1,
    refused: 2,
  }),
]
