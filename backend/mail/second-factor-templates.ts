import { because } from './account-templates.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

const review = ({ publicUrl }: Sender) => ({
  label: 'Open security settings',
  url: `${publicUrl}/settings?tab=security`,
})

export function secondFactorTurnedOnMail(sender: Sender, to: string): Mail {
  const mail = renderMail(sender, {
    subject: `Two-step sign-in is on at ${sender.siteName}`,
    heading: 'Two-step sign-in is on',
    paragraphs: [
      'From now on, signing in to your account asks for a code from your authenticator app, whichever way you sign in. Every other session was signed out.',
      'Keep your recovery codes in a safe place: each lets you in once if your phone is lost.',
      'If it was not you, somebody else has your account: write to us at once.',
    ],
    action: review(sender),
    reason: because(sender),
  })
  return { to, ...mail }
}

export function secondFactorTurnedOffMail(sender: Sender, to: string): Mail {
  const mail = renderMail(sender, {
    subject: `Two-step sign-in is off at ${sender.siteName}`,
    heading: 'Two-step sign-in is off',
    paragraphs: [
      'Signing in to your account no longer asks for a code. The recovery codes from before are worth nothing.',
      'If it was not you, choose a new password now: that signs everybody else out. Then turn two-step sign-in on again.',
    ],
    action: review(sender),
    reason: because(sender),
  })
  return { to, ...mail }
}

export function recoveryCodeUsedMail(
  sender: Sender,
  to: string,
  { device, place, when, left }: { device: string; place: string; when: string; left: number },
): Mail {
  const mail = renderMail(sender, {
    subject: `A recovery code was used at ${sender.siteName}`,
    heading: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was used: ${device}, ${place}, on ${when}. ${leftText(left)}`,
      'If it was you, there is nothing to do. You can draw new codes under Settings, Security.',
      'If it was not you, choose a new password and draw new recovery codes now.',
    ],
    action: review(sender),
    reason: because(sender),
  })
  return { to, ...mail }
}

const leftText = (left: number) =>
  left === 0 ? 'None is left: please draw new ones.' : `${left} ${left === 1 ? 'is' : 'are'} left.`
