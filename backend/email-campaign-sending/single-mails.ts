import type { Mailer } from '../mail/mailer.ts'
import { type Addressee, createMessages, type Letterhead } from './messages.ts'
import type { MailWords } from './queued-mail.ts'
import type { Line } from './smtp-lines.ts'
import type { Attempt } from './smtp-outcomes.ts'

export type SingleMails = {
  /** One after the other. Rejects only when the email cannot be built. */
  send(to: Addressee, at: Date): Promise<Attempt>
  /** Ends the connection. */
  close(): void
}

/** Campaign email that is sent on individual days, not to a list: the same email, over a connection of its own. */
export function createSingleMails(
  { letterhead, line, mailer }: { letterhead: Letterhead; line: Line | null; mailer: Pick<Mailer, 'send'> },
  mail: MailWords,
  campaignId: number,
): SingleMails {
  const messages = createMessages(letterhead, mail, campaignId)
  return {
    async send(to, at) {
      const { messageId, returnAddress, bytes, kept } = await messages.build(to, at)
      if (line) return line.send({ from: returnAddress, to: to.email, message: bytes })
      await mailer.send({ to: to.email, messageId, ...kept })
      return { kind: 'sent', code: 'outbox' }
    },
    close: () => line?.close(),
  }
}
