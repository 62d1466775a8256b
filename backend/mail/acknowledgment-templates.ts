import { signInUrl } from './account-templates.ts'
import type { MailContent, Sender } from './layout.ts'

/** Topics that are confirmed by email, besides items that wait for review. */
export type Acknowledgment = 'signUp' | 'volunteer' | 'account'

/** `topic`: also the path of the page that shows them; `item`: 'prayer', `many`: 'prayers'. */
export type Receipt = {
  topic: string
  item: string
  many: string
  receipt: { heading: string; thanks: string; shownHow: string }
}

type Words = { subject: string; heading: string; paragraphs: string[]; action: { label: string; path: string } }

/**
 * The address is not proved, and the person who typed it may not own it. So the email repeats no typed text, not even a
 * name.
 */
const words = (siteName: string): { [Kind in Acknowledgment]: Words } => ({
  signUp: {
    subject: `You’re on the ${siteName} mailing list`,
    heading: 'You’re on our mailing list',
    paragraphs: [
      'Thank you for signing up.',
      'What happens next: now and then, we send you dates, plans and ways to help. Every email has an unsubscribe link.',
    ],
    action: { label: 'See what’s coming up', path: '/events' },
  },
  volunteer: {
    subject: `Thank you for volunteering with ${siteName}`,
    heading: 'Thank you for volunteering',
    paragraphs: [
      'We have your application.',
      'What happens next: someone on our team reads it and gets in touch with you, usually within a few days. Until then, our events are a good way to meet us.',
    ],
    action: { label: 'See our events', path: '/events' },
  },
  account: {
    subject: `Welcome to ${siteName}`,
    heading: 'Your account is ready',
    paragraphs: [
      'From now on, you can sign in with this address.',
      'What happens next is up to you: join the discussion, sign up for events, and choose under Settings which emails you get.',
    ],
    action: { label: 'Open your dashboard', path: '/dashboard' },
  },
})

const receiptOf = (siteName: string, { topic, item, many, receipt }: Receipt): Words => ({
  subject: `${siteName} received your ${item}`,
  heading: receipt.heading,
  paragraphs: [
    receipt.thanks,
    `What happens next: someone on our team reads it. Once it is approved, it appears on our ${many} page, ${receipt.shownHow}.`,
  ],
  action: { label: `Read the ${many}`, path: `/${topic}` },
})

/**
 * `unsubscribeUrl`: where the person may get campaign email from now on. `confirmToken`: a magic link that proves the
 * address of a new account.
 */
export function acknowledgmentContent(
  sender: Sender,
  {
    received,
    unsubscribeUrl,
    confirmToken,
  }: { received: Acknowledgment | Receipt; unsubscribeUrl?: string; confirmToken?: { token: string; hours: number } },
): MailContent {
  const { siteName, publicUrl } = sender
  const {
    action,
    paragraphs: about,
    ...own
  } = typeof received === 'string' ? words(siteName)[received] : receiptOf(siteName, received)
  const paragraphs = confirmToken
    ? [
        ...about,
        `Please confirm that this address is yours: open the link below in the browser where you are signed in. In any other browser, it removes your password and signs you out everywhere else, in case someone else registered your address; you can then set a new one. The link works once, within ${confirmToken.hours} hours. After that, ask for a magic link on the sign-in page.`,
      ]
    : about
  const ignore =
    unsubscribeUrl === undefined
      ? 'If it wasn’t you, you can ignore this message.'
      : 'If that wasn’t you, unsubscribe below.'
  return {
    ...own,
    paragraphs,
    action: confirmToken
      ? { label: 'Confirm my email address', url: signInUrl(sender, { ...confirmToken, removesPassword: true }) }
      : { label: action.label, url: `${publicUrl}${action.path}` },
    reason: `You are receiving this message because this address was entered on our website. ${ignore}`,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}
