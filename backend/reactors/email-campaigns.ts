import type { Knex } from 'knex'
import type { EmailCampaignEvent } from '../domain/email-campaign-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { campaignPausedMail } from '../mail/campaign-notices.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { adminAddresses } from '../read-model/users.ts'
import { causedBy } from './event-mails.ts'

type Decided = 'CampaignSent' | 'CampaignPaused' | 'CampaignResumed' | 'CampaignCancelled' | 'CampaignFinished'
type HandledEvent = Extract<EmailCampaignEvent, { type: Decided }> | SubjectEvent

export type EmailCampaignsReactor = {
  name: 'email-campaigns'
  on: { [E in HandledEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Carries out campaign decisions in the log even if the process died right after deciding; tells admins about an
 * automatic pause; removes an erased person from the lists.
 */
export function emailCampaignsReactor({
  knex,
  sentMails,
  sender,
  campaignSending,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
  campaignSending: { apply(campaignId: number): Promise<unknown>; forget(subject: string): Promise<void> }
}): EmailCampaignsReactor {
  const apply = async ({ data }: { data: { campaignId: number } }) => {
    await campaignSending.apply(data.campaignId)
  }
  return {
    name: 'email-campaigns',
    on: {
      CampaignSent: apply,
      CampaignResumed: apply,
      CampaignCancelled: apply,
      CampaignFinished: apply,
      async CampaignPaused(event) {
        await apply(event)
        const { by, campaignId } = event.data
        if (by === 'admin') return
        for (const { userId, email } of await adminAddresses(knex))
          await sentMails.sendOnce({ key: `${event.id}.${userId}`, ...causedBy('email-campaigns', event) }, async () =>
            campaignPausedMail(sender(), email, { because: by, campaignId }),
          )
      },
      SubjectErased: ({ data }) => campaignSending.forget(data.subject),
    },
  }
}
