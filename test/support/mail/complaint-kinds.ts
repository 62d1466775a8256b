import { type About, head, inline, multipart, part, type ReportKind, reportType, sent } from './report-parts.ts'
import { lines } from './returned-mails.ts'

export const feedback = (about: About, type: string, disposition: string[] = []) =>
  multipart(
    head('feedback@isp.example', 'FW: News', reportType('feedback-report')),
    part('text/plain', 'This is an email abuse report for a message from 192.0.2.7.', ...disposition),
    part('message/feedback-report', lines(`Feedback-Type: ${type}`, 'User-Agent: isp/1', 'Version: 1'), ...disposition),
    part('message/rfc822', sent(about), ...disposition),
  )

export const complaints = (about: About): ReportKind[] => [
  { name: 'ARF, attached', meaning: 'complaint', source: feedback(about, 'abuse') },
  { name: 'ARF, inline', meaning: 'complaint', source: feedback(about, 'abuse', [inline]) },
  { name: 'ARF, fraud', meaning: 'complaint', source: feedback(about, 'fraud') },
  { name: 'ARF, virus', meaning: 'complaint', source: feedback(about, 'virus', [inline]) },
  { name: 'ARF, opt-out', meaning: 'unsubscribe_report', source: feedback(about, 'opt-out') },
  {
    name: 'without a report, the mail attached',
    meaning: 'complaint',
    source: multipart(
      head(
        'staff@isp.example',
        'complaint about message from 192.0.2.7',
        'Content-Type: multipart/mixed; boundary="B"',
      ),
      part('message/rfc822', sent(about), inline),
    ),
  },
  {
    name: 'ARF, headers only',
    meaning: 'complaint',
    source: multipart(
      head('fbl@isp.example', 'Complaint', reportType('feedback-report')),
      part('message/feedback-report', 'Feedback-Type: abuse'),
      part('text/rfc822-headers', sent(about)),
    ),
  },
]
