import type { HistoryRow } from './history.ts'

type Fields = { [field: string]: unknown }

/** The effect of an event on its item, in words for people; the other changes are in the event itself. */
const outcomes: { [type: string]: Fields | ((said: Fields) => Fields) } = {
  PrayerSubmitted: { status: 'Pending' },
  PrayerApproved: { status: 'Approved' },
  PrayerRejected: { status: 'Rejected' },
  PrayerDeleted: { status: 'Deleted', deleted: true },
  PrayerRestored: { status: 'Pending', deleted: false },
  EndorsementSubmitted: { status: 'Pending' },
  EndorsementApproved: { status: 'Approved' },
  EndorsementRejected: { status: 'Rejected' },
  EndorsementDeleted: { status: 'Deleted', deleted: true },
  EndorsementRestored: { status: 'Pending', deleted: false },
  MailingListJoined: { status: 'Subscribed' },
  DonationImported: { status: 'Imported' },
  VolunteerApplied: { status: 'Applied' },
  VolunteerRemoved: { status: 'Deleted', deleted: true },
  VolunteerRestored: { status: 'Applied', deleted: false },
  ArticleCreated: { status: 'Draft' },
  ArticlePublished: { status: 'Published' },
  ArticleUnpublished: { status: 'Draft' },
  ArticleDeleted: { status: 'Deleted', deleted: true },
  ArticleRestored: { status: 'Draft', deleted: false },
  UserRegistered: { status: 'Registered', isAdmin: false },
  AdminGranted: { status: 'Administrator', isAdmin: true },
  AdminRevoked: { status: 'Registered', isAdmin: false },
  UserBanned: { status: 'Banned', isBanned: true },
  // The reason and the end went with the ban.
  UserUnbanned: { status: 'Registered', isBanned: false, reason: null, until: null },
  UserDeactivated: { status: 'Inactive', isActive: false },
  UserReactivated: { status: 'Registered', isActive: true },
  UserDeleted: { status: 'Deleted', deleted: true },
  UserEmailVerified: { isEmailVerified: true },
  UserEmailVouched: { isEmailVerified: true },
  UserEmailUnverified: { isEmailVerified: false },
  UserEmailChanged: ({ isVerified }) => ({ isEmailVerified: isVerified ?? true }),
  CampaignEventCreated: { status: 'Scheduled' },
  CampaignEventCancelled: { status: 'Cancelled' },
  CampaignEventDeleted: { status: 'Deleted', deleted: true },
  CampaignEventRestored: { status: 'Inactive', isActive: false, deleted: false },
  RsvpConfirmed: { status: 'Confirmed' },
  RsvpWaitlisted: { status: 'Waiting' },
  RsvpPromoted: { status: 'Confirmed' },
  RsvpCancelled: { status: 'Cancelled' },
  ContentScreened: { status: 'Approved' },
  ContentFlagged: { status: 'Pending' },
  ContentApproved: { status: 'Approved' },
  ContentRejected: { status: 'Rejected' },
  AppealFiled: { appealed: true },
  ThreadPinned: { isPinned: true },
  ThreadUnpinned: { isPinned: false },
  ThreadLocked: { isLocked: true },
  ThreadUnlocked: { isLocked: false },
  ThreadDeleted: { deleted: true },
  ThreadRestored: { deleted: false },
  ReplyDeleted: { deleted: true },
  ReplyRestored: { deleted: false },
  CampaignDrafted: { status: 'Draft' },
  CampaignScheduled: { status: 'Scheduled' },
  CampaignUnscheduled: { status: 'Draft' },
  CampaignSent: { status: 'Sending' },
  CampaignFailed: { status: 'Failed' },
  CampaignPaused: { status: 'Paused' },
  CampaignResumed: { status: 'Sending' },
  CampaignCancelled: { status: 'Cancelled' },
  CampaignFinished: { status: 'Sent' },
  CampaignDeleted: { status: 'Deleted', deleted: true },
  SubjectErased: { erased: true },
}

/** What an event changed, and its item right after. */
export type ItemState = { changes: Fields; state: Fields }

/** Folds the events of one item, in order. */
export function itemStates(rows: readonly Pick<HistoryRow, 'type' | 'said'>[]): ItemState[] {
  let state: Fields = {}
  return rows.map(({ type, said }) => {
    const outcome = outcomes[type]
    const changes = { ...said, ...(typeof outcome === 'function' ? outcome(said) : outcome) }
    state = { ...state, ...changes }
    return { changes, state }
  })
}
