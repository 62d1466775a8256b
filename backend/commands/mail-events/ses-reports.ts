import type { SesNews } from '../../../contract/mail-events.ts'
import type { MailReport, Reports } from './mail-report.ts'
import { bareAddress, providerBounce } from './provider-bounces.ts'

/** Kinds that stop no mail. */
const ignored = [
  'AmazonSnsSubscriptionSucceeded',
  'Click',
  'Delivery',
  'DeliveryDelay',
  'Open',
  'Reject',
  'Rendering Failure',
  'Send',
]

/** Feedback that is no complaint (RFC 5965, 6650). */
const praise = ['not-spam', 'auth-failure', 'dmarc']

/** Null: a kind that we do not know, or not in this shape. */
export function sesReports(kind: string, news: SesNews | null): Reports | null {
  if (ignored.includes(kind)) return { reports: [] }
  if (!news) return null
  const { mail, bounce, complaint, subscription } = news
  const messageId = mail.commonHeaders?.messageId ?? null
  // With several recipients the Message-ID does not identify the right one.
  const about = (email: string) => ({
    email: bareAddress(email),
    messageId: mail.destination.length === 1 ? messageId : null,
  })
  if (bounce) {
    const isOver = bounce.bounceSubType === 'UnsubscribedRecipient'
    const failed = bounce.bouncedRecipients.filter(({ action }) => !action || /^fail/i.test(action))
    return {
      reports: failed.map(({ emailAddress, status, diagnosticCode }): MailReport => {
        if (isOver) return { type: 'unsubscribe', ...about(emailAddress), at: bounce.timestamp }
        const kindOfBounce = bounce.bounceType === 'Permanent' ? 'hard' : 'soft'
        const said = providerBounce(kindOfBounce, status, diagnosticCode)
        return { type: 'bounce', ...about(emailAddress), at: bounce.timestamp, ...said }
      }),
    }
  }
  if (complaint) {
    const feedback = complaint.complaintFeedbackType?.toLowerCase() ?? ''
    const type = feedback.startsWith('opt-out') ? 'unsubscribe' : 'complaint'
    const people = praise.includes(feedback) ? [] : complaint.complainedRecipients
    return { reports: people.map(({ emailAddress }) => ({ type, ...about(emailAddress), at: complaint.timestamp })) }
  }
  if (!subscription) return null
  const [email] = mail.destination
  const isOver = subscription.newTopicPreferences?.unsubscribeAll === true && email !== undefined
  return { reports: isOver ? [{ type: 'unsubscribe', ...about(email), at: subscription.timestamp }] : [] }
}
