import type { Suppression } from '../../../records/mail.ts'
import type { MailConsentEvent } from '../../domain/mail/mail-consent-events.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import { suppressionIn, wishIn } from '../../domain/mail/mail-suppressions.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { createStreamReader } from '../../kernel/eventlog/stream-reader.ts'

export type SuppressionTools = {
  log: Pick<EventLog, 'readStream' | 'readStreams'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<MailConsentEvent>[]>
}

async function consentsIn({ log, decode }: SuppressionTools, subjects: readonly string[]) {
  const read = createStreamReader(log)
  const recorded = await Promise.all(subjects.map((subject) => read(mailConsentStream(subject))))
  const histories = Map.groupBy(await decode(recorded.flat()), ({ stream }) => stream)
  return subjects.map((subject) => ({
    subject,
    consent: stateAfter(mailConsents, histories.get(mailConsentStream(subject)) ?? []),
  }))
}

/** Why this person gets no campaign mail, from the log itself: the read tables may be a moment behind. */
export async function currentSuppression(tools: SuppressionTools, subject: string): Promise<Suppression | null> {
  const [now] = await consentsIn(tools, [subject])
  return now ? suppressionIn(now.consent.suppressions) : null
}

/**
 * A person who wants no mail, or no mail about something, and changes the address of their account wants none at the new
 * one either. A bounce stays behind.
 */
export async function moveSuppression(
  tools: SuppressionTools & { handle: Handle },
  { previousSubject, subject }: { previousSubject: string; subject: string },
  context: CommandContext,
): Promise<void> {
  const [before, now] = await consentsIn(tools, [previousSubject, subject])
  if (!before || !now) return
  const [old, chosen] = [before.consent.choices, now.consent.choices]
  const choices = {
    campaignNews: old.campaignNews && chosen.campaignNews,
    volunteerOpportunities: old.volunteerOpportunities && chosen.volunteerOpportunities,
    eventInvitations: old.eventInvitations && chosen.eventInvitations,
    emailUpdates: old.emailUpdates && chosen.emailUpdates,
  }
  const choose = { type: 'ChooseMail', data: { subject, ...choices } } as const
  const own = { ...context, commandId: `${context.commandId} choices` }
  await tools.handle(mailConsents, mailConsentStream(subject), choose, own)
  const said = wishIn(before.consent.suppressions)
  if (!said) return
  const { at, campaignId } = said
  const command = { type: 'UnsubscribeFromMail', data: { subject, campaignId, at } } as const
  await tools.handle(mailConsents, mailConsentStream(subject), command, context)
}
