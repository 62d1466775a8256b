import type { Knex } from 'knex'
import type { EmailCampaignEvent } from '../domain/email-campaign-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { emailCampaignExceededMail, emailCampaignPausedMail } from '../mail/email-campaign-notices.ts'
import type { Sender } from '../mail/layout.ts'
import type { Mail } from '../mail/mailer.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { adminAddresses } from '../read-model/users.ts'
import { causedBy } from './event-mails.ts'

type Decided =
  | 'CampaignSent'
  | 'CampaignSentAgain'
  | 'CampaignPaused'
  | 'CampaignResumed'
  | 'CampaignCancelled'
  | 'CampaignFinished'
  | 'CampaignLimitExceeded'
type HandledEvent = Extract<EmailCampaignEvent, { type: Decided }> | SubjectEvent

export type EmailCampaignsReactor = {
  name: 'email-campaigns'
  on: { [E in HandledEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Carries out email campaign decisions in the log even if the process died right after deciding; tells admins about an
 * automatic pause, and about what would have led to one after the end; removes an erased person from the lists.
 */
export function emailCampaignsReactor({
  knex,
  sentMails,
  sender,
  emailCampaignSending,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
  emailCampaignSending: { apply(campaignId: number): Promise<unknown>; forget(subject: string): Promise<void> }
}): EmailCampaignsReactor {
  const apply = async ({ data }: { data: { campaignId: number } }) => {
    await emailCampaignSending.apply(data.campaignId)
  }
  async function tellAdmins(event: Recorded<HandledEvent>, mailTo: (to: string) => Mail): Promise<void> {
    for (const { userId, email } of await adminAddresses(knex))
      await sentMails.sendOnce({ key: `${event.id}.${userId}`, ...causedBy('email-campaigns', event) }, async () =>
        mailTo(email),
      )
  }
  return {
    name: 'email-campaigns',
    on: {
      CampaignSent: apply,
      CampaignSentAgain: apply,
      CampaignResumed: apply,
      CampaignCancelled: apply,
      CampaignFinished: apply,
      async CampaignPaused(event) {
        await apply(event)
        const { by, campaignId } = event.data
        if (by === 'admin') return
        await tellAdmins(event, (to) => emailCampaignPausedMail(sender(), to, { because: by, campaignId }))
      },
      async CampaignLimitExceeded(event) {
        const { by, campaignId } = event.data
        await tellAdmins(event, (to) => emailCampaignExceededMail(sender(), to, { because: by, campaignId }))
      },
      SubjectErased: ({ data }) => emailCampaignSending.forget(data.subject),
    },
  }
}
