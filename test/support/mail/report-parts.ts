import { lines } from './returned-mails.ts'

/** Effect that a report should have. `ignored`: nothing changes. */
export type Meaning = 'hard' | 'soft' | 'complaint' | 'unsubscribe_report' | 'ignored'
export type ReportKind = { name: string; meaning: Meaning; source: string }

export type About = { messageId: string; to: string }

export const head = (from: string, subject: string, ...more: string[]) => [
  `From: ${from}`,
  'To: bounces@campaign.example',
  'Date: Sun, 1 Mar 2026 12:00:00 +0000',
  `Subject: ${subject}`,
  'MIME-Version: 1.0',
  ...more,
]
export const part = (type: string, body: string, ...headers: string[]) =>
  lines('--B', `Content-Type: ${type}`, ...headers, '', body)
export const multipart = (headers: string[], ...parts: string[]) => lines(...headers, '', ...parts, '--B--', '')
export const reportType = (type: string) => `Content-Type: multipart/report; report-type=${type}; boundary="B"`
export const inline = 'Content-Disposition: inline'

export const sent = ({ messageId, to }: About) =>
  lines(`Message-ID: ${messageId}`, 'From: Wren <news@campaign.example>', `To: <${to}>`, 'Subject: News', '', 'Hello.')

/** One group of fields for each recipient. */
export const status = (...groups: { recipient: string; action?: string; status: string; said?: string }[]) =>
  lines(
    'Reporting-MTA: dns; mx.example',
    ...groups.flatMap(({ recipient, action = 'failed', status, said }) => [
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      ...(said ? [`Diagnostic-Code: smtp; ${said}`] : []),
    ]),
  )

export const daemon = 'MAILER-DAEMON@mx.example (Mail Delivery System)'
export const undelivered = head(daemon, 'Undelivered Mail Returned to Sender', reportType('delivery-status'))

/** A report of Postfix, with the returned mail as `returned` has it. */
export const postfix = (about: About, fields: string, returned = part('message/rfc822', sent(about))) =>
  multipart(
    undelivered,
    part('text/plain', 'This is the mail system at host mx.example.'),
    part('message/delivery-status', fields),
    returned,
  )

export const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
export const quotedPrintable = (text: string) => text.replace(/=/g, '=3D').replace(/(.{60})(?=.)/g, '$1=\r\n')

/** Our own mail server, which checked the signature of the report. */
export const ownServer = 'mx.campaign.example'
/** The report as our server delivers it, signed by the domain of its sender. */
export const vouchedFor = (source: string): string => {
  const domain = /^From:.*@([\w.-]+)/im.exec(source)?.[1] ?? 'mx.example'
  return `Authentication-Results: ${ownServer}; spf=none; dkim=pass header.d=${domain}\r\n${source}`
}
/** Kinds that bring back no copy of the mail: any reader of its Message-ID could have written them. */
export const kindsWithoutCopy = ['quoted', 'HTML only', 'a table in HTML', 'an answer to ours, from post_master']
