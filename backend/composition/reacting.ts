import { campaign } from '../../contract/campaign.ts'
import { currentSuppression, moveSuppression } from '../commands/mail-consents/mail-suppressions.ts'
import { accountRepairs } from '../commands/users/account-repairs.ts'
import { confirmLinks } from '../identity/confirm-links.ts'
import { requestVacuum } from '../kernel/database/erasure-vacuum.ts'
import { createReactors } from '../reactors/index.ts'
import type { Reached } from '../reactors/reached.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'
import type { Base } from './base.ts'
import type { createMailing } from './mailing.ts'
import type { Past } from './past.ts'

/** The reactors with what they need. None runs yet. */
export function createReacting({
  core,
  database,
  logger,
  mailing: { mail, sender, limitedMails, emailCampaignSending, unsubscribeLinks, welcomeQueue },
  erasing,
  reached,
  past,
}: Pick<Base, 'core' | 'database' | 'logger'> & {
  mailing: ReturnType<typeof createMailing>
  erasing: Parameters<typeof accountRepairs>[0] & Pick<Parameters<typeof createReactors>[0], 'photos'>
  reached: Reached
  past: Pick<Past, 'sweep'>
}): ReactorRunner {
  const { pool, knex } = database
  return createReactors({
    ...core,
    ...mail,
    pool,
    knex,
    logger,
    photos: erasing.photos,
    reached,
    async requestVacuum() {
      await requestVacuum(pool)
      await past.sweep()
    },
    sender,
    welcomeQueue,
    ...accountRepairs(erasing),
    confirmedOptIn: campaign.confirmedOptIn,
    decisionMails: campaign.decisionMails,
    securityAlerts: campaign.securityAlerts,
    currentSuppression: (subject) => currentSuppression(core, subject),
    emailCampaignSending,
    moveSuppression: (move, context) => moveSuppression(core, move, context),
    unsubscribeLinks,
    confirmLinks: confirmLinks(core),
    limitedMails,
    acknowledgments: {
      ...campaign.acknowledgments,
      // Where addresses are confirmed, a new subscriber gets one additional email, which asks for the confirmation.
      signUp: campaign.acknowledgments.signUp && !campaign.confirmedOptIn,
    },
  })
}
