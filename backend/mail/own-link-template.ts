import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** For people without an account. `url`: the link to what was sent in with their address. */
export const ownLinkMail = (sender: Sender, { to, url }: { to: string; url: string }): Mail =>
  renderMail(sender, to, {
    subject: `What you sent to ${sender.siteName}`,
    heading: 'What you sent us',
    paragraphs: [
      'Someone, most likely you, asked for the link to what was sent to us with this address. There you can correct or withdraw it, cancel a registration, and read what we know about you.',
      'The link works for a day. If it wasn’t you, you can ignore this message; don’t pass the link on.',
    ],
    action: { label: 'Open what I sent', url },
    reason: `You are receiving this message because this address was entered at ${sender.siteName}.`,
  })
