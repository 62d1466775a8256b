import type { BounceMailboxState, readBounceMailbox } from '../../../contract/bounce-mailbox.ts'
import type { listUnsentMails, UnsentMails } from '../../../contract/unsent-mails.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createSingle } from '../lists/single.ts'

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
