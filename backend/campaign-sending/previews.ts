import type { Mailer } from '../mail/mailer.ts'
import { type Addressee, createMessages, type Letterhead } from './messages.ts'
import type { QueuedMail } from './queued-mail.ts'

type Words = Pick<QueuedMail, 'kind' | 'subject' | 'preheader' | 'body'>

/** Links in an email that belongs to no campaign yet. */
const noCampaign = 0

/** Previews of emails before they are sent. */
export function createPreviews({ letterhead, mailer }: { letterhead: Letterhead; mailer: Pick<Mailer, 'send'> }) {
  const preview = async (mail: Words, to: Addressee) =>
    (await createMessages(letterhead, mail, noCampaign).build(to, new Date())).kept
  return {
    preview,
    async sendTest(mail: Words, to: Addressee): Promise<void> {
      const { subject, html, text } = await preview(mail, to)
      await mailer.send({ to: to.email, subject: `[Test] ${subject}`, html, text })
    },
  }
}
