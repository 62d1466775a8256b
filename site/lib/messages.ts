import { campaign } from '../../contract/campaign.ts'
import { capitalized } from './capitalized.ts'
import { notLoaded } from './not-loaded.ts'
import { offlineForm } from './offline.ts'
import { paths } from './paths.ts'

/** Every toast and error text, in the words of the spec (§5 and §8 of both documents). */
export type Message = { title: string; description?: string; next?: NextStep | undefined }

/** Next step, as a link: below the answer of a form, or in a toast about an error. */
type NextStep = { label: string; path: string }

export const tryAgain = 'Please try again.'
export const checkInput = 'Please check your input and try again.'
const checkInformation = 'Please check your information and try again.'
export const requiredFields = 'Please fill in required fields'
const heldForReview = 'It is waiting for review. Until it is approved, only you can see it.'

const serverUnreachable = 'The server cannot be reached right now.'
const noPasskeys = 'Passkeys don’t work in this browser or at this address.'

const openNewLink = (purpose: string) =>
  `You signed in a while ago. For your security, open a new magic link before you ${purpose}.`
const accountCreated = (name: string): Message => ({
  title: 'Account created successfully',
  description: `Welcome to the team, ${name}!`,
})

const seeEvents: NextStep = { label: 'See what’s coming up', path: paths.events }

/** Where only confirmed addresses are mailed, a new address is not on the list yet. */
const signedUp: Message = campaign.confirmedOptIn
  ? { title: 'Almost done', description: 'Check your email, and confirm your address there to join our mailing list.' }
  : { title: 'Success!', description: "You've been added to our mailing list.", next: seeEvents }

