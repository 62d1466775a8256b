import type { Knex } from 'knex'
import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { emailCampaignExceededMail, emailCampaignPausedMail } from '../mail/email-campaign-notices.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { emailCampaignName } from '../read-model/email-campaigns.ts'
import type { ReactsTo } from './reactor.ts'
import { staffMails } from './staff-mails.ts'

type Decided =
  | 'CampaignSent'
  | 'CampaignSentAgain'
  | 'CampaignPaused'
  | 'CampaignResumed'
  | 'CampaignCancelled'
  | 'CampaignFinished'
  | 'CampaignLimitExceeded'
type HandledEvent = Extract<EmailCampaignEvent, { type: Decided }> | SubjectEvent

/**
 * Carries out email campaign decisions in the log even if the process died right after deciding; tells staff about an
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
}): ReactsTo<HandledEvent> {
  const apply = async ({ data }: { data: { campaignId: number } }) => {
    await emailCampaignSending.apply(data.campaignId)
  }
  const tellStaff = staffMails({ knex, sentMails }, 'email-campaigns')
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
        const notice = { because: by, campaignId, name: await emailCampaignName(knex, campaignId) }
        await tellStaff(event, ({ email }) => emailCampaignPausedMail(sender(), email, notice))
      },
      async CampaignLimitExceeded(event) {
        const { by, campaignId } = event.data
        const notice = { because: by, campaignId, name: await emailCampaignName(knex, campaignId) }
        await tellStaff(event, ({ email }) => emailCampaignExceededMail(sender(), email, notice))
      },
      SubjectErased: ({ data }) => emailCampaignSending.forget(data.subject),
    },
  }
}
