import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Why every notice about an account comes. */
export const because = ({ siteName }: Sender) => `You get this message because you have an account with ${siteName}.`

/** Links carry their token behind '?', as mail programs keep it best; nothing happens until a button is pressed. */
const tokenUrl = ({ publicUrl }: Sender, path: string, fields: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(fields)}`

const lasts = (minutes: number) => `The link works once, for ${minutes} minutes.`

/** To the owner of an account, when somebody tried to register its address again. Says nothing about who it was. */
export function accountExistsMail(sender: Sender, to: string): Mail {
  const mail = renderMail(sender, {
    subject: `You already have an account with ${sender.siteName}`,
    heading: 'You already have an account',
    paragraphs: [
      'Somebody just tried to create an account with this email address. There is one already, so nothing was changed.',
      'If it was you, sign in with the password you chose back then.',
      'If it was not you, you do not need to do anything: nobody got into your account.',
    ],
    action: { label: 'Sign in', url: `${sender.publicUrl}/login` },
    reason: `${because(sender)} We send it once a day at most.`,
  })
  return { to, ...mail }
}

/** The same words whether there is an account or not. */
export function magicLinkMail(
  sender: Sender,
  to: string,
  { token, next, minutes }: { token: string; next: string | undefined; minutes: number },
): Mail {
  const mail = renderMail(sender, {
    subject: `Your sign-in link for ${sender.siteName}`,
    heading: 'Your sign-in link',
    paragraphs: [
      `Press the button to sign in to ${sender.siteName}. If you are new here, it also makes your account.`,
      lasts(minutes),
      'If you did not ask for it, you can ignore this message: without the link nobody gets in.',
    ],
    action: { label: 'Sign in', url: tokenUrl(sender, '/login/verify', { token, ...(next && { next }) }) },
    reason: `You get this message because somebody entered this address on the sign-in page of ${sender.siteName}.`,
  })
  return { to, ...mail }
}

export function newSignInMail(
  sender: Sender,
  to: string,
  { device, place, when }: { device: string; place: string; when: string },
): Mail {
  const mail = renderMail(sender, {
    subject: `New sign-in to ${sender.siteName}`,
    heading: 'A new device signed in',
    paragraphs: [
      `Your account was opened on a device we have not seen before: ${device}, ${place}, on ${when}.`,
      'If it was you, there is nothing to do.',
      'If it was not you, sign in with a magic link, end the session under Settings, Security, and choose a new password.',
    ],
    action: { label: 'Review your sessions', url: `${sender.publicUrl}/settings?tab=security` },
    reason: because(sender),
  })
  return { to, ...mail }
}

export function passwordChangedMail(sender: Sender, to: string): Mail {
  const mail = renderMail(sender, {
    subject: `Your password for ${sender.siteName} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was just changed, and every other session was signed out.',
      'If it was not you, use a magic link to sign in: it works without the password, and lets you choose a new one.',
    ],
    action: { label: 'Sign in', url: `${sender.publicUrl}/login?tab=magic-link` },
    reason: because(sender),
  })
  return { to, ...mail }
}

/** To the new address. */
export function confirmEmailMail(
  sender: Sender,
  to: string,
  { token, minutes }: { token: string; minutes: number },
): Mail {
  const mail = renderMail(sender, {
    subject: `Confirm your new address for ${sender.siteName}`,
    heading: 'Confirm your new address',
    paragraphs: [
      `Somebody asked to use this address for their account with ${sender.siteName}.`,
      `If it was you, press the button in the browser you are signed in with. ${lasts(minutes)}`,
      'If it was not you, ignore this message: nothing changes.',
    ],
    action: { label: 'Confirm this address', url: tokenUrl(sender, '/login/email', { token }) },
    reason: `You get this message because somebody entered this address in their settings at ${sender.siteName}.`,
  })
  return { to, ...mail }
}

/** To the present address; `masked` shows enough of the new one to know it by. */
export function emailChangeAskedMail(sender: Sender, to: string, masked: string): Mail {
  const mail = renderMail(sender, {
    subject: `A new address was asked for at ${sender.siteName}`,
    heading: 'Somebody asked to change your address',
    paragraphs: [
      `Your account is to move to ${masked}. Nothing changes until that address is confirmed.`,
      'If it was not you, choose a new password now: that also withdraws the change and signs everybody else out.',
    ],
    action: { label: 'Open security settings', url: `${sender.publicUrl}/settings?tab=security` },
    reason: because(sender),
  })
  return { to, ...mail }
}

/** To the address that was left. */
export function emailChangedMail(sender: Sender, to: string, masked: string, contact: string): Mail {
  const mail = renderMail(sender, {
    subject: `Your address at ${sender.siteName} was changed`,
    heading: 'Your address was changed',
    paragraphs: [
      `Your account now belongs to ${masked}. Messages and sign-in links go there from now on.`,
      `If it was not you, write to ${contact} at once.`,
    ],
    reason: `You get this message because this was the address of your account with ${sender.siteName} until now.`,
  })
  return { to, ...mail }
}
