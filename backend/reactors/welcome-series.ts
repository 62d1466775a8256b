import type { Knex } from 'knex'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { MailConsentEvent } from '../domain/mail/mail-consent-events.ts'
import {
  type WelcomeSeries,
  type WelcomeSeriesEvent,
  welcomeSeries,
  welcomeSeriesStream,
} from '../domain/mail/welcome-series.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import type { EventLog, Position, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { subscriber } from '../read-model/welcome-series.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'
import type { WelcomeQueue } from './welcome-queue.ts'

type Joined =
  | Extract<EmailSignupEvent, { type: 'MailingListJoined' }>
  | Extract<MailConsentEvent, { type: 'MailAddressConfirmed' }>
type Event = Joined | SubjectEvent | WelcomeSeriesEvent

export type WelcomeSeriesLog = {
  log: Pick<EventLog, 'readStream' | 'compare'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<WelcomeSeriesEvent>[]>
}

/** The series before a position; without one: the current series. */
export async function welcomeSeriesAt({ log, decode }: WelcomeSeriesLog, before?: Position): Promise<WelcomeSeries> {
  const said = await log.readStream(welcomeSeriesStream)
  const until = before === undefined ? said : said.filter(({ position }) => log.compare(position, before) < 0)
  return stateAfter(welcomeSeries, await decode(until))
}

/**
 * Decides who gets the series: people who join while it is on. Switching it off, or removing its last emails, ends it
 * for everyone in progress, so that no person is welcomed months later. Where only confirmed addresses are mailed,
 * people join by confirming theirs.
 */
export function welcomeSeriesReactor({
  log,
  decode,
  reached,
  knex,
  confirmedOptIn,
  welcomeQueue,
}: WelcomeSeriesLog & {
  knex: Knex
  confirmedOptIn: boolean
  reached: Reached
  welcomeQueue: Pick<WelcomeQueue, 'add' | 'cut' | 'forget'>
}): ReactsTo<Event> {
  async function join({ position, data: { subject }, metadata }: Recorded<Joined>): Promise<void> {
    const { isOn, mails } = await welcomeSeriesAt({ log, decode }, position)
    if (!isOn) return
    // Until the read model shows new people, they look like people who get no mail.
    await requireReached(reached, position)
    if (confirmedOptIn && !(await subscriber(knex, subject, confirmedOptIn))?.mayBeMailed) return
    const campaignIds = mails.map(({ campaignId }) => campaignId)
    await welcomeQueue.add(subject, campaignIds, metadata.at)
  }
  return {
    name: 'welcome-series',
    on: {
      MailingListJoined: join,
      MailAddressConfirmed: async (event) => {
        if (confirmedOptIn) await join(event)
      },
      WelcomeSeriesChanged: ({ data: { isOn, mails }, metadata }) =>
        welcomeQueue.cut(isOn ? mails.length : 0, metadata.at),
      SubjectErased: ({ data: { subject } }) => welcomeQueue.forget(subject),
    },
  }
}
