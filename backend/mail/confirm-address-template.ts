import type { MailContent, Sender } from './layout.ts'

/**
 * Asks the recipient to confirm the address. The token is in the query; nothing happens until they press a button on
 * the page.
 */
export const confirmAddressContent = (sender: Sender, { token }: { token: string }): MailContent => ({
  subject: `Please confirm your email address for ${sender.siteName}`,
  preheader: 'One click, and you will hear from us.',
  heading: 'Is this your email address?',
  paragraphs: [
    `Someone, most likely you, entered this address at ${sender.siteName}. Please confirm that it is yours, so that we can send you news from the campaign.`,
    'If it wasn’t you, you can ignore this message: you will not hear from us again.',
  ],
  action: {
    label: 'Confirm my address',
    url: `${sender.publicUrl}/confirm-subscription?${new URLSearchParams({ token })}`,
  },
  reason: `You are receiving this message because this address was entered at ${sender.siteName}. We send it once.`,
})
