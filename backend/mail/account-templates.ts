import { isStaffRole, staffRights, staffRoles } from '../../records/staff-rights.ts'
import type { RoleOffer } from '../../records/staff-sets.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** The reason given in every notice about an account. */
export const because = ({ siteName }: Sender) =>
  `You are receiving this message because you have an account with ${siteName}.`

/** The token is in the query, which mail programs preserve best; nothing happens until a button is pressed. */
const tokenUrl = ({ publicUrl }: Sender, path: string, fields: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(fields)}`

const validFor = (minutes: number) => `The link works once and expires in ${minutes} minutes.`

/**
 * Sent to the owner of an account when a visitor tries to register its address again. Does not identify the visitor.
 */
export const accountExistsMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `You already have an account with ${sender.siteName}`,
    heading: 'You already have an account',
    paragraphs: [
      'Someone just tried to create an account with this email address. You already have one, so nothing was changed.',
      'If it was you, sign in with your existing password.',
      'If it wasn’t you, there is nothing you need to do: no one got into your account.',
    ],
    action: { label: 'Sign in', url: `${sender.publicUrl}/login` },
    reason: `${because(sender)} We send it at most once a day.`,
  })

/** Where a link to sign in leads. `removesPassword`: unless it is opened in the browser of the person who set it. */
export const signInUrl = (
  sender: Sender,
  { token, next, removesPassword }: { token: string; next?: string | undefined; removesPassword: boolean },
) =>
  tokenUrl(sender, '/login/verify', { token, ...(next && { next }), ...(removesPassword && { removes: 'password' }) })

/** The same text whether or not there is an account, but for a password that it would remove. */
export const magicLinkMail = (
  sender: Sender,
  to: string,
  {
    code,
    minutes,
    ...link
  }: { token: string; code: string; next: string | undefined; minutes: number; removesPassword: boolean },
): Mail =>
  renderMail(sender, to, {
    subject: `Your sign-in link for ${sender.siteName}`,
    heading: 'Your sign-in code and link',
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    paragraphs: [
      `Enter this code on the page where you asked for it, or open the link below to sign in to ${sender.siteName}. If you are new here, this also creates your account.`,
      `Either one works once, within ${minutes} minutes. Never give the code to anyone: we’ll never ask you for it.`,
      ...(link.removesPassword
        ? [
            'This address has a password, but its owner has not confirmed the address yet. To keep that password, use the code or the link in the browser in which you registered and are signed in. In any other browser, signing in removes it and signs you out elsewhere, in case someone else set it; you can set a new one under Settings > Security.',
          ]
        : []),
      'If you did not request it, you can ignore this message: no one can sign in without the link or the code.',
    ],
    action: { label: 'Sign in', url: signInUrl(sender, link) },
    hasAddress: true,
    reason: `You are receiving this message because someone entered this address on the sign-in page of ${sender.siteName}.`,
  })

/** Sent to a person who is invited to the team, at an unproven address. `offer`: absent to become an admin. */
export function adminInvitationMail(
  sender: Sender,
  to: string,
  { token, hours, offer }: { token: string; hours: number; offer?: RoleOffer },
): Mail {
  const { siteName } = sender
  const role = offer?.role ?? 'admin'
  const words = offer === undefined || role === 'admin' ? adminWords(siteName) : roleWords(siteName, offer)
  return renderMail(sender, to, {
    ...words,
    paragraphs: [
      ...words.paragraphs,
      `The link works once and expires in ${hours} hours. Don’t forward it.`,
      'If you did not expect it, you can ignore this message: nothing changes without the link.',
    ],
    action: {
      label: 'Set up my account',
      url: tokenUrl(sender, '/setup', { token, ...(role !== 'admin' && { role }) }),
    },
    hasAddress: true,
    reason: `You are receiving this message because someone who runs ${sender.siteName} entered this address.`,
  })
}

const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const adminWords = (siteName: string) => ({
  subject: `You are invited to administer ${siteName}`,
  heading: 'Become an administrator',
  paragraphs: [
    `Open the link below to set up your administrator account at ${siteName}. Choose a password of at least 15 characters.`,
  ],
})

/** `label`: the role; `as`: after ‘Join the team’. */
function nameAndWork({ role, set }: RoleOffer): { label: string; as: string; does: string } {
  if (isStaffRole(role)) {
    const { label, does } = staffRoles[role]
    return { label, as: `as ${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`, does }
  }
  const { name = role, rights = [] } = set ?? {}
  const told = rights.filter((right) => right !== 'console')
  return { label: name, as: `in the role “${name}”`, does: told.map((right) => staffRights[right].does).join(' ') }
}

function roleWords(siteName: string, offer: RoleOffer) {
  const { eventTitle, lastDay } = offer
  const { label, as, does } = nameAndWork(offer)
  const what = eventTitle === null ? does : `For the event “${eventTitle}” alone: its guests.`
  return {
    subject: `You are invited to the team of ${siteName}`,
    heading: `Join the team ${as}`,
    paragraphs: [
      `Open the link below to set up your account at ${siteName}. Choose a password of at least 15 characters.`,
      `${label}: ${what}${lastDay === null ? '' : ` Your last day in this role is ${dayWords.format(new Date(lastDay))}.`}`,
    ],
  }
}

export const newSignInMail = (
  sender: Sender,
  to: string,
  { device, place, when }: { device: string; place: string; when: string },
): Mail =>
  renderMail(sender, to, {
    subject: `New sign-in to ${sender.siteName}`,
    heading: 'New device signed in',
    paragraphs: [
      `Someone signed in to your account on a device we have not seen before: ${device}, ${place}, on ${when}.`,
      'If it was you, there is nothing you need to do.',
      'If it wasn’t you, sign in with a magic link, end that session under Settings > Security, and set a new password.',
    ],
    action: { label: 'Review your sessions', url: `${sender.publicUrl}/settings?tab=security` },
    hasAddress: true,
    reason: because(sender),
  })

export const passwordChangedMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `Your password for ${sender.siteName} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      'The password for your account was just changed, and all other sessions were signed out.',
      'If it wasn’t you, sign in with a magic link: it works without your password and lets you set a new one.',
    ],
    action: { label: 'Sign in', url: `${sender.publicUrl}/login?tab=magic-link` },
    hasAddress: true,
    reason: because(sender),
  })

