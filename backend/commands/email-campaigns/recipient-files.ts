import type { EmailCampaignRecipient } from '../../../contract/email-campaign-ledger.ts'
import { rowFiles } from '../exports/row-files.ts'

/** The recipients of an email campaign as a file, by format. */
export const emailCampaignRecipientFiles = rowFiles<EmailCampaignRecipient>([
  ['Id', ({ id }) => id],
  ['Email', ({ email }) => email],
  ['First name', ({ firstName }) => firstName],
  ['Status', ({ status }) => status],
  ['Detail', ({ detail }) => detail],
  ['Attempts', ({ attempts }) => attempts],
  ['Sent at', ({ sentAt }) => sentAt],
  ['Bounced at', ({ bouncedAt }) => bouncedAt],
  ['Complained at', ({ complainedAt }) => complainedAt],
  ['Unsubscribed at', ({ unsubscribedAt }) => unsubscribedAt],
  ['Clicked at', ({ clickedAt }) => clickedAt],
])
