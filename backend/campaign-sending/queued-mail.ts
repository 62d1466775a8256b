import type { CampaignKind } from '../../contract/email-campaigns.ts'
import type { MailPurpose } from '../../contract/email-segments.ts'

/** What goes to everybody on a list, and which switch in Settings stops it. */
export type QueuedMail = {
  kind: CampaignKind
  subject: string
  preheader: string
  /** Markdown. */
  body: string
  purpose: MailPurpose
  confirmedOptIn: boolean
}

/** Somebody whose mail is to be sent now; held for this process until the lease ends. */
export type Claimed = {
  listId: string
  campaignId: number
  id: number
  subject: string
  email: string
  firstName: string | null
  provider: string
  /** This one included. */
  attempts: number
}
