import { requiredFields, tryAgain } from './messages.ts'

/**
 * Toasts and error texts of the email campaigns, in the words of the spec. In a file of their own, because only one
 * page shows them.
 */
export const emailCampaignMessages = {
  mail: {
    volunteerUpdateSent: { title: 'Volunteer update sent successfully!' },
    volunteerUpdateFailed: { title: 'Failed to send volunteer update', description: tryAgain },
    donorThankYouSent: { title: 'Donor thank you sent successfully!' },
    donorThankYouFailed: { title: 'Failed to send donor thank you', description: tryAgain },
    reEngagementSent: { title: 'Re-engagement campaign sent successfully!' },
    reEngagementFailed: { title: 'Failed to send re-engagement campaign', description: tryAgain },
    composedSent: { title: 'Campaign sent successfully!' },
    composedFailed: { title: 'Failed to send campaign', description: tryAgain },
    previewFailed: { title: 'Error loading the preview', description: tryAgain },
    testSent: (address: string) => ({ title: 'Test sent', description: `It is on its way to ${address}.` }),
    testFailed: { title: 'Failed to send the test', description: tryAgain },
  },
  emailCampaign: {
    loadFailed: { title: 'Error loading campaign', description: tryAgain },
    listFailed: { title: 'Error loading campaigns', description: tryAgain },
    ledgerFailed: { title: 'Error loading the ledger', description: tryAgain },
    recipientsFailed: { title: 'Error loading recipients', description: tryAgain },
    whyFailed: { title: 'Error looking this person up', description: tryAgain },
    analyticsFailed: { title: 'Error loading analytics', description: tryAgain },
    noAnalytics: 'Campaign analytics will appear here after sending emails',
    none: 'No campaigns yet. Send one above, or compose your own.',
    paused: { title: 'Campaign paused', description: 'Emails already on their way will still arrive.' },
    pauseFailed: { title: 'Error pausing campaign', description: tryAgain },
    resumed: { title: 'Campaign resumed' },
    resumeFailed: { title: 'Error resuming campaign', description: tryAgain },
    cancelled: { title: 'Campaign cancelled', description: 'No one else will get it.' },
    cancelFailed: { title: 'Error cancelling campaign', description: tryAgain },
    confirmCancel: 'Are you sure you want to cancel this campaign?',
    approved: { title: 'Campaign approved' },
    approveFailed: { title: 'Error approving campaign', description: tryAgain },
    unscheduled: { title: 'Campaign is a draft again' },
    unscheduleFailed: { title: 'Error changing the schedule', description: tryAgain },
    failuresFailed: { title: 'Error loading failed emails', description: tryAgain },
    confirmSendAgain: (people: string) => `Send this campaign again to ${people}?`,
    sentAgain: { title: 'Campaign is being sent again' },
    sendAgainFailed: { title: 'Error sending campaign again', description: tryAgain },
    copied: { title: 'Copied to a new draft' },
    copyFailed: { title: 'Error copying campaign', description: tryAgain },
    deleted: { title: 'Draft deleted successfully' },
    deleteFailed: { title: 'Error deleting draft', description: tryAgain },
    confirmDelete: 'Are you sure you want to delete this draft?',
    saved: { title: 'Draft saved' },
    saveFailed: { title: 'Error saving draft', description: tryAgain },
    scheduled: (time: string) => ({ title: 'Campaign scheduled', description: `It goes out ${time}.` }),
    scheduleFailed: { title: 'Error scheduling campaign', description: tryAgain },
    missing: { title: requiredFields },
  },
  unsentMails: {
    loadFailed: { title: 'Error loading mail that wasn’t sent', description: tryAgain },
    mailboxFailed: { title: 'Error loading the state of the mailbox for bounces', description: tryAgain },
  },
  emailSegment: {
    loadFailed: { title: 'Error loading segments', description: tryAgain },
  },
  welcomeSeries: {
    loadFailed: { title: 'Error loading the welcome series', description: tryAgain },
    saved: { title: 'Welcome series saved' },
    saveFailed: { title: 'Error saving the welcome series', description: tryAgain },
  },
} as const
