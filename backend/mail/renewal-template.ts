import type { MailContent, Sender } from './layout.ts'

/**
 * Answers a sign-up with the address of a person who had unsubscribed. The token is in the query; nothing happens until
 * they press a button on the page.
 */
export const renewalContent = (sender: Sender, { token }: { token: string }): MailContent => ({
  subject: `Would you like to hear from ${sender.siteName} again?`,
  preheader: 'You unsubscribed earlier, so we ask first.',
  heading: 'Should we write to you again?',
  paragraphs: [
    `Someone, most likely you, signed up for our email with this address at ${sender.siteName}. You unsubscribed earlier, so we don’t write to you again until you say so.`,
    'If it wasn’t you, or you changed your mind, you can ignore this message: you stay unsubscribed.',
  ],
  action: {
    label: 'Yes, write to me again',
    url: `${sender.publicUrl}/subscribe-again?${new URLSearchParams({ token })}`,
  },
  reason: `You are receiving this message because this address was entered at ${sender.siteName}. The link works for seven days.`,
})
