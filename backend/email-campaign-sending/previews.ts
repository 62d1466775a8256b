import type { Mailer } from '../mail/mailer.ts'
import { type Addressee, createMessages, type Letterhead } from './messages.ts'
import type { QueuedMail } from './queued-mail.ts'

type Words = Pick<QueuedMail, 'kind' | 'subject' | 'preheader' | 'body'>

/** Links in an email that belongs to no email campaign yet. */
const noEmailCampaign = 0

/** Previews of emails before they are sent. */
export function createPreviews({ letterhead, mailer }: { letterhead: Letterhead; mailer: Pick<Mailer, 'send'> }) {
  const from = { name: letterhead.fromName, address: letterhead.fromAddress }
  const preview = async (mail: Words, to: Addressee) => ({
    ...(await createMessages(letterhead, mail, noEmailCampaign).build(to, new Date())).kept,
    from,
  })
  return {
    preview,
    async sendTest(mail: Words, to: Addressee): Promise<void> {
      const { subject, html, text } = await preview(mail, to)
      await mailer.send({ to: to.email, subject: `[Test] ${subject}`, html, text })
    },
  }
}
