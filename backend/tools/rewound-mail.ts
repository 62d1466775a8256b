import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import { type EmailCampaignCommand, emailCampaignStream, emailCampaigns } from '../domain/mail/email-campaigns.ts'
import { rewindLists } from '../email-campaign-sending/rewound-lists.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import { emailCampaignStates } from '../read-model/email-campaigns.ts'
import type { RewindParts } from './rewind-parts.ts'

async function readEmailCampaign({ log, decode }: RewindParts['core'], campaignId: number) {
  const events = await decode<EmailCampaignEvent>(await log.readStream(emailCampaignStream(campaignId)))
  return { emailCampaign: stateAfter(emailCampaigns, events), revision: events.at(-1)?.revision ?? -1 }
}

/**
 * Where the log has lost decisions about an email campaign, no email leaves by what it still says: the campaign may have
 * been sent at its time, changed, or stopped. The read tables still know the lost decisions.
 */
async function holdEmailCampaigns({ core, erasing: { knex }, now, print }: RewindParts): Promise<void> {
  for (const { id, status, revision } of await emailCampaignStates(knex)) {
    const known = await readEmailCampaign(core, id)
    if (known.revision >= revision) continue
    const decide = (command: EmailCampaignCommand) =>
      core.handle(emailCampaigns, emailCampaignStream(id), command, commandLineContext({ at: now() }))
    if (known.emailCampaign.status === 'scheduled') {
      await decide({ type: 'UnscheduleCampaign', data: { campaignId: id } })
      print(
        `Email campaign ${id} was changed by decisions that the log has lost. It is a draft now: read it before you schedule it again.`,
      )
    }
    if (known.emailCampaign.status === 'sending' && (status === 'paused' || status === 'cancelled')) {
      const data = { campaignId: id }
      await decide(
        status === 'paused'
          ? { type: 'PauseCampaign', data: { ...data, by: 'admin' } }
          : { type: 'CancelCampaign', data },
      )
      print(`Email campaign ${id} was ${status} by a decision that the log has lost. It is ${status} again.`)
    }
  }
}

/** `from`: when the shared event was recorded. */
export async function putBackMail(parts: RewindParts, from: string): Promise<void> {
  const { core, pool, print } = parts
  await holdEmailCampaigns(parts)
  const lost = await rewindLists(pool, (campaignId) => readEmailCampaign(core, campaignId))
  for (const { campaignId, sent } of lost)
    print(
      `Email campaign ${campaignId} was sent to ${sent} people, and the log does not know it: do not send the same text again.`,
    )
  // Recorded once more; the log takes no outcome twice.
  await pool.query(
    `UPDATE app.welcome_mails SET is_recorded = false
     WHERE is_recorded AND status <> 'waiting' AND done_at >= $1::timestamptz - interval '1 day'`,
    [from],
  )
}
