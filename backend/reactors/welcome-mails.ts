import type { Knex } from 'knex'
import { welcomeMailStream, welcomeMails } from '../domain/welcome-mails.ts'
import { type WelcomeMail, welcomeSeriesStream } from '../domain/welcome-series.ts'
import { systemContext } from '../eventlog/command-context.ts'
import type { Handle } from '../eventlog/handle.ts'
import { codesOf } from '../mail/background-mailer.ts'
import { type CampaignMail, compileCampaignMail } from '../mail/campaign-mail.ts'
import type { Sender } from '../mail/layout.ts'
import { mailboxProvider } from '../mail/mailbox-providers.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { UnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import { subscriber } from '../read-model/welcome-series.ts'
import type { WelcomeOutcome, WelcomeQueue, WelcomeTask } from './welcome-queue.ts'
import { type WelcomeSeriesLog, welcomeSeriesAt } from './welcome-series.ts'

const hour = 3_600_000 // ms
const longestPause = hour
/** After that a welcome is worth nothing any more. */
const givenUpAfter = 72 * hour

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
const pauseAfter = (attempts: number) => Math.min(60_000 * 2 ** (attempts - 1), longestPause)

type Clock = () => Date

/** A mail of the series, ready for everybody. */
type Letter = { mail: WelcomeMail; content: CampaignMail; linkTo: (subject: string) => (url: string) => string }

/** The refusal of the recipient for good (RFC 5321, 4.2.1), as a code without the server's words; null for anything else. */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, responseCode } = codesOf(error)
  return code === 'EENVELOPE' && Reflect.get(error, 'command') === 'RCPT TO' && Number(responseCode) >= 500
    ? String(responseCode)
    : null
}

/**
 * Sends the mails of the welcome series that are due, in any number of processes: each mail is claimed with a lease and
 * sent once; whether the person still wants it is checked right before. If a process dies between the mail server's
 * answer and writing it down, the mail is sent again with the same Message-ID. Returns the number of mails handled.
 */
export function createWelcomeMails({
  handle,
  knex,
  welcomeQueue,
  mailer,
  sender,
  unsubscribeLinks,
  trackedLinks,
  confirmedOptIn,
  logger,
  ...series
}: WelcomeSeriesLog & {
  handle: Handle
  knex: Knex
  welcomeQueue: WelcomeQueue
  mailer: Pick<Mailer, 'send'>
  sender: () => Sender
  unsubscribeLinks: (subject: string, campaignId: number) => UnsubscribeLinks
  trackedLinks: { track(campaignId: number, urls: readonly string[]): Promise<Letter['linkTo']> }
  confirmedOptIn: boolean
  logger: { warn(details: object, message: string): void }
}): (clock: Clock) => Promise<number> {
  async function letterOf(mail: WelcomeMail): Promise<Letter> {
    const { siteName } = sender()
    const reason = `You are receiving this message because you signed up for email updates from ${siteName}.`
    const content = compileCampaignMail({ ...mail, reason }, sender())
    return { mail, content, linkTo: await trackedLinks.track(mail.campaignId, content.links) }
  }

  async function send({ subject }: WelcomeTask, { mail, content, linkTo }: Letter): Promise<WelcomeOutcome> {
    const person = await subscriber(knex, subject, confirmedOptIn)
    const provider = person ? mailboxProvider(person.email) : 'other'
    if (!person?.mayBeMailed) return { status: 'skipped', detail: 'no longer wanted', provider }
    const { campaignId } = mail
    const links = unsubscribeLinks(subject, campaignId)
    const { hostname } = new URL(sender().publicUrl)
    try {
      await mailer.send({
        to: person.email,
        ...content.fill({ firstName: person.firstName, unsubscribeUrl: links.url, linkTo: linkTo(subject) }),
        messageId: `<c${campaignId}.${subject}@${hostname}>`,
        headers: {
          ...links.headers,
          'List-ID': `<campaigns.${hostname}>`,
          'Feedback-ID': `c${campaignId}:welcome:campaigns:${hostname}`,
          'Auto-Submitted': 'auto-generated',
        },
      })
      return { status: 'sent', detail: null, provider }
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal === null) throw error
      return { status: 'failed', detail: refusal, provider }
    }
  }

  /** False when the mail has to wait: a mail server that is away is asked again later, not once per person. */
  async function handleTask(task: WelcomeTask, letter: Letter, clock: Clock): Promise<boolean> {
    try {
      await welcomeQueue.finish(task, await send(task, letter), clock().toISOString())
      return true
    } catch (error) {
      const now = clock().toISOString()
      const dueAt = later(task.joinedAt, letter.mail.afterHours * hour)
      const isTooLate = now > later(dueAt, givenUpAfter)
      logger.warn({ number: task.number, attempts: task.attempts, ...codesOf(error) }, 'A welcome mail has to wait.')
      if (isTooLate) await welcomeQueue.finish(task, { status: 'failed', detail: 'gave up', provider: 'other' }, now)
      else await welcomeQueue.later(task, later(now, pauseAfter(task.attempts)))
      return isTooLate
    }
  }

  /** The log gets what the queue has; a crash in between is repeated. */
  async function record(clock: Clock): Promise<void> {
    for (const done of await welcomeQueue.unrecorded()) {
      const context = systemContext({ commandId: `${welcomeSeriesStream} ${done.subject} ${done.number}`, at: clock() })
      await handle(welcomeMails, welcomeMailStream(done.subject), { type: 'RecordWelcomeMail', data: done }, context)
      await welcomeQueue.recorded(done)
    }
  }

  /** Returns the number of mails handled, and whether the mail server is away. */
  async function sendAll(mail: WelcomeMail, number: number, clock: Clock): Promise<[number, boolean]> {
    let handled = 0
    let letter: Letter | null = null
    for (;;) {
      const now = clock().toISOString()
      const tasks = await welcomeQueue.claim(number, later(now, -mail.afterHours * hour), now)
      if (tasks.length === 0) return [handled, false]
      letter ??= await letterOf(mail)
      for (const task of tasks) {
        if (!(await handleTask(task, letter, clock))) return [handled, true]
        handled++
      }
      await record(clock)
    }
  }

  return async (clock) => {
    // Of a process that died.
    await record(clock)
    const { isOn, mails } = await welcomeSeriesAt(series)
    if (!isOn) return 0
    let handled = 0
    for (const [index, mail] of mails.entries()) {
      const [count, isAway] = await sendAll(mail, index + 1, clock)
      handled += count
      if (isAway) break
    }
    await record(clock)
    return handled
  }
}
