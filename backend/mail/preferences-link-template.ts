import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** For people who want to unsubscribe and have no email of ours at hand. `url`: their own link. */
export const preferencesLinkMail = (sender: Sender, { to, url }: { to: string; url: string }): Mail =>
  renderMail(sender, to, {
    subject: `Your email preferences at ${sender.siteName}`,
    heading: 'Your email preferences',
    paragraphs: [
      'Someone, most likely you, asked for the link to your email preferences. There you can unsubscribe, or choose what you get.',
      'If it wasn’t you, you can ignore this message: nothing changes without the link.',
    ],
    action: { label: 'Open my email preferences', url },
    reason: `You are receiving this message because this address was entered at ${sender.siteName}.`,
  })