export const providerConnectedMail = (sender: Sender, to: string, provider: string): Mail =>
  renderMail(sender, to, {
    subject: `${provider} was connected to your account at ${sender.siteName}`,
    heading: `${provider} was connected to your account`,
    paragraphs: [
      `From now on, you can sign in to your account with ${provider}.`,
      `If it wasn’t you, disconnect ${provider} under Settings > Security and set a new password: that also signs everyone else out.`,
    ],
    action: { label: 'Review your connections', url: `${sender.publicUrl}/settings?tab=security` },
    hasAddress: true,
    reason: because(sender),
  })

/** Sent to the new address. */
export const confirmEmailMail = (
  sender: Sender,
  to: string,
  { token, minutes }: { token: string; minutes: number },
): Mail =>
  renderMail(sender, to, {
    subject: `Confirm your new email address for ${sender.siteName}`,
    heading: 'Confirm your new email address',
    paragraphs: [
      `Someone asked to use this address for their account with ${sender.siteName}.`,
      `If it was you, open the link below in the browser where you are signed in. ${validFor(minutes)}`,
      'If it wasn’t you, ignore this message and nothing will change.',
    ],
    action: { label: 'Confirm this address', url: tokenUrl(sender, '/login/email', { token }) },
    hasAddress: true,
    reason: `You are receiving this message because someone entered this address in their settings at ${sender.siteName}.`,
  })

/** Sent to the current address; `masked` shows enough of the new one to recognize it. */
export const emailChangeAskedMail = (sender: Sender, to: string, masked: string): Mail =>
  renderMail(sender, to, {
    subject: `Request to change your email address at ${sender.siteName}`,
    heading: 'Someone asked to change your email address',
    paragraphs: [
      `They want to change the address of your account to ${masked}. Nothing changes until that address is confirmed.`,
      'If it wasn’t you, set a new password now: that also cancels the request and signs everyone else out.',
    ],
    action: { label: 'Open security settings', url: `${sender.publicUrl}/settings?tab=security` },
    hasAddress: true,
    reason: because(sender),
  })

/** Sent to the previous address. */
export const emailChangedMail = (sender: Sender, to: string, masked: string): Mail =>
  renderMail(sender, to, {
    subject: `Your email address at ${sender.siteName} was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account now uses ${masked}. Messages and sign-in links will go there from now on.`,
      `If it wasn’t you, write to ${sender.contact} right away.`,
    ],
    reason: `You are receiving this message because this was the address of your account with ${sender.siteName} until now.`,
  })
