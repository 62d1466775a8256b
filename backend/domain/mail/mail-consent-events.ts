import type { MailChoices, MailedTo } from '../../../records/mail.ts'
import type { Fact } from '../../kernel/eventlog/decider.ts'
import type { Bounce } from './bounces.ts'

/** The way the person told staff that they want no mail. */
export type UnsubscribeSource = 'by phone' | 'in person' | 'by letter'
/** Absent: they used the link in an email, or their mail program or provider did so for them. */
type Unsubscribe = MailedTo & { at: string; source?: UnsubscribeSource | undefined }
/** Why staff mail an address again that bounced. */
export type LiftReason = 'works again' | 'blocked us' | 'mistake'
type Lift = { subject: string; reason: LiftReason; at: string }
/** `isNew`: the address joined the list within the last day. */
type Ask = { subject: string; at: string; isNew: boolean }
/** `askedAt`: the time of the sign-up that the email with the button answered. */
type Renewal = { subject: string; askedAt: string; at: string }
/** `at`: ISO 8601, UTC. */
type BounceReport = MailedTo & Bounce & { at: string }
type Complaint = MailedTo & { at: string }
/** When the mail that a report is about was sent, where that is known. */
type Sent = { sentAt?: string | undefined }
/** Why staff mail a person again whose complaint was reported. */
export type ComplaintLiftReason = 'not theirs' | 'mistake' | 'wants mail'
type ComplaintLift = { subject: string; reason: ComplaintLiftReason; at: string }
type Choice = { subject: string } & MailChoices
type Confirmation = { subject: string; at: string }
/** Statement of a list about a person besides that they want no mail; absent: nothing else. */
export type ListedReason = 'bounced' | 'complained'
/** A row of a list of people who said no elsewhere. */
type ImportedUnsubscribe = { subject: string; importId: string; at: string; reason?: ListedReason | undefined }

/** `engagements`: sources of what the person took part in with the old address, `previousSubject`. */
type Move = { subject: string; email: string; previousSubject: string; engagements: string[] }

export type MailConsentCommand =
  | Fact<'UnsubscribeFromMail', Unsubscribe>
  | Fact<'ResubscribeToMail', MailedTo>
  | Fact<'LiftMailBounce', Lift>
  /** A visitor entered the address once more. */
  | Fact<'AskForMailAgain', Ask>
  /** The person pressed the button behind the link in the email that answers this. */
  | Fact<'RenewMailConsent', Renewal>
  | Fact<'LiftMailComplaint', ComplaintLift>
  /** Staff decide that a complaint that waits for them came from the person. */
  | Fact<'ConfirmMailComplaint', { subject: string }>
  | Fact<'ReportMailBounce', BounceReport & Sent>
  /** `isDoubted`: no server vouches for the sender of the report. */
  | Fact<'ReportMailComplaint', Complaint & Sent & { isDoubted?: boolean | undefined }>
  | Fact<'ChooseMail', Choice>
  /** The person used the link in an email to the address. */
  | Fact<'ConfirmMailAddress', Confirmation>
  /** The account of the person proved this address, and another one before. */
  | Fact<'MoveMailAddress', Move>
  | Fact<'ImportMailOptOut', ImportedUnsubscribe>
  /** The import was undone. What the person said themselves stays. */
  | Fact<'WithdrawMailOptOut', Omit<ImportedUnsubscribe, 'at' | 'reason'>>

export type MailConsentEvent =
  | Fact<'MailUnsubscribed', Unsubscribe>
  | Fact<'MailResubscribed', MailedTo>
  | Fact<'MailBounceLifted', Lift>
  /** The address signed up again, and may have been entered by anyone. */
  | Fact<'MailAskedForAgain', { subject: string; at: string }>
  | Fact<'MailConsentRenewed', Renewal>
  /** `softInARow`: number of consecutive soft bounces, this one included; 0 for a hard one. */
  | Fact<'MailBounced', BounceReport & { softInARow: number }>
  | Fact<'MailComplained', Complaint>
  /** It waits for staff, and stops no mail. */
  | Fact<'MailComplaintHeld', Complaint>
  | Fact<'MailComplaintLifted', ComplaintLift>
  | Fact<'MailChoicesChanged', Choice>
  | Fact<'MailAddressConfirmed', Confirmation>
  | Fact<'MailAddressMoved', Move>
  | Fact<'MailOptOutImported', ImportedUnsubscribe>
  | Fact<'MailOptOutWithdrawn', Omit<ImportedUnsubscribe, 'at'>>
