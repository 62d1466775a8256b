import type { EmailCampaignKind } from '../../contract/email-campaigns.ts'
import type { MailPurpose } from '../../contract/email-segments.ts'

/** The content for every recipient of a list, and the settings that stop it. */
export type QueuedMail = {
  kind: EmailCampaignKind
  subject: string
  preheader: string
  /** Markdown. */
  body: string
  /** Null or left out: replies go to the sender. */
  replyTo?: string | null
  purpose: MailPurpose
  /** Lists from before it was recorded obey their purpose alone. */
  obeys?: readonly MailPurpose[]
  confirmedOptIn: boolean
}

/** The words of an email, and the address for replies to it. */
export type MailWords = Pick<QueuedMail, 'kind' | 'subject' | 'preheader' | 'body' | 'replyTo'>

/** A recipient whose email is to be sent now; leased to this process. */
export type Claimed = {
  listId: string
  campaignId: number
  id: number
  subject: string
  email: string
  firstName: string | null
  provider: string
  /** Including this attempt. */
  attempts: number
}
