import type { PostmarkNews } from '../../../contract/mail-events.ts'
import type { MailReport, Reports } from './mail-report.ts'
import { bareAddress, providerBounce } from './provider-bounces.ts'

const hard = ['HardBounce', 'BadEmailAddress']
/** The mailbox for now, or us: Postmark, the content or our domain was refused. */
const soft = [
  'SoftBounce',
  'Transient',
  'DnsError',
  'Undeliverable',
  'Blocked',
  'SpamNotification',
  'VirusNotification',
  'DMARCPolicy',
  'Unknown',
]
/** The recipient asked Postmark, or the owner of the account there told it, to mail them no more. */
const ended = ['Unsubscribe', 'ManuallyDeactivated']
/** Nothing about the recipient, or nothing that stops mail. */
const ignoredTypes = [
  'AddressChange',
  'AutoResponder',
  'ChallengeVerification',
  'InboundError',
  'OpenRelayTest',
  'SMTPApiError',
  'Subscribe',
  'TemplateRenderingFailed',
  'TestNotification',
  'Unconfirmed',
]
const ignoredRecords = ['Click', 'Delivery', 'Inbound', 'Open', 'SMTPApiError']

/** `now`: where Postmark does not say when. Null: a kind that we do not know. */
export function postmarkReports(news: PostmarkNews, now: string): Reports | null {
  const { RecordType, Type, Details, Description } = news
  const [email, type] = [news.Email ?? news.Recipient, Type ?? '']
  // Postmark's MessageID is its own, not that of the mail.
  const about = {
    email: email ? bareAddress(email) : null,
    messageId: null,
    at: news.BouncedAt ?? news.ChangedAt ?? now,
  }
  const one = (report: MailReport): Reports => ({ reports: [report] })
  const none: Reports = { reports: [] }
  if (RecordType === 'SubscriptionChange') {
    if (!news.SuppressSending) return none
    if (news.SuppressionReason === 'HardBounce') return one({ type: 'bounce', ...about, kind: 'hard', code: '5.0.0' })
    return one({ type: news.SuppressionReason === 'SpamComplaint' ? 'complaint' : 'unsubscribe', ...about })
  }
  if (RecordType === 'SpamComplaint' || type === 'SpamComplaint') return one({ type: 'complaint', ...about })
  if (ignoredRecords.includes(RecordType) || ignoredTypes.includes(type)) return none
  if (RecordType !== 'Bounce') return null
  if (ended.includes(type)) return one({ type: 'unsubscribe', ...about })
  const kind = hard.includes(type) ? 'hard' : soft.includes(type) ? 'soft' : null
  return kind && one({ type: 'bounce', ...about, ...providerBounce(kind, Details, Description) })
}
