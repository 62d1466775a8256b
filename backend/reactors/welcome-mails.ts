import type { Knex } from 'knex'
import { hour } from '../../records/durations.ts'
import { welcomeMailStream, welcomeMails } from '../domain/mail/welcome-mails.ts'
import { type WelcomeMail, welcomeSeriesStream } from '../domain/mail/welcome-series.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import { mailboxProvider } from '../mail/mailbox-providers.ts'
import { subscriber } from '../read-model/welcome-series.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import type { WelcomeOutcome, WelcomeQueue, WelcomeTask } from './welcome-queue.ts'
import { type WelcomeSeriesLog, welcomeSeriesAt } from './welcome-series.ts'

const longestPause = hour
/** A welcome email is pointless after this time. */
const givenUpAfter = 72 * hour

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
const pauseAfter = (attempts: number) => Math.min(60_000 * 2 ** (attempts - 1), longestPause)

type Clock = () => Date

/** The part of email-campaign-sending/single-mails.ts that this reactor needs; `waits`: no recipient can be mailed now. */
type Postman = {
  send(
    to: { subject: string; email: string; firstName: string | null },
    at: Date,
  ): Promise<{ kind: 'sent' | 'refused' | 'later' | 'doubted'; code: string } | { kind: 'waits' }>
  close(): void
}
type Words = { kind: 'welcome'; subject: string; preheader: string; body: string }

/**
 * Sends the emails of the welcome series that are due, in any number of processes. Each email is claimed with a lease
 * and sent once; consent is checked right before. If a process dies between the mail server’s answer and recording it,
 * the email is sent again with the same Message-ID. Returns the number of emails handled.
 */
export function createWelcomeMails({
  handle,
  knex,
  welcomeQueue,
  currentSuppression,
  singleMails,
  inboxLimit,
  confirmedOptIn,
  ...series
}: WelcomeSeriesLog & {
  handle: Handle
  knex: Knex
  welcomeQueue: WelcomeQueue
  currentSuppression: CurrentSuppression
  singleMails: (mail: Words, campaignId: number) => Postman
  inboxLimit: InboxLimit
  confirmedOptIn: boolean
}): (clock: Clock) => Promise<number> {
  /** 'away': the mail server is asked again later, not once per recipient. */
  async function send(task: WelcomeTask, mail: WelcomeMail, postman: Postman, clock: Clock) {
    const { subject, joinedAt, attempts } = task
    const person = await subscriber(knex, subject, confirmedOptIn)
    async function finish(status: WelcomeOutcome['status'], detail: string | null) {
      const provider = person ? mailboxProvider(person.email) : 'other'
      await welcomeQueue.finish(task, { status, detail, provider }, clock().toISOString())
      return 'done' as const
    }
    if (!person?.mayBeMailed || (await currentSuppression(subject)) !== null)
      return finish('skipped', 'no longer wanted')
    const { email, firstName } = person
    // Anyone can sign up any number of addresses of one inbox; those beyond its limit wait for the next day.
    const key = `welcome.${mail.campaignId}.${subject}.${clock().toISOString().slice(0, 10)}`
    const attempt = (await inboxLimit.mayReach(email, key, 'thanks'))
      ? await postman.send({ subject, email, firstName }, clock())
      : ({ kind: 'later' } as const)
    if (attempt.kind === 'sent') return finish('sent', null)
    if (attempt.kind === 'refused') return finish('failed', attempt.code)
    const now = clock().toISOString()
    const dueAt = later(joinedAt, mail.afterHours * hour)
    if (now > later(dueAt, givenUpAfter)) return finish('failed', 'gave up')
    await welcomeQueue.later(task, later(now, pauseAfter(attempts)))
    return attempt.kind === 'waits' ? 'away' : 'later'
  }

  /** Copies outcomes from the queue to the log; a crash in between is repeated. */
  async function record(clock: Clock): Promise<void> {
    for (const done of await welcomeQueue.unrecorded()) {
      const context = systemContext({ commandId: `${welcomeSeriesStream} ${done.subject} ${done.number}`, at: clock() })
      await handle(welcomeMails, welcomeMailStream(done.subject), { type: 'RecordWelcomeMail', data: done }, context)
      await welcomeQueue.recorded(done)
    }
  }

  /** The number of emails handled, and whether the mail server is away. */
  async function sendAll(
    mail: WelcomeMail,
    number: number,
    clock: Clock,
  ): Promise<{ handled: number; isAway: boolean }> {
    const { campaignId, afterHours, subject, preheader, body } = mail
    let handled = 0
    let postman: Postman | null = null
    try {
      for (;;) {
        const now = clock().toISOString()
        const tasks = await welcomeQueue.claim(number, later(now, -afterHours * hour), now)
        if (tasks.length === 0) return { handled, isAway: false }
        postman ??= singleMails({ kind: 'welcome', subject, preheader, body }, campaignId)
        for (const task of tasks) {
          const result = await send(task, mail, postman, clock)
          if (result === 'away') return { handled, isAway: true }
          if (result === 'done') handled++
        }
        await record(clock)
      }
    } finally {
      postman?.close()
    }
  }

  return async (clock) => {
    // Tasks left by a crashed process.
    await record(clock)
    const { isOn, mails } = await welcomeSeriesAt(series)
    if (!isOn) return 0
    let total = 0
    for (const [index, mail] of mails.entries()) {
      const { handled, isAway } = await sendAll(mail, index + 1, clock)
      total += handled
      if (isAway) break
    }
    await record(clock)
    return total
  }
}
