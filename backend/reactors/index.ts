import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { ForumThreadEvent } from '../domain/forum/forum-thread-events.ts'
import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'
import type { RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { accountsReactor } from './accounts.ts'
import { acknowledgmentsReactor } from './acknowledgments.ts'
import { campaignEventMailsReactor } from './campaign-event-mails.ts'
import { deletionMailsReactor } from './deletion-mails.ts'
import { emailCampaignsReactor } from './email-campaigns.ts'
import { erasuresReactor } from './erasures.ts'
import { eventOf } from './event-mails.ts'
import { forumMailsReactor } from './forum-mails.ts'
import { forumReportsReactor } from './forum-reports.ts'
import { mailConfirmationsReactor } from './mail-confirmations.ts'
import { mailRenewalsReactor } from './mail-renewals.ts'
import { mailSuppressionsReactor } from './mail-suppressions.ts'
import { measurementAlarmsReactor } from './measurement-alarms.ts'
import { movedAddressesReactor } from './moved-addresses.ts'
import { profilePhotosReactor } from './profile-photos.ts'
import { createReactorRunner, type Reactor, type ReactorRunner } from './reactor.ts'
import { reviewDecisionsReactor } from './review-decisions.ts'
import { rsvpMailsReactor } from './rsvp-mails.ts'
import { rsvpSeatsReactor } from './rsvps.ts'
import { securityAlertsReactor } from './security-alerts.ts'
import type { WelcomeQueue } from './welcome-queue.ts'
import { welcomeSeriesReactor } from './welcome-series.ts'

type Tools = Omit<Parameters<typeof createReactorRunner>[0], 'decode'> &
  Parameters<typeof accountsReactor>[0] &
  Parameters<typeof erasuresReactor>[0] &
  Omit<Parameters<typeof emailCampaignsReactor>[0], 'earlier'> &
  Parameters<typeof mailConfirmationsReactor>[0] &
  Parameters<typeof mailRenewalsReactor>[0] &
  Parameters<typeof mailSuppressionsReactor>[0] &
  Omit<Parameters<typeof movedAddressesReactor>[0], 'decode' | 'welcomeQueue'> & {
    welcomeQueue: Pick<WelcomeQueue, 'follow'>
  } & Parameters<typeof profilePhotosReactor>[0] &
  Parameters<typeof rsvpSeatsReactor>[0] &
  Parameters<typeof rsvpMailsReactor>[0] &
  Parameters<typeof deletionMailsReactor>[0] &
  Parameters<typeof acknowledgmentsReactor>[0] &
  Parameters<typeof reviewDecisionsReactor>[0] &
  Omit<Parameters<typeof forumMailsReactor>[0], 'earlier'> &
  Parameters<typeof forumReportsReactor>[0] &
  Parameters<typeof securityAlertsReactor>[0] &
  Pick<Parameters<typeof welcomeSeriesReactor>[0], 'welcomeQueue'> &
  Omit<Parameters<typeof campaignEventMailsReactor>[0], 'earlier'> & {
    sentMails: SentMails
    /** `decode` of the codec. */
    decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  }

/** All reactors, each with its own dependencies. None runs yet. */
export function createReactors(tools: Tools): ReactorRunner {
  const { log, decode, sentMails } = tools
  const earlierBy =
    <Event extends Fact>() =>
    async ({ stream, revision }: Recorded) =>
      decode<Event>((await log.readStream(stream)).slice(0, revision))
  const reactors = createReactorRunner(tools)
  /** Reacts to an event once more for an email that was set aside; an outdated email is not sent. */
  function addMailing(reactor: Reactor): void {
    reactors.add(reactor)
    sentMails.addWriter(reactor.name, async (about) => {
      const { stream, revision } = eventOf({ about })
      const recorded = (await log.readStream(stream)).filter((event) => event.revision === revision)
      for (const event of await decode(recorded))
        if (reactor.concerns?.(event) !== false) await reactor.on[event.type]?.(event)
    })
  }
  reactors.add({ ...accountsReactor(tools), from: 'start' })
  reactors.add({ ...erasuresReactor(tools), from: 'start' })
  reactors.add({ ...mailSuppressionsReactor(tools), from: 'start' })
  reactors.add({ ...movedAddressesReactor(tools), from: 'start' })
  addMailing({ ...emailCampaignsReactor({ ...tools, earlier: earlierBy<EmailCampaignEvent>() }), from: 'start' })
  reactors.add({ ...profilePhotosReactor(tools), from: 'start' })
  reactors.add({ ...rsvpSeatsReactor(tools), from: 'start' })
  reactors.add({ ...forumReportsReactor(tools), from: 'now' })
  reactors.add({ ...welcomeSeriesReactor(tools), from: 'start' })
  addMailing({ ...deletionMailsReactor(tools), from: 'start' })
  addMailing({ ...rsvpMailsReactor(tools), from: 'start' })
  // When this is switched on later, people who joined before get no such email.
  addMailing({ ...mailConfirmationsReactor(tools), from: 'now' })
  addMailing({ ...mailRenewalsReactor(tools), from: 'now' })
  addMailing({ ...campaignEventMailsReactor({ ...tools, earlier: earlierBy<CampaignEventEvent>() }), from: 'now' })
  addMailing({ ...acknowledgmentsReactor(tools), from: 'now' })
  addMailing({ ...reviewDecisionsReactor(tools), from: 'now' })
  addMailing({ ...forumMailsReactor({ ...tools, earlier: earlierBy<ForumThreadEvent>() }), from: 'now' })
  addMailing({ ...measurementAlarmsReactor(tools), from: 'now' })
  reactors.add({ ...securityAlertsReactor(tools), from: 'now' })
  return reactors
}
