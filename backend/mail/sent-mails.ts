import { createKeyedQueue } from '../kernel/concurrency/keyed-queue.ts'
import type { Database } from '../kernel/database/connect.ts'
import { codesOf } from './background-mailer.ts'
import type { Mail, Mailer } from './mailer.ts'
import { refusalOf } from './refusals.ts'
import { type Cause, type Claimed, createUnsentMails, type UnsentMails } from './unsent-mails.ts'

/** `key`: identifies the mail. */
export type Letter = Cause & { key: string }

export type SentMails = {
  /**
   * Sends an email unless one was already sent for this key. An email that the server refuses is recorded and delays no
   * other one: abandoned, or set aside for `retryMails`. Rejects only while the server accepts no email at all, so that
   * it is retried. If we crash between the acceptance and recording it, the email is sent again with the same
   * Message-ID, so mail programs show it once.
   */
  sendOnce(letter: Letter, write: () => Promise<Mail>): Promise<void>
  /** Does the work for this key unless it is done; after a failure the next call does it again. */
  oncePer(key: string, work: () => Promise<void>): Promise<void>
  /**
   * Call before the first retry: registers the writer that sends the emails of this name again, by `sendOnce`, if they
   * are still wanted.
   */
  addWriter(name: string, write: (about: string, now: Date) => Promise<void>): void
  /** Has the writer write a mail of the past once more, by `sendOnce`, if it is still wanted. */
  writeAgain(cause: Cause, now: Date): Promise<void>
  /** Tries the set-aside emails that are due by then. Any number of processes may call it at any rate. */
  retryMails(now: Date): Promise<void>
  unsentMails: UnsentMails
}

type Log = { warn(details: object, message: string): void }

const maxPerRun = 100
/** ms for which a 421 delays all email; after that it counts only for the email that gets it. */
const longestPause = 3_600_000

/** Tables app.sent_mails and app.unsent_mails. `host`: of the site, for the Message-ID. */
export function createSentMails({
  database: { pool },
  mailer,
  host,
  subjectOf,
  log,
  now = () => new Date(),
}: {
  database: Pick<Database, 'pool'>
  mailer: Pick<Mailer, 'send' | 'problem'>
  host: () => string
  /** The person with this address. */
  subjectOf(email: string): Promise<string | null>
  log: Log
  now?: () => Date
}): SentMails {
  const unsentMails = createUnsentMails(pool)
  const writers = new Map<string, (about: string, now: Date) => Promise<void>>()
  /** Emails that `retryMails` holds: the only set-aside ones that may be tried. */
  const claimed = new Map<string, Date>()
  const busySince = new Map<string, number>()
  const queue = createKeyedQueue()

  async function oncePer(key: string, work: () => Promise<void>): Promise<void> {
    if ((await unsentMails.stateOf(key)) === 'sent') return
    await work()
    await unsentMails.sent(key)
  }

  /** True when the failure concerns one email only; a server that accepts none delays all. */
  async function concernsOneMail(key: string, kind: ReturnType<typeof refusalOf>['kind']): Promise<boolean> {
    if (kind === 'away') return false
    if (kind === 'given_up' || kind === 'waiting') return true
    if (kind === 'busy') {
      const since = busySince.get(key) ?? now().getTime()
      busySince.set(key, since)
      if (now().getTime() - since < longestPause) return false
    }
    return mailer.problem !== undefined && (await mailer.problem()) === null
  }

  async function putAside(letter: Letter, mail: Mail, error: unknown, at: Date): Promise<void> {
    const { kind, reason } = refusalOf(error)
    if (!(await concernsOneMail(letter.key, kind))) throw error
    busySince.delete(letter.key)
    const subject = await subjectOf(mail.to)
    const wanted = kind === 'given_up' ? 'given_up' : 'waiting'
    const { state } = await unsentMails.refused({ ...letter, title: mail.subject, subject, state: wanted, reason }, at)
    const fate = state === 'given_up' ? 'it was given up' : 'it is tried again later'
    log.warn({ subject: mail.subject, ...codesOf(error) }, `The mail server refused an email; ${fate}.`)
  }

  async function attempt(letter: Letter, write: () => Promise<Mail>): Promise<void> {
    const state = await unsentMails.stateOf(letter.key)
    const at = claimed.get(letter.key)
    if (state === 'sent' || (state === 'unsent' && at === undefined)) return
    const mail = { ...(await write()), messageId: `<${letter.key}@${host()}>` }
    try {
      await mailer.send(mail)
      busySince.delete(letter.key)
    } catch (error) {
      await putAside(letter, mail, error, at ?? now())
      claimed.delete(letter.key)
      return
    }
    claimed.delete(letter.key)
    await unsentMails.sent(letter.key)
  }

  async function writeAgain({ writer, about }: Cause, at: Date): Promise<void> {
    const write = writers.get(writer)
    if (!write) throw new Error(`No part of the site writes mails of the kind ${writer}.`)
    await write(about, at)
  }

  async function retry(mail: Claimed, at: Date): Promise<void> {
    claimed.set(mail.key, at)
    try {
      await writeAgain(mail, at)
      if (claimed.has(mail.key)) await unsentMails.drop(mail.key)
    } catch (error) {
      log.warn({ ...codesOf(error) }, 'An email that was put aside could not be tried; the next run tries again.')
      await unsentMails.postpone(mail, refusalOf(error).reason, at)
    } finally {
      claimed.delete(mail.key)
    }
  }

  return {
    oncePer,
    writeAgain,
    unsentMails,
    sendOnce: (letter, write) => queue(letter.key, () => attempt(letter, write)),
    addWriter(name, write) {
      if (writers.has(name)) throw new Error(`There are two writers of mail named ${name}.`)
      writers.set(name, write)
    },
    async retryMails(at) {
      for (let tries = 0; tries < maxPerRun; tries++) {
        const mail = await unsentMails.claim(at)
        if (mail === null) return
        await retry(mail, at)
      }
    },
  }
}
