import type pg from 'pg'
import type { EmailCampaignDraft, EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import { type EmailCampaign, emailCampaignStream, emailCampaigns } from '../domain/mail/email-campaigns.ts'
import { type ReplyAddresses, replyAddressProblem } from '../domain/mail/reply-addresses.ts'
import { createSignal } from '../kernel/concurrency/signal.ts'
import { type Fact, stateAfter } from '../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Mailer } from '../mail/mailer.ts'
import { rawMarkdown } from '../mail/raw-markdown.ts'
import { anyMail, returnAddressOf } from '../mail/return-address.ts'
import type { SegmentChoice } from '../read-model/email-segments.ts'
import { envelopeProblem } from './envelope-problem.ts'
import { createLetterhead, type LetterheadSettings } from './letterhead.ts'
import { applyToList } from './list-states.ts'
import type { NumberLinks } from './messages.ts'
import { createPreviews } from './previews.ts'
import { dropList, dropUnusedLists, forgetOldAddresses, forgetRecipient, makeList } from './recipient-lists.ts'
import { createRecorder, type ReportBounce } from './recorder.ts'
import { defaultSettings, type SenderSettings } from './sender-settings.ts'
import { createSenderThread } from './sender-thread.ts'
import { createSingleMails } from './single-mails.ts'
import { createSmtpLine, type SmtpServer } from './smtp-lines.ts'
import { smtpServerAt } from './smtp-server.ts'

export type EmailCampaignSending = ReturnType<typeof createEmailCampaignSending>

const recordEvery = 1000 // ms
/**
 * Pause while no email campaign is in progress. An email campaign that starts in this process is recorded at once;
 * outcomes of a dead process wait this long.
 */
const idleEvery = 10_000 // ms
const checkEvery = 50 // ms

/** Sends the email of email campaigns and records the outcomes in the log. Any number of processes may run it. */
export function createEmailCampaignSending({
  pool,
  databaseUrl,
  log,
  decode,
  handle,
  letterhead: words,
  replyAddresses,
  publicUrl,
  knowsSuppressions,
  numberLinks,
  settings: own = {},
  smtpUrl,
  requireTLS,
  mailer,
  reportBounce,
  logger,
}: {
  pool: pg.Pool
  /** The database of `pool`: the sending thread has connections of its own. */
  databaseUrl: string
  log: Pick<EventLog, 'readStream'>
  decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  handle: Handle
  letterhead: LetterheadSettings
  /** Where replies to an email campaign may go. */
  replyAddresses: ReplyAddresses
  /** URL of the site, without a trailing slash; read when the first email is built. */
  publicUrl: () => string
  /** True when the read tables say who gets no email as the log does now; waits briefly. */
  knowsSuppressions: () => Promise<boolean>
  numberLinks: NumberLinks
  settings?: Partial<SenderSettings>
  /** Unset: `mailer` keeps the email. */
  smtpUrl: string | undefined
  /** Never sends in plain text over smtp://. */
  requireTLS: boolean
  mailer: Pick<Mailer, 'send'>
  reportBounce: ReportBounce
  logger: { warn(details: object, message: string): void; fatal(details: object, message: string): void }
}) {
  const settings = { ...defaultSettings, ...own }
  const letterhead = createLetterhead(words, { publicUrl, numberLinks })
  const server = (): SmtpServer | null => {
    if (smtpUrl === undefined) return null
    return smtpServerAt(smtpUrl, { publicUrl: publicUrl(), requireTLS })
  }
  let checkedAt = 0
  /** Skips bad addresses without waiting for the next second, in which a thousand more emails could leave. */
  function onRefused(campaignId: number): void {
    if (performance.now() - checkedAt < checkEvery) return
    checkedAt = performance.now()
    recorder.pauseIfBad(campaignId).catch((error: unknown) => {
      logger.warn(
        { err: error },
        'Whether a campaign has to be paused could not be found out; the next second tries again.',
      )
    })
  }
  const sender = createSenderThread({
    pool,
    settings,
    task: () => ({ databaseUrl, server: server(), letterhead: words, publicUrl: publicUrl() }),
    knowsSuppressions,
    numberLinks,
    keep: mailer.send,
    onRefused,
    logger,
  })
  const closing = new AbortController()
  const recording = createSignal(closing.signal)
  let recorded: Promise<unknown> = Promise.resolve()
  let isStarted = false

  /** The email campaign from the log, and the revision of its last event (-1: none). */
  async function stateOf(campaignId: number): Promise<{ emailCampaign: EmailCampaign; revision: number }> {
    const events = await decode<EmailCampaignEvent>(await log.readStream(emailCampaignStream(campaignId)))
    const emailCampaign = stateAfter(emailCampaigns, events)
    return { emailCampaign, revision: events.at(-1)?.revision ?? -1 }
  }

  /** Carries out the log’s decision, after the command and once more by a reactor. */
  async function apply(campaignId: number): Promise<EmailCampaign> {
    const { emailCampaign, revision } = await stateOf(campaignId)
    await applyToList(pool, emailCampaign, revision)
    sender.wake()
    recording.raise()
    return emailCampaign
  }
  const recorder = createRecorder({ pool, handle, apply, reportBounce, signal: closing.signal })

  async function keepRecording(): Promise<void> {
    let isOpen = true
    while (!closing.signal.aborted) {
      await recording.wait(isOpen ? recordEvery : idleEvery)
      isOpen = await recorder.tick().catch((error: unknown) => {
        logger.warn({ err: error }, 'Outcomes of campaign mail wait to be recorded.')
        return true
      })
    }
  }

  return {
    // Preview links are not tracked.
    ...createPreviews({ letterhead: { ...letterhead, trackedLinks: undefined }, mailer }),
    stateOf,
    rawMarkdown,
    replyAddressProblem: (replyTo: string | null) => replyAddressProblem(replyTo, replyAddresses),
    /** Asks the mail server with the sender of campaign mail, and sends nothing. One sentence, or null. */
    async envelopeProblem(to: string): Promise<string | null> {
      const address = server()
      if (address === null) return null
      const from = returnAddressOf(letterhead.returnPath, anyMail)
      const isPlusAddress = letterhead.returnPath.tokens !== undefined
      return envelopeProblem(address, { from, to }, { timeout: settings.timeout, isPlusAddress })
    },
    /** For the welcome series, whose emails go out one by one. */
    singleMails(mail: Parameters<typeof createSingleMails>[1], campaignId: number) {
      const address = server()
      return createSingleMails(
        { letterhead, line: address && createSmtpLine(address, settings), mailer },
        mail,
        campaignId,
      )
    },
    /** Writes the list of recipients in one snapshot; no email is sent before a decision names the list. */
    makeList({ draft, choice }: { draft: EmailCampaignDraft; choice: SegmentChoice }) {
      const { campaignId, kind, subject, preheader, body, replyTo } = draft
      const { purpose, obeys, confirmedOptIn } = choice
      const mail = { kind, subject, preheader, body, replyTo, purpose, obeys, confirmedOptIn }
      return makeList(pool, { campaignId, choice, mail })
    },
    dropList: (listId: string) => dropList(pool, listId),
    /** An erased person gets no more email. */
    forget: (subject: string) => forgetRecipient(pool, subject),
    apply,
    /** State of the sending thread, and how many have died. */
    threadStatus: sender.status,
    /** Records outcomes and ends finished email campaigns; also runs every second. */
    record: recorder.tick,
    noteExceededLimits: recorder.noteExceededLimits,
    /** Also runs every minute. */
    dropUnusedLists: () => dropUnusedLists(pool),
    /** Deletes addresses of email campaigns that ended long before `now`; also runs every minute. */
    forgetOldAddresses: (now: Date) => forgetOldAddresses(pool, now),
    start() {
      isStarted = true
      sender.start()
      recorded = keepRecording()
    },
    async close() {
      closing.abort()
      if (isStarted) await Promise.all([sender.close(), recorded])
      recording.stop()
    },
  }
}
