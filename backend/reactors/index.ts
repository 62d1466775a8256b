import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { Fact } from '../domain/decider.ts'
import type { RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { accountsReactor } from './accounts.ts'
import { acknowledgmentsReactor } from './acknowledgments.ts'
import { campaignEventMailsReactor } from './campaign-event-mails.ts'
import { deletionMailsReactor } from './deletion-mails.ts'
import { emailCampaignsReactor } from './email-campaigns.ts'
import { erasuresReactor } from './erasures.ts'
import { mailConfirmationsReactor } from './mail-confirmations.ts'
import { mailSuppressionsReactor } from './mail-suppressions.ts'
import { profilePhotosReactor } from './profile-photos.ts'
import { createReactorRunner, type ReactorRunner } from './reactor.ts'
import { reviewDecisionsReactor } from './review-decisions.ts'
import { rsvpMailsReactor } from './rsvp-mails.ts'
import { rsvpSeatsReactor } from './rsvps.ts'
import { securityAlertsReactor } from './security-alerts.ts'
import { welcomeSeriesReactor } from './welcome-series.ts'

type Tools = Omit<Parameters<typeof createReactorRunner>[0], 'decode'> &
  Parameters<typeof accountsReactor>[0] &
  Parameters<typeof erasuresReactor>[0] &
  Parameters<typeof emailCampaignsReactor>[0] &
  Parameters<typeof mailConfirmationsReactor>[0] &
  Parameters<typeof mailSuppressionsReactor>[0] &
  Parameters<typeof profilePhotosReactor>[0] &
  Parameters<typeof rsvpSeatsReactor>[0] &
  Parameters<typeof rsvpMailsReactor>[0] &
  Parameters<typeof deletionMailsReactor>[0] &
  Parameters<typeof acknowledgmentsReactor>[0] &
  Parameters<typeof reviewDecisionsReactor>[0] &
  Parameters<typeof securityAlertsReactor>[0] &
  Pick<Parameters<typeof welcomeSeriesReactor>[0], 'welcomeQueue'> &
  Omit<Parameters<typeof campaignEventMailsReactor>[0], 'earlier'> & {
    /** A codec's. */
    decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  }

/** All reactors; each names what it needs. Nothing runs yet. */
export function createReactors(tools: Tools): ReactorRunner {
  const { log, decode } = tools
  const earlier = async ({ stream, revision }: Recorded) =>
    decode<CampaignEventEvent>((await log.readStream(stream)).slice(0, revision))
  const reactors = createReactorRunner(tools)
  reactors.add({ ...accountsReactor(tools), from: 'start' })
  reactors.add({ ...erasuresReactor(tools), from: 'start' })
  reactors.add({ ...mailSuppressionsReactor(tools), from: 'start' })
  reactors.add({ ...emailCampaignsReactor(tools), from: 'start' })
  reactors.add({ ...profilePhotosReactor(tools), from: 'start' })
  reactors.add({ ...rsvpSeatsReactor(tools), from: 'start' })
  reactors.add({ ...welcomeSeriesReactor(tools), from: 'start' })
  reactors.add({ ...deletionMailsReactor(tools), from: 'start' })
  reactors.add({ ...rsvpMailsReactor(tools), from: 'start' })
  // Switched on later, it asks nobody who joined before.
  reactors.add({ ...mailConfirmationsReactor(tools), from: 'now' })
  reactors.add({ ...campaignEventMailsReactor({ ...tools, earlier }), from: 'now' })
  reactors.add({ ...acknowledgmentsReactor(tools), from: 'now' })
  reactors.add({ ...reviewDecisionsReactor(tools), from: 'now' })
  reactors.add({ ...securityAlertsReactor(tools), from: 'now' })
  return reactors
}
