import { because } from './account-templates.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

const review = ({ publicUrl }: Sender) => ({
  label: 'Review your passkeys',
  url: `${publicUrl}/settings?tab=security`,
})

export const passkeyAddedMail = (
  sender: Sender,
  to: string,
  { name, device, place, when }: { name: string; device: string; place: string; when: string },
): Mail =>
  renderMail(sender, to, {
    subject: `A passkey was added to your account at ${sender.siteName}`,
    heading: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” can now sign in to your account. It was added with ${device}, ${place}, on ${when}.`,
      'If it wasn’t you, remove it now, sign out everywhere else, and set a new password.',
    ],
    action: review(sender),
    hasAddress: true,
    reason: because(sender),
  })

export const passkeyRemovedMail = (sender: Sender, to: string, name: string): Mail =>
  renderMail(sender, to, {
    subject: `A passkey was removed from your account at ${sender.siteName}`,
    heading: 'A passkey was removed',
    paragraphs: [
      `You can no longer sign in to your account with the passkey “${name}”.`,
      'If it wasn’t you, someone else has access to your account: set a new password now, which signs everyone else out.',
    ],
    action: review(sender),
    hasAddress: true,
    reason: because(sender),
  })
