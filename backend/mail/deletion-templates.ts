import type { MailContent, Sender } from './layout.ts'

/** Sent to the owner of an account that will be deleted; `when`: formatted in the campaign’s time zone. */
export const deletionRequestedContent = (sender: Sender, { when }: { when: string }): MailContent => ({
  subject: `Your account with ${sender.siteName} will be deleted`,
  heading: 'Your account will be deleted',
  paragraphs: [
    `You asked us to delete your account. On ${when}, all your personal data will be permanently erased. After that, no one can restore it, not even us.`,
    'If you changed your mind, or if it wasn’t you, sign in before then and choose “Keep my account”.',
  ],
  action: { label: 'Keep my account', url: `${sender.publicUrl}/settings?tab=security` },
  reason: `You are receiving this message because you have an account with ${sender.siteName}.`,
})
