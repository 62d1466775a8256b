import type { Suppression } from '../../../records/mail.ts'
import {
  type MailConsentEvent,
  mailConsentStream,
  mailConsents,
  suppressionIn,
  wishIn,
} from '../../domain/mail/mail-consents.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { createStreamReader } from '../../kernel/eventlog/stream-reader.ts'

export type SuppressionTools = {
  log: Pick<EventLog, 'readStream' | 'readStreams'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<MailConsentEvent>[]>
  mailSuppressions: {
    apply(
      subjects: readonly string[],
      decide: () => Promise<{ subject: string; suppression: Suppression | null }[]>,
    ): Promise<void>
  }
}

async function consentsIn({ log, decode }: Pick<SuppressionTools, 'log' | 'decode'>, subjects: readonly string[]) {
  const read = createStreamReader(log)
  const recorded = await Promise.all(subjects.map((subject) => read(mailConsentStream(subject))))
  const histories = Map.groupBy(await decode(recorded.flat()), ({ stream }) => stream)
  return subjects.map((subject) => ({
    subject,
    consent: stateAfter(mailConsents, histories.get(mailConsentStream(subject)) ?? []),
  }))
}

/**
 * Updates the rows of these people in app.mail_suppressions from the log. Every command does so right after its append,
 * and a reactor repeats it in case of a crash in between. Idempotent; an old event never undoes a newer one.
 */
export const applySuppressions = (tools: SuppressionTools, subjects: readonly string[]): Promise<void> =>
  tools.mailSuppressions.apply(subjects, async () =>
    (await consentsIn(tools, subjects)).map(({ subject, consent }) => ({
      subject,
      suppression: suppressionIn(consent),
    })),
  )

export const applySuppression = (tools: SuppressionTools, subject: string): Promise<void> =>
  applySuppressions(tools, [subject])

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
  const said = wishIn(before.consent)
  if (!said) return
  const { at, campaignId } = said
  const command = { type: 'UnsubscribeFromMail', data: { subject, campaignId, at } } as const
  await tools.handle(mailConsents, mailConsentStream(subject), command, context)
  await applySuppression(tools, subject)
}
