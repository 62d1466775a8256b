import type { Fact } from './decider.ts'

type Id = { campaignId: number }

export type CampaignKind = 'volunteer-update' | 'donor-thank-you' | 're-engagement' | 'composed' | 'welcome'

/** The content that every recipient gets. It holds nothing about a single person. */
export type CampaignMail = { name: string; subject: string; preheader: string; body: string }

export type CampaignDraft = Id &
  CampaignMail & {
    kind: CampaignKind
    segmentIds: string[]
    /** The admin who sends it. */
    writtenBy: number
  }

/** The decision to send, with everything needed to check it years later. */
export type CampaignLedger = {
  rules: { segmentId: string; version: number; sentence: string }[]
  /** The moment from which rules count days. */
  evaluatedAt: string
  /** The setting that this mail obeys. */
  purpose: string
  /** Whether people with an unconfirmed address were left out. */
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

/** The outcome for one recipient. `code`: such as '550 5.1.1', or why it was skipped; never an address. */
export type RecipientOutcome = {
  subject: string
  status: 'sent' | 'failed' | 'skipped'
  code: string | null
  attempts: number
  at: string
}

export type CampaignTotals = { sent: number; failed: number; skipped: number }

export type EmailCampaignEvent =
  | Fact<'CampaignDrafted', CampaignDraft>
  | Fact<'CampaignEdited', CampaignDraft>
  | Fact<'CampaignScheduled', Id & { at: string }>
  /** The campaign is a draft again; also used for one that failed. */
  | Fact<'CampaignUnscheduled', Id>
  /** Approved by an admin other than the author. */
  | Fact<'CampaignApproved', Id & { approvedBy: number }>
  | Fact<'CampaignSent', CampaignDraft & CampaignLedger>
  /** A scheduled campaign could not be sent. */
  | Fact<'CampaignFailed', Id & { reason: string }>
  | Fact<'CampaignPaused', Id & { by: 'admin' | 'bounces' | 'complaints' }>
  | Fact<'CampaignResumed', Id>
  | Fact<'CampaignCancelled', Id>
  | Fact<'CampaignFinished', Id & CampaignTotals & { isCancelled: boolean }>
  | Fact<'CampaignDeleted', Id>
