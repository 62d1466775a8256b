import type { Knex } from 'knex'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Mail } from '../mail/mailer.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import type { Cause } from '../mail/unsent-mails.ts'
import { adminAddresses } from '../read-model/users.ts'

/** The reactor `writer` writes an email again by reacting to the same event. */
export const causedBy = (writer: string, { stream, revision }: Pick<Recorded, 'stream' | 'revision'>): Cause => ({
  writer,
  about: `${stream}@${revision}`,
})

/** The event that such an email is about. */
export function eventOf({ about }: Pick<Cause, 'about'>): { stream: string; revision: number } {
  const at = about.lastIndexOf('@')
  return { stream: about.slice(0, at), revision: Number(about.slice(at + 1)) }
}

/** Mails every admin once about an event. */
export const adminMails =
  ({ knex, sentMails }: { knex: Knex; sentMails: SentMails }, writer: string) =>
  async (event: Recorded, mailTo: (email: string) => Mail): Promise<void> => {
    for (const { userId, email } of await adminAddresses(knex))
      await sentMails.sendOnce({ key: `${event.id}.${userId}`, ...causedBy(writer, event) }, async () => mailTo(email))
  }
