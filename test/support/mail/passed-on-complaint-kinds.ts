import { feedback } from './complaint-kinds.ts'
import {
  type About,
  base64,
  head,
  inline,
  type Meaning,
  multipart,
  part,
  type ReportKind,
  reportType,
  sent,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

const mixed = 'Content-Type: multipart/mixed; boundary="B"'

/** A mail inside another one, as an abuse desk passes it on. */
const passedOn = (source: string, boundary = 'M', ...headers: string[]) =>
  lines(
    ...head('abuse@host.example', 'Fwd: News', `Content-Type: multipart/mixed; boundary="${boundary}"`),
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    ...headers,
    '',
    source,
    `--${boundary}--`,
    '',
  )

const inAFile = (about: About, type: string, name: string) =>
  multipart(
    head('fbl@isp.example', 'Abuse', reportType('feedback-report')),
    part('text/plain', 'A report.'),
    part(
      `application/octet-stream; name="${name}"`,
      base64(lines(`Feedback-Type: ${type}`, 'Version: 1')),
      'Content-Transfer-Encoding: base64',
    ),
    part('message/rfc822', sent(about)),
  )

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Reports that were passed on, that are no parts of their own, or whose type is in no standard. */
export const passedOnComplaintKinds = (about: About): ReportKind[] => {
  const report = (name: string, meaning: Meaning, source: string): ReportKind => ({ name, meaning, source })
  const xarf = (name: string, type: string, said: string) =>
    report(
      name,
      'complaint',
      multipart(
        head('reports@isp.example', 'Report [123] about 192.0.2.7', mixed, 'X-XARF: PLAIN'),
        part('text/plain', 'Dear abuse team'),
        part(type, said),
        part('message/rfc822', sent(about)),
      ),
    )
  const desk = (name: string, subject: string, ...body: string[]) =>
    report(name, 'complaint', lines(...head('abuse@isp.example', subject), '', ...body))
  return [
    ...(
      [
        ['abuse', 'complaint'],
        ['opt-out', 'unsubscribe_report'],
        ['not-spam', 'ignored'],
        ['auth-failure', 'ignored'],
      ] as const
    ).map(([type, meaning]) => report(`ARF ${type}, passed on`, meaning, passedOn(feedback(about, type)))),
    report('ARF, passed on twice', 'complaint', passedOn(passedOn(feedback(about, 'abuse')), 'N')),
    report(
      'ARF, passed on in Base64',
      'complaint',
      passedOn(base64(feedback(about, 'abuse')), 'M', 'Content-Transfer-Encoding: base64'),
    ),
    ...(
      [
        ['spam', 'complaint'],
        ['phishing', 'complaint'],
        ['complaint', 'complaint'],
        ['unsubscribe', 'unsubscribe_report'],
        ['other', 'ignored'],
        ['dmarc', 'ignored'],
      ] as const
    ).map(([type, meaning]) => report(`ARF ${type}`, meaning, feedback(about, type))),
    report('ARF as a file', 'complaint', inAFile(about, 'abuse', 'report.arf')),
    report('ARF as a file, not spam', 'ignored', inAFile(about, 'not-spam', 'report.arf')),
    report(
      'the mark of Outlook.com',
      'complaint',
      multipart(
        head('staff@isp.example', 'News', mixed),
        part('message/rfc822', lines(`X-HmXmrOriginalRecipient: ${about.to}`, sent(about)), inline),
      ),
    ),
    xarf('XARF in YAML', 'text/plain; name="report.txt"', lines('---', 'Category: abuse', 'Report-Type: spam')),
    xarf(
      'XARF in JSON',
      'application/json; name="xarf.json"',
      JSON.stringify({ Version: '4', Report: { ReportClass: 'Activity', ReportType: 'Spam' } }),
    ),
    desk('ARF in quoted words', 'Fwd: News', quoted(lines('Feedback-Type: abuse', 'Version: 1', '', sent(about)))),
    desk('an abuse desk in words', 'Abuse complaint [123456]', 'A customer complained about:', '', sent(about)),
    desk('an abuse desk that quotes', 'Spam report for 192.0.2.7', 'Marked as spam:', '', quoted(sent(about))),
    report(
      'a person who asks whether it is spam',
      'ignored',
      lines(...head(`Pat <${about.to}>`, 'Is this spam?'), '', 'Abuse? Spam report?', '', sent(about)),
    ),
  ]
}
