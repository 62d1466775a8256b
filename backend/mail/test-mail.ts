import { renderMail, type Sender } from './layout.ts'
import type { Mail } from './mailer.ts'

/** For an operator who configures a mail server. */
export const testMail = (sender: Sender, to: string): Mail =>
  renderMail(sender, to, {
    subject: `Test mail from ${sender.siteName}`,
    heading: 'It works',
    paragraphs: ['This site can send mail. If this message is in your spam folder, set up SPF, DKIM and DMARC.'],
    reason: 'You are receiving this message because an operator of this site asked for a test mail to this address.',
    action: { label: 'Open the site', url: sender.publicUrl },
  })
