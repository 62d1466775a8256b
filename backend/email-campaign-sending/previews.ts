import type { Mailer } from '../mail/mailer.ts'
import { type Addressee, createMessages, type Letterhead } from './messages.ts'
import type { MailWords } from './queued-mail.ts'

/** Links in an email that belongs to no email campaign yet. */
const noEmailCampaign = 0

/** Previews of emails before they are sent. */
export function createPreviews({ letterhead, mailer }: { letterhead: Letterhead; mailer: Pick<Mailer, 'send'> }) {
  const from = { name: letterhead.fromName, address: letterhead.fromAddress }
  const build = async (mail: MailWords, to: Addressee) =>
    (await createMessages(letterhead, mail, noEmailCampaign).build(to, new Date())).kept
  return {
    async preview(mail: MailWords, to: Addressee) {
      return { replyTo: null, ...(await build(mail, to)), from }
    },
    async sendTest(mail: MailWords, to: Addressee): Promise<void> {
      const { subject, ...content } = await build(mail, to)
      await mailer.send({ to: to.email, subject: `[Test] ${subject}`, ...content })
    },
  }
}
