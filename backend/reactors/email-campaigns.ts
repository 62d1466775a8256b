import type { Knex } from 'knex'
import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import {
  emailCampaignExceededMail,
  emailCampaignPausedMail,
  emailCampaignStoppedMail,
} from '../mail/email-campaign-notices.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { emailCampaignName, emailCampaignRow } from '../read-model/email-campaigns.ts'
import { namedFor } from '../read-model/staff-names.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'
import { type StaffReader, staffMails } from './staff-mails.ts'

type Decided =
  | 'CampaignUnscheduled'
  | 'CampaignFailed'
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
 * automatic pause, about what would have led to one after the end, and about a schedule that ended by itself; removes an
 * erased person from the lists.
 */
export function emailCampaignsReactor({
  knex,
  sentMails,
  sender,
  emailCampaignSending,
  reached,
  earlier,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
  emailCampaignSending: { apply(campaignId: number): Promise<unknown>; forget(subject: string): Promise<void> }
  reached: Reached
  /** The events of its stream before this one. */
  earlier(event: Recorded): Promise<Recorded<EmailCampaignEvent>[]>
}): ReactsTo<HandledEvent> {
  const apply = async ({ data }: { data: { campaignId: number } }) => {
    await emailCampaignSending.apply(data.campaignId)
  }
  const tellStaff = staffMails({ knex, sentMails }, 'email-campaigns')
  /** As it is now: a decision since then makes such a mail out of date. */
  async function current({ position, data }: Pick<Recorded, 'position'> & { data: { campaignId: number } }) {
    await requireReached(reached, position)
    return emailCampaignRow(knex, data.campaignId, { id: null, rights: { has: () => true } })
  }
  /** The person who scheduled it last; null: none did. */
  async function scheduledBy(event: Recorded): Promise<number | null> {
    const scheduled = (await earlier(event)).findLast(({ type }) => type === 'CampaignScheduled')
    return scheduled && 'id' in scheduled.metadata.actor ? scheduled.metadata.actor.id : null
  }
  return {
    name: 'email-campaigns',
    on: {
      CampaignSent: apply,
      CampaignSentAgain: apply,
      CampaignResumed: apply,
      CampaignCancelled: apply,
      CampaignFinished: apply,
      async CampaignUnscheduled(event) {
        if (event.data.rewrittenBy === undefined) return
        const row = await current(event)
        if (!row || row.rewrittenBy === null) return
        const { id, name, rewrittenBy } = row
        const mailTo = ({ email, rights }: StaffReader) =>
          emailCampaignStoppedMail(sender(), email, {
            campaignId: id,
            name,
            what: `was scheduled. ${namedFor(rights, rewrittenBy)} may not send and has changed it since, so it won’t go out by itself.`,
            next: 'Read the new text, then schedule it again or send it.',
          })
        await tellStaff(event, mailTo, await scheduledBy(event))
      },
      async CampaignFailed(event) {
        const row = await current(event)
        if (!row || row.failedBecause === null) return
        const { id, name, failedBecause } = row
        const notice = {
          campaignId: id,
          name,
          what: `was scheduled and didn’t go out. ${failedBecause}`,
          next: 'Make it a draft again, then schedule it or send it.',
        }
        await tellStaff(
          event,
          ({ email }) => emailCampaignStoppedMail(sender(), email, notice),
          await scheduledBy(event),
        )
      },
      async CampaignPaused(event) {
        await apply(event)
        const { by, campaignId } = event.data
        if (by === 'admin') return
        if (by === 'rights') {
          const row = await current(event)
          if (row?.pausedBecause !== 'rights') return
          const notice = {
            campaignId,
            name: row.name,
            what: 'is paused: the person or API key that let it go out may no longer send email campaigns.',
            next: 'Resume it if it should go on, or cancel it.',
          }
          return tellStaff(event, ({ email }) => emailCampaignStoppedMail(sender(), email, notice))
        }
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
