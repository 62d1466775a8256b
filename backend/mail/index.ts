import { randomUUID } from 'node:crypto'
import type { Database } from '../kernel/database/connect.ts'
import { createAccountMail } from './account-mail.ts'
import { type Author, authorText } from './author.ts'
import { createBackgroundMailer } from './background-mailer.ts'
import type { Sender } from './layout.ts'
import { createMailFacts, type MailFact, type NotSentReason } from './mail-facts.ts'
import { createMailLedger } from './mail-ledger.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { refusalOf } from './refusals.ts'
import { type ReturnPath, returnAddressOf } from './return-address.ts'
import { createSentMails } from './sent-mails.ts'
import { createSmtpMailer } from './smtp.ts'

const counting = (mailer: Mailer, counts: { sent: number; failed: number }): Mailer => ({
  ...mailer,
  async send(mail) {
    try {
      await mailer.send(mail)
      counts.sent++
    } catch (error) {
      counts.failed++
      throw error
    }
  },
})

/**
 * Complaints and bounces name the mail by its Message-ID and its return address only, so those of every mail to a person
 * we know are signed.
 */
const named = (
  mailer: Mailer,
  {
    way,
    subjectOf,
    messageIdFor,
    returnPath,
    ledger,
    note,
  }: {
    /** Of a mail without a Message-ID of its own, which every letter has. */
    way: 'account' | 'notice'
    ledger: { add(subject: string): Promise<void> }
    note(fact: MailFact): Promise<void>
    subjectOf: (email: string) => Promise<string | null>
    messageIdFor: (subject: string, key: string) => string
    returnPath: ReturnPath
  },
): Mailer => ({
  ...mailer,
  async send(mail) {
    const given = mail.messageId
    // Of an email campaign, which signs its own.
    if (given !== undefined && /^<c\d+\./.test(given)) return mailer.send(mail)
    const subject = await subjectOf(mail.to).catch(() => null)
    if (subject === null) return mailer.send(mail)
    const key =
      given === undefined
        ? randomUUID()
        : given
            .replace(/^<|@.*$/g, '')
            .replace(/[^\w.+-]/g, '-')
            .slice(0, 150)
    const own = returnPath.tokens && { returnAddress: returnAddressOf(returnPath, { campaignId: null, subject }) }
    // First, so that no report about it comes back before it is known.
    await ledger.add(subject)
    const fact = { key, subject, way: given === undefined ? way : 'letter', title: mail.subject } as const
    try {
      await mailer.send({ ...own, ...mail, messageId: messageIdFor(subject, key) })
    } catch (error) {
      // A letter is tried again, and tells by itself (unsent-mails.ts).
      if (given === undefined) await note({ ...fact, outcome: 'refused', reason: refusalOf(error).reason })
      throw error
    }
    await note({ ...fact, outcome: 'sent', reason: null })
  },
})

/** Delivery of email: through a mail server where there is one, else into a folder, where a developer reads it. */
export function createMail({
  database,
  smtpUrl,
  requireTLS,
  folder,
  from,
  returnPath = { address: from.address },
  sender,
  timeZone,
  subjectOf,
  messageIdFor,
  mayNotify = async () => true,
  logger,
  mailer: given,
}: {
  database: Pick<Database, 'pool'>
  smtpUrl: string | undefined
  requireTLS?: boolean
  /** The folder of the outbox. */
  folder: string
  /** The sender in `From`. */
  from: Author
  /** All mail has one. Unset: the address in `from`. */
  returnPath?: ReturnPath
  sender: () => Sender
  /** The time zone of times in emails. */
  timeZone: string
  /** The person with this address. */
  subjectOf(email: string): Promise<string | null>
  /** A Message-ID that tells whose mail a report is about. `key`: identifies the mail. */
  messageIdFor(subject: string, key: string): string
  /** True when a notice about an account may go to this address. */
  mayNotify?: (to: string) => Promise<boolean>
  logger: { warn(details: object, message: string): void }
  /** Test override for SMTP and outbox. */
  mailer?: Mailer
}) {
  const host = () => new URL(sender().publicUrl).hostname
  const outbox = createOutbox({ folder, from: authorText(from) })
  const real =
    given ??
    (smtpUrl
      ? createSmtpMailer({ url: smtpUrl, from, returnAddress: returnPath.address, host: host(), requireTLS })
      : outbox)
  const counts = { sent: 0, failed: 0 }
  const mailFacts = createMailFacts(database.pool)
  /** The mail is what counts: a fact that cannot be noted repeats none. */
  const note = (fact: MailFact) =>
    mailFacts
      .note(fact, new Date())
      .catch((error: unknown) => logger.warn({ err: error }, 'What became of a mail could not be noted.'))
  const counted = counting(real, counts)
  const naming = { subjectOf, messageIdFor, returnPath, ledger: createMailLedger(database.pool), note }
  const mailer = named(counted, { ...naming, way: 'account' })
  const backgroundMailer = createBackgroundMailer(named(counted, { ...naming, way: 'notice' }), logger)
  async function leaveOut(to: string, title: string, reason: NotSentReason): Promise<void> {
    const subject = await subjectOf(to).catch(() => null)
    if (subject !== null) await note({ key: randomUUID(), subject, way: 'notice', title, outcome: 'not sent', reason })
  }
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone })
  const formatTime = (timestamp: string) => moment.format(new Date(timestamp))
  const sentMails = createSentMails({ database, mailer, host, subjectOf, log: logger })
  return {
    /** Null when email leaves the machine. */
    outbox: real === outbox ? outbox : null,
    /** Emails since the start of the process. */
    counts,
    /** Deletes the folder’s messages to these addresses, also from a time before there was a mail server. */
    forgetMail: outbox.forget,
    mailer,
    /** The mail server’s problem in one sentence; null when there is none, or no server. */
    problem: async () => (await mailer.problem?.()) ?? null,
    accountMail: createAccountMail({ mailer, backgroundMailer, sender, formatTime, mayNotify, leaveOut }),
    sentMails,
    mailFacts,
    /** 'August 1, 2026 at 9:05 AM'. */
    formatTime,
    /** Resolves after pending emails were delivered or abandoned. */
    async close() {
      await backgroundMailer.idle()
      await mailer.close()
    },
  }
}
