import { because } from './account-templates.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

const review = ({ publicUrl }: Sender) => ({
  label: 'Open security settings',
  url: `${publicUrl}/settings?tab=security`,
})

export const secondFactorTurnedOnMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `Two-step sign-in is on at ${sender.siteName}`,
    heading: 'Two-step sign-in is on',
    paragraphs: [
      'From now on, signing in to your account takes a second step: a code from your authenticator app, or a passkey. All other sessions were signed out.',
      'Keep your recovery codes in a safe place: each one lets you sign in once if you lose your phone.',
      `If it wasn’t you, someone else has access to your account: write to ${sender.contact} right away.`,
    ],
    action: review(sender),
    hasAddress: true,
    reason: because(sender),
  })

export const secondFactorTurnedOffMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `Two-step sign-in is off at ${sender.siteName}`,
    heading: 'Two-step sign-in is off',
    paragraphs: [
      'Signing in to your account no longer takes a second step. Your old recovery codes no longer work.',
      'If it wasn’t you, set a new password now: that signs everyone else out. Then turn two-step sign-in back on.',
    ],
    action: review(sender),
    hasAddress: true,
    reason: because(sender),
  })

export const recoveryCodeUsedMail = (
  sender: Sender,
  to: string,
  { device, place, when, left }: { device: string; place: string; when: string; left: number },
): Mail =>
  renderMail(sender, to, {
    subject: `A recovery code was used at ${sender.siteName}`,
    heading: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was used: ${device}, ${place}, on ${when}. ${leftText(left)}`,
      'If it was you, there is nothing you need to do. You can get new codes under Settings > Security.',
      'If it wasn’t you, set a new password and get new recovery codes now.',
    ],
    action: review(sender),
    hasAddress: true,
    reason: because(sender),
  })

const leftText = (left: number) => (left === 0 ? 'You have none left: please get new ones.' : `You have ${left} left.`)
