import type { BounceMailboxState, readBounceMailbox } from '../../../contract/bounce-mailbox.ts'
import type { confirmComplaint, liftComplaint, listHeldComplaints } from '../../../contract/staff-consents.ts'
import type { listUnsentMails, UnsentMails } from '../../../contract/unsent-mails.ts'
import { call, explain } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'

/** Emails of the site that the mail server refused. */
export const unsentMails = createSingle<UnsentMails, object>({
  query: {},
  failed: emailCampaignMessages.unsentMails.loadFailed,
  read: () => call<typeof listUnsentMails>('GET', '/api/admin/unsent-mails'),
})

/** Messages of the bounce mailbox that could not be read. */
export const bounceMailbox = createSingle<BounceMailboxState, object>({
  query: {},
  failed: emailCampaignMessages.unsentMails.mailboxFailed,
  read: () => call<typeof readBounceMailbox>('GET', '/api/admin/bounce-mailbox'),
})

/** Complaints that staff decide about. */
export const heldComplaints = createSingle<{ email: string; at: string }[], object>({
  query: {},
  failed: emailCampaignMessages.unsentMails.complaintsFailed,
  read: () => call<typeof listHeldComplaints>('GET', '/api/admin/mail-consents/held-complaints'),
})

export async function decideComplaint(email: string, isTheirs: boolean): Promise<void> {
  const words = emailCampaignMessages.unsentMails
  try {
    if (isTheirs)
      await call<typeof confirmComplaint>('POST', '/api/admin/mail-consents/confirm-complaint', { body: { email } })
    else
      await call<typeof liftComplaint>('POST', '/api/admin/mail-consents/lift-complaint', {
        body: { email, reason: 'not theirs' },
      })
    showToast(isTheirs ? words.complaintConfirmed : words.complaintDismissed)
  } catch (error) {
    showError(explain(words.complaintFailed, error))
  }
  void heldComplaints.reload()
}
