import type { Fact } from '../../kernel/eventlog/decider.ts'

type Id = { campaignId: number }

export type EmailCampaignKind = 'volunteer-update' | 'donor-thank-you' | 're-engagement' | 'composed' | 'welcome'

/** The content that every recipient gets. It holds nothing about a single person. */
export type EmailCampaignMail = { name: string; subject: string; preheader: string; body: string }

export type EmailCampaignDraft = Id &
  EmailCampaignMail & {
    kind: EmailCampaignKind
    segmentIds: string[]
    /** The setting that the author chose; null: the settings of the segments alone. */
    purpose: string | null
    /** Where replies go; null: to the sender. */
    replyTo: string | null
    /** The admin who sends it. */
    writtenBy: number
  }

/** The decision to send, with everything needed to check it years later. */
export type EmailCampaignLedger = {
  rules: { segmentId: string; version: number; sentence: string }[]
  /** The moment from which rules count days. */
  evaluatedAt: string
  /** The setting that this mail is about: the chosen one, or that of the first segment. */
  purpose: string
  /** Every setting that this mail obeys: the purpose, and those of all segments. */
  obeys: string[]
  /** True when people with an unconfirmed address were left out. */
  confirmedOptIn: boolean
  /** Position of the log at which the rules were evaluated. */
  position: string
  recipients: number
  /** Number of people by reason. */
  leftOut: { [reason: string]: number }
  /** SHA-256 over the sorted subjects, as hex. */
  recipientsHash: string
  /** The list of recipients that this decision is about (app.campaign_queues). */
  listId: string
}

/**
 * The outcome for one recipient. `code`: such as '550 5.1.1' or '554 about us', or why it was skipped; never an address.
 */
export type RecipientOutcome = {
  subject: string
  status: 'sent' | 'failed' | 'skipped'
  code: string | null
  attempts: number
  at: string
}

export type EmailCampaignTotals = { sent: number; failed: number; skipped: number }

export type EmailCampaignEvent =
  | Fact<'CampaignDrafted', EmailCampaignDraft>
  | Fact<'CampaignEdited', EmailCampaignDraft>
  | Fact<'CampaignScheduled', Id & { at: string }>
  /** The email campaign is a draft again; also used for one that failed. `rewrittenBy`: a person who may not send changed it. */
  | Fact<'CampaignUnscheduled', Id & { rewrittenBy?: number | undefined }>
  /** Approved by an admin other than the author. */
  | Fact<'CampaignApproved', Id & { approvedBy: number }>
  | Fact<'CampaignSent', EmailCampaignDraft & EmailCampaignLedger>
  /** A scheduled email campaign could not be sent. */
  | Fact<'CampaignFailed', Id & { reason: string }>
  /**
   * Once more to the people whose email failed because of us, with one of these codes (as in `RecipientOutcome`).
   * `leftOut`: those of them who no longer get email.
   */
  | Fact<'CampaignSentAgain', Id & { codes: string[]; recipients: number; leftOut: number }>
  /** `rights`: the person or API key that let it go out may no longer send. */
  | Fact<'CampaignPaused', Id & { by: 'admin' | 'bounces' | 'complaints' | 'rights' }>
  | Fact<'CampaignResumed', Id>
  | Fact<'CampaignCancelled', Id>
  | Fact<'CampaignFinished', Id & EmailCampaignTotals & { isCancelled: boolean }>
  /** It was over when more bounces or complaints were reported than it may have. Once per campaign. */
  | Fact<'CampaignLimitExceeded', Id & { by: 'bounces' | 'complaints' }>
  | Fact<'CampaignDeleted', Id>
