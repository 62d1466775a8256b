/** Whose mail it was; `campaignId`: up to 2,147,483,647; null: no email campaign, such as a confirmation. */
export type MailedTo = { campaignId: number | null; subject: string }

/** Topics that a person without an account wants to hear about; people with one have `Preferences`. */
export type MailChoices = {
  campaignNews: boolean
  volunteerOpportunities: boolean
  eventInvitations: boolean
  emailUpdates: boolean
}

/** The click that brought a browser to the site; `at`: seconds since 1970. */
export type ClickOrigin = { campaignId: number; subject: string; clickId: string; at: number }

/** One registration, which the holder of its token may cancel. */
export type RsvpPlace = { campaignEventId: number; rsvpId: number }

/** Why a person gets no campaign mail. */
export type Suppression = {
  reason: 'unsubscribed' | 'bounced' | 'complained'
  at: string
  campaignId: number | null
}

/**
 * A full mailbox alone is no reason to stop, but one that stays full is: five soft bounces, each from another email
 * campaign and at most 60 days after the one before. An email campaign that bounces twice counts once, because servers
 * retry.
 */
const softBouncesAllowed = 4

/** True when campaign mail stops after this bounce. */
export const isFinalBounce = ({ kind, softInARow }: { kind: string; softInARow: number }): boolean =>
  kind === 'hard' || softInARow > softBouncesAllowed
