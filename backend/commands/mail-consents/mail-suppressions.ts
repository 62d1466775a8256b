import { stateAfter } from '../../domain/decider.ts'
import {
  type MailConsentEvent,
  mailConsentStream,
  mailConsents,
  type Suppression,
  suppressionIn,
} from '../../domain/mail-consents.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { EventLog, RecordedEvent } from '../../eventlog/event-log.ts'
import type { Handle } from '../../eventlog/handle.ts'
import type { Recorded } from '../../eventlog/metadata.ts'

export type SuppressionTools = {
  log: Pick<EventLog, 'readStream'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<MailConsentEvent>[]>
  mailSuppressions: { apply(subject: string, decide: () => Promise<Suppression | null>): Promise<void> }
}

async function consentIn({ log, decode }: Pick<SuppressionTools, 'log' | 'decode'>, subject: string) {
  const history = await decode(await log.readStream(mailConsentStream(subject)))
  return stateAfter(mailConsents, history)
}

/**
 * Updates the row in app.mail_suppressions from the log. Every command does so right after its append, and a reactor
 * repeats it in case of a crash in between. Idempotent; an old event never undoes a newer one.
 */
export const applySuppression = (tools: SuppressionTools, subject: string): Promise<void> =>
  tools.mailSuppressions.apply(subject, async () => suppressionIn(await consentIn(tools, subject)))

/**
 * A person who wants no mail and changes the address of their account wants none at the new one either. A bounce stays
 * behind.
 */
export async function moveRefusal(
  tools: SuppressionTools & { handle: Handle },
  { previousSubject, subject }: { previousSubject: string; subject: string },
  context: CommandContext,
): Promise<void> {
  const { unsubscribed, complained } = await consentIn(tools, previousSubject)
  const refusal = unsubscribed ?? complained
  if (!refusal) return
  const { at, campaignId } = refusal
  const command = { type: 'UnsubscribeFromMail', data: { subject, campaignId, at } } as const
  await tools.handle(mailConsents, mailConsentStream(subject), command, context)
  await applySuppression(tools, subject)
}