export const messages = {
  signUp: {
    done: signedUp,
    failed: { title: 'Error', description: 'Failed to sign up. Please try again.' },
  },
  volunteer: {
    missing: {
      title: 'Missing Information',
      description: 'Please provide your first name, last name and email address.',
    },
    done: {
      title: 'Welcome to the team!',
      description: 'Your volunteer application has been submitted successfully.',
      next: seeEvents,
    },
    failed: { title: 'Error', description: 'Failed to submit volunteer application. Please try again.' },
  },
  news: {
    none: 'No news yet. Please check back soon.',
    notFound: { title: 'Article Not Found', description: "The article you're looking for doesn't exist." },
    missing: { title: requiredFields },
    created: { title: 'Article created successfully' },
    createFailed: { title: 'Error creating article' },
    updateFailed: { title: 'Error updating article' },
  },
  login: {
    done: (name: string) => ({ title: 'Login successful', description: `Welcome back, ${name}!` }),
    failed: { title: 'Login failed', description: 'Please check your credentials and try again.' },
    needsCookies: 'To sign in, allow cookies for this site in your browser’s settings, then reload this page.',
  },
  passkeys: {
    unavailable: { title: 'Passkeys aren’t available', description: `${noPasskeys} Please sign in another way.` },
    cannotAdd: noPasskeys,
    declined: { title: 'Passkey not used', description: 'You can try again, or use another way.' },
    signInFailed: { title: 'Login failed', description: 'This passkey did not work. Please try again.' },
    added: (name: string) => ({ title: 'Passkey added', description: `You can now sign in with “${name}”.` }),
    notAdded: { title: 'No passkey was added', description: tryAgain },
    onDevice: 'This device already has a passkey for your account.',
    renamed: { title: 'Passkey renamed' },
    removed: (name: string) => ({ title: 'Passkey removed', description: `You can no longer sign in with “${name}”.` }),
    failed: { title: 'Nothing was changed', description: tryAgain },
    confirmRemove: (name: string) => `Remove the passkey “${name}”?`,
  },
  proof: {
    ask: {
      title: 'Confirm it’s you',
      description: 'You last confirmed it more than ten minutes ago. Nothing you typed is lost.',
    },
    failed: { title: 'Not confirmed', description: tryAgain },
    noPassword: 'Your account has no password. Open a magic link in this browser, then come back to this page.',
  },
  secondStep: {
    recovered: (name: string, left: number) => ({
      title: 'Login successful',
      description: `Welcome back, ${name}! You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`,
    }),
  },
  secondFactor: {
    on: {
      title: 'Two-step sign-in is on',
      description: 'You were signed out everywhere else. Keep your recovery codes safe.',
    },
    renewed: { title: 'New recovery codes', description: 'The old ones no longer work.' },
    off: { title: 'Two-step sign-in is off', description: 'You no longer need a code to sign in.' },
    failed: { title: 'Nothing was changed', description: checkInput },
    copied: { title: 'Copied', description: 'Your recovery codes are on the clipboard.' },
    copyFailed: { title: 'Could not copy', description: 'Please download the codes instead.' },
    unverified: 'Please verify your email address first: open a magic link in this browser.',
    signInAgain: openNewLink('set this up'),
    due: {
      now: 'The console is open only to staff with two-step sign-in. It takes two minutes: use a passkey, or an authenticator app on your phone.',
      soon: 'From your next sign-in on, the console is open only to staff with two-step sign-in. It takes two minutes: use a passkey, or an authenticator app on your phone.',
    },
  },
  register: {
    done: accountCreated,
    failed: { title: 'Registration failed', description: checkInformation },
  },
  magicLink: {
    sent: { title: 'Magic link sent', description: 'Please check your email for the login link.' },
    failed: { title: 'Failed to send magic link', description: 'Please try again later.' },
    invalid: { title: 'Failed to send magic link', description: checkInput },
    already: (email: string) => ({
      title: 'Already signed in',
      description: `That link was used before or has expired, but you are signed in as ${email}.`,
    }),
    noToken: 'This page only works with the link from your email. Open the full link in this browser.',
    removesPassword:
      'This account has a password, but you have not confirmed its address yet. Signing in here removes that password and signs you out elsewhere, in case someone else set it; you can set a new one under Settings > Security. To keep it, open the link in the browser where you registered.',
    passwordRemoved: {
      title: 'Login successful',
      description:
        'We removed your old password because it was set before this address was confirmed. Choose a new one under Settings > Security.',
    },
  },
  provider: {
    failed: 'Login failed',
    notConnected: 'Account not connected',
    connected: (name: string) => ({ title: 'Account connected', description: `You can now sign in with ${name}.` }),
    disconnected: (name: string) => ({
      title: 'Account disconnected',
      description: `You can no longer sign in here with ${name}.`,
    }),
    disconnectFailed: { title: 'Error', description: 'Failed to disconnect. Please try again.' },
  },
  sessionEnd: {
    ended: {
      title: 'Your session has ended',
      description: 'Sign in to pick up where you left off. Nothing you typed is lost.',
    },
    resumed: { title: 'You’re signed in again', description: 'Nothing you typed was lost. You can save it now.' },
    saveAgain: 'Your session had ended. Please save again.',
  },
  sessions: {
    ended: { title: 'Session ended', description: 'That browser is signed out.' },
    othersEnded: { title: 'Signed out everywhere else', description: 'This is now your only session.' },
    endFailed: { title: 'Error', description: 'Failed to end the session. Please try again.' },
    confirmEndOthers: 'Sign out everywhere else?',
  },
  password: {
    done: { title: 'Password changed', description: 'You were signed out everywhere else.' },
    failed: { title: 'Password not changed', description: checkInput },
    signInAgain: openNewLink('set a password'),
  },
  emailChange: {
    sent: (email: string) => ({ title: 'Please confirm', description: `We sent a link to ${email}.` }),
    failed: { title: 'Email not changed', description: checkInput },
    done: { title: 'Email changed', description: 'From now on, messages and sign-in links go to your new address.' },
    signInAgain: openNewLink('change your address'),
    unverified: 'We’ll email you a magic link. Open it in this browser to verify this address.',
  },
  profile: {
    done: { title: 'Profile updated', description: 'Your profile information has been saved successfully.' },
    failed: { title: 'Update failed', description: 'Failed to update profile. Please try again.' },
    settingsFailed: { title: 'Update failed', description: 'Failed to update your profile. Please try again.' },
  },
  preferences: {
    done: { title: 'Preferences saved', description: 'Your notification preferences have been saved.' },
    failed: { title: 'Update failed', description: 'Failed to save your preferences. Please try again.' },
  },
  logout: {
    done: { title: 'Logged out successfully', description: 'You have been signed out of your account.' },
    failed: { title: 'Logout failed', description: tryAgain },
  },
  firstAdmin: {
    done: accountCreated,
    failed: { title: 'Setup failed', description: checkInformation },
  },
  asOf: {
    failed: { title: 'Error', description: 'This moment could not be shown. Please try again.' },
    skipped: 'The clock skipped this time that day. Choose another one.',
    noPast: 'Known only as it is now.',
  },
  admin: {
    denied: { title: 'Access Denied', description: 'You need admin access to view this page.' },
    rightsEnded: {
      title: 'Your rights have changed',
      description:
        'You no longer have the right to work here, so nothing can be saved here. It stays open: copy what you typed before you leave.',
    },
    notYours: 'Your role doesn’t include this page. An admin can give you the right to it.',
    tabNotYours: {
      title: 'Not part of your role',
      description: 'An admin can give you the right to this tab. Choose another one from the list.',
    },
    erased: { title: 'Personal data erased', description: 'The key to this person’s data has been destroyed.' },
    notErased: { title: 'Nothing was erased', description: 'We have no personal data for this item anymore.' },
    eraseFailed: { title: 'Error erasing personal data', description: tryAgain },
    deleteDetail: 'It will disappear from the site and from this list. Its history is kept.',
    historyFailed: { title: 'Error', description: 'The history could not be loaded. Please try again.' },
    missingFields: { title: requiredFields },
    incompleteRow: {
      title: 'This row can’t be edited',
      description: 'Some of its values could not be shown, and saving would lose them.',
    },
    unknownTab: {
      title: 'Tab not found',
      description: 'This link points to a tab that doesn’t exist. Choose one from the list.',
    },
    actionsFailed: { title: 'Error loading actions', description: tryAgain },
    dashboardFailed: { title: 'Error loading dashboard', description: tryAgain },
    trafficFailed: { title: 'Error loading traffic', description: tryAgain },
    sealsFailed: { title: 'Couldn’t load the seal status', description: tryAgain },
    verifyFailed: { title: 'Error verifying the log', description: tryAgain },
    logIntact: { title: 'The log is intact' },
    logBroken: { title: 'The log doesn’t match its seals' },
  },
  event: {
    notFound: { title: 'Event Not Found', description: "The event you're looking for doesn't exist." },
    none: 'No events are scheduled right now. Please check back soon.',
    missing: { title: requiredFields },
    created: { title: 'Event created successfully' },
    cancelled: { title: 'Event cancelled successfully' },
    createFailed: { title: 'Error creating event' },
    updateFailed: { title: 'Error updating event' },
    cancelFailed: { title: 'Error cancelling event', description: tryAgain },
    confirmCancel: 'Are you sure you want to cancel this event?',
  },
  people: {
    failed: { title: 'Couldn’t load this person', description: tryAgain },
  },
  genetics: {
    evolved: { title: 'Population evolved successfully' },
    failed: { title: 'Evolution failed' },
    evolvedHere: 'Population evolved successfully!',
    failedHere: 'Failed to evolve population',
    loading: 'Loading genetic algorithm analytics...',
    none: 'No analytics data available',
    analyticsFailed: { title: 'Failed to load analytics', description: tryAgain },
    testingOff: {
      title: 'Testing is off',
      description: 'Everyone sees the default page until you switch on a second headline, issue, color or layout.',
    },
    verified: { title: 'Evolution verified', description: 'All results match the log.' },
    differs: { title: 'Evolution differs from the log' },
    verifyFailed: { title: 'Error verifying the evolution', description: tryAgain },
  },
  genePool: {
    loadFailed: { title: 'Error loading the gene pool', description: tryAgain },
    proposed: { title: 'Proposal saved', description: 'Visitors see it once you switch it on.' },
    reworded: { title: 'New wording saved', description: 'It’s live. The old wording keeps its results.' },
    approved: (text: string) => ({ title: `“${text}” is on`, description: 'It joins the test.' }),
    retired: (text: string) => ({
      title: `“${text}” is retired`,
      description: 'Its visitors will see another version.',
    }),
    changeFailed: { title: 'Error changing the gene pool', description: tryAgain },
    missing: { title: requiredFields },
    tooLong: (max: string) => `Use at most ${max} characters.`,
    same: 'That’s the same wording.',
    confirmRetire: (text: string) => `Retire “${text}”?`,
    retireDetail:
      'Pages that show it are retired, and their visitors see another one. You can switch it back on later.',
    faint: 'Its contrast is below 4.5:1, so it cannot be switched on.',
  },
  replay: {
    failed: { title: 'Error replaying', description: tryAgain },
    rulesFailed: { title: 'Error loading fitness rules', description: tryAgain },
    weight: 'Use a number from 0 to 1,000.',
    cap: 'Use 1 to 30 seconds.',
    order: 'The last day cannot be before the first.',
    saved: (name: string) => ({ title: `Formula “${name}” saved` }),
    saveFailed: { title: 'Error saving the formula', description: tryAgain },
    removed: (name: string) => ({ title: `Formula “${name}” removed` }),
    removeFailed: { title: 'Error removing the formula', description: tryAgain },
    confirmRemove: (name: string) => `Are you sure you want to remove the formula “${name}”?`,
    confirmReplace: (name: string) => `Replace the formula “${name}”?`,
    missingName: { title: 'Please give the formula a name' },
    used: { title: 'Fitness rule changed', description: 'It scores every visit from now on.' },
    useFailed: { title: 'Error changing the fitness rule', description: tryAgain },
    held: (name: string) => ({ title: `“${name}” still gives the same result` }),
    differs: (name: string) => ({
      title: `“${name}” now gives a different result`,
      description: 'Something in the log or in the program has changed since it was saved.',
    }),
    checkFailed: { title: 'Error checking the formula', description: tryAgain },
    confirmUse: 'Use this formula from now on?',
    useDetail:
      'It decides how pages are scored, shown and bred. We record the change, and earlier rules stay in the list.',
  },
  user: {
    ban: { title: 'User ban status updated' },
    banFailed: { title: 'Error updating ban status', description: tryAgain },
    confirmDelete: 'Are you sure you want to delete this user? This action cannot be undone.',
    sessionEnded: { title: 'Session ended' },
    sessionsEnded: { title: 'All sessions ended' },
    sessionsFailed: { title: 'Error ending sessions', description: tryAgain },
    sessionsUnread: { title: 'Error loading sessions', description: tryAgain },
    factorReset: { title: 'Two-step sign-in is off' },
    factorFailed: { title: 'Error resetting two-step sign-in', description: tryAgain },
    bansUnread: { title: 'Error loading bans', description: tryAgain },
    invitationsUnread: { title: 'Error loading invitations', description: tryAgain },
    invitationWithdrawn: { title: 'Invitation withdrawn', description: 'The link no longer works.' },
    withdrawFailed: { title: 'Error withdrawing invitation', description: tryAgain },
  },
  guests: {
    none: 'No one has registered yet.',
    removed: {
      title: 'Guest removed',
      description: 'They’ll get an email, and so will the guest who gets their seat.',
    },
    removeFailed: { title: 'Error removing guest', description: tryAgain },
    loadFailed: { title: 'Error loading guests', description: tryAgain },
    confirmRemove: 'Are you sure you want to remove this guest?',
  },
  rsvp: {
    missing: { title: 'Missing Information', description: 'Please provide your name and email address.' },
    confirmed: {
      title: 'You’re registered',
      description: campaign.acknowledgments.rsvp
        ? 'A confirmation is on its way to your inbox.'
        : 'We’ll email you if anything changes.',
      next: seeEvents,
    },
    waiting: {
      title: 'You’re on the waiting list',
      description: 'We’ll email you when a seat is yours. If you had already registered, you keep your place.',
      next: seeEvents,
    },
    own: {
      confirmed: 'You can change or cancel it under “What You Sent In” on your dashboard.',
      waiting: 'We’ll email you when a seat is yours. You can change or cancel it on your dashboard.',
    },
    failed: { title: 'Error', description: 'Failed to register. Please try again.' },
    cancelled: {
      title: 'Registration cancelled',
      description: 'Your seat is free for someone else. Thank you for letting us know.',
    },
    cancelFailed: { title: 'Error', description: 'Failed to cancel your registration. Please try again.' },
    noToken: 'This page only works with the link from your confirmation email. Open the full link in this browser.',
  },
  thread: {
    missing: { title: 'Missing Information', description: 'Please choose a category and fill in title and content.' },
    failed: { title: 'Error', description: 'Failed to create thread. Please try again.' },
    done: { title: 'Thread created' },
    held: { title: 'Thread created', description: heldForReview },
    edited: { title: 'Thread updated' },
    editHeld: { title: 'Thread updated', description: heldForReview },
    editFailed: { title: 'Failed to update thread' },
    loginRequired: { title: 'Login required', description: 'Please log in to create a discussion thread.' },
    deleted: { title: 'Thread deleted successfully.' },
    deleteFailed: { title: 'Failed to delete thread' },
    confirmDelete:
      'Are you sure you want to delete this entire thread? This will delete the original post and all replies. This action cannot be undone.',
    pinned: { title: 'Thread pinned' },
    unpinned: { title: 'Thread unpinned' },
    locked: { title: 'Thread locked' },
    unlocked: { title: 'Thread unlocked' },
    markFailed: { title: 'Failed to change thread' },
    isLocked: 'This thread is locked: no new replies or edits.',
    none: 'No threads yet',
    missingThread: 'This thread doesn’t exist, or it was deleted.',
    missingCategory: 'This category doesn’t exist, or it was removed.',
  },
  version: {
    hidden: { title: 'Version hidden', description: 'Only moderators can read it from now on.' },
    shown: { title: 'Version shown again' },
    failed: { title: 'Failed to change this version' },
  },
  reply: {
    missing: { title: 'Missing Information', description: 'Please write your reply.' },
    failed: { title: 'Error', description: 'Failed to post reply. Please try again.' },
    done: { title: 'Reply posted' },
    held: { title: 'Reply posted', description: heldForReview },
    edited: { title: 'Reply updated' },
    editHeld: { title: 'Reply updated', description: heldForReview },
    editFailed: { title: 'Failed to update reply' },
    loginRequired: { title: 'Login required', description: 'Please log in to reply to this discussion.' },
    deleted: { title: 'Forum post deleted successfully.' },
    deleteFailed: { title: 'Failed to delete post' },
    confirmDelete: 'Are you sure you want to delete this reply? This action cannot be undone.',
    none: 'No replies yet',
    missingReply: 'The reply this link leads to doesn’t exist, or it was deleted.',
  },
  appeal: {
    missing: { title: 'Missing Information', description: 'Please say why this should be published.' },
    failed: { title: 'Error', description: 'Failed to send your appeal. Please try again.' },
    done: { title: 'Appeal sent', description: 'A moderator will read it. You will find the answer here.' },
  },
  forumMessage: {
    deleteFailed: { title: 'Error deleting message', description: tryAgain },
    restoreFailed: { title: 'Error restoring message', description: tryAgain },
  },
  moderation: {
    approved: { title: 'Content approved', description: 'The content has been approved and is now visible.' },
    rejected: { title: 'Content rejected', description: 'The content has been rejected and will not be visible.' },
    approveFailed: { title: 'Error', description: 'Failed to approve content.' },
    rejectFailed: { title: 'Error', description: 'Failed to reject content.' },
    textChanged: 'The author changed this text after you read it. This is what it says now.',
    none: { title: 'All Clear!', description: 'No content currently pending moderation review.' },
    noneDecided: { title: 'No decisions yet', description: 'What you approve or reject will be listed here.' },
    noMatch: { title: 'No matches', description: 'No content matches the filters above.' },
    loadFailed: { title: 'Error', description: 'The queue could not be loaded.' },
    policySaved: { title: 'Policy saved', description: 'It applies to everything posted from now on.' },
    policyFailed: { title: 'Error', description: 'Failed to save the policy. Please try again.' },
    policyUnread: { title: 'Error', description: 'The policy could not be loaded. Please try again.' },
    trialFailed: { title: 'Error', description: 'Failed to test the policy. Please try again.' },
    trialCut: (left: string) => `Time ran out before every post was checked. Not included in these numbers: ${left}.`,
    wholePercent: 'Use a whole number from 1 to 100.',
    policyOrder: 'The rejection threshold cannot be lower than the review threshold.',
  },
  model: {
    added: (version: string) => ({
      title: `Model ${version} added`,
      description: 'Test it on past posts before you put it to use.',
    }),
    removed: (version: string) => ({ title: `Model ${version} removed` }),
    addFailed: { title: 'Error adding model', description: tryAgain },
    removeFailed: { title: 'Error removing model', description: tryAgain },
    loadFailed: { title: 'Error loading models', description: tryAgain },
    tooLarge: { title: 'Error adding model', description: 'Model files can be up to 5 MB.' },
    confirmRemove: (version: string) => `Are you sure you want to remove model ${version}?`,
    unusable: (version: string) => `This release cannot use model ${version}. The bundled model is used instead.`,
    outsideFirst: 'An external moderator is asked first. If it doesn’t answer, our own model decides.',
  },
  buttons: { tryAgain: 'Try again', loadMore: 'Load more', showMore: 'Show more' },
  island: { failed: 'This part of the page could not be shown.', notLoaded, reload: `${notLoaded} Please reload it.` },
  server: { unreachable: serverUnreachable },
  form: {
    required: 'This field is required.',
    email: 'Enter a valid email address.',
    longPassword: 'Use at least 15 characters.',
    offline: offlineForm,
    unreachable: `${serverUnreachable} Everything you typed is still here. Submit it again in a moment.`,
    proving: {
      title: 'One moment',
      description:
        'It’s busy on your network. Your browser is proving that it’s not a robot, which takes a few seconds.',
    },
  },
  list: {
    offline: { title: 'Error', description: 'You are offline. This list will load once you are back online.' },
    unreachable: { title: 'Error', description: serverUnreachable },
    failed: { title: 'Error', description: 'This list could not be loaded.' },
  },
} as const satisfies Record<
  string,
  Record<string, Message | string | Record<string, string> | ((name: string, count: number) => Message | string)>
>

/** '1 prayer', '2 prayers'. */
const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`

/** Messages about the rows of one topic in the console, such as `prayer` (administration §5, §8). */
export const rowMessages = (noun: string) => ({
  confirmDelete: `Are you sure you want to delete this ${noun}?`,
  confirmDeleteMany: (count: number) => `Are you sure you want to delete ${counted(count, noun)}?`,
  updated: { title: `${capitalized(noun)} updated successfully` },
  updateFailed: { title: `Error updating ${noun}`, description: tryAgain },
  deleted: { title: `${capitalized(noun)} deleted successfully` },
  manyDeleted: (count: number) => ({ title: `${counted(count, noun)} deleted successfully` }),
  deleteFailed: { title: `Error deleting ${noun}`, description: tryAgain },
  restored: { title: `${capitalized(noun)} restored successfully` },
  restoreFailed: { title: `Error restoring ${noun}`, description: tryAgain },
  loadFailed: { title: `Error loading ${noun}s`, description: tryAgain },
  none: `No ${noun}s found.`,
})

/** The same for a topic whose items are approved or rejected. */
export const reviewMessages = (noun: string) => ({
  ...rowMessages(noun),
  approved: { title: `${capitalized(noun)} approved successfully` },
  manyApproved: (count: number) => ({ title: `${counted(count, noun)} approved successfully` }),
  approveFailed: { title: `Error approving ${noun}`, description: tryAgain },
  rejected: { title: `${capitalized(noun)} rejected successfully` },
  manyRejected: (count: number) => ({ title: `${counted(count, noun)} rejected successfully` }),
  rejectFailed: { title: `Error rejecting ${noun}`, description: tryAgain },
})
