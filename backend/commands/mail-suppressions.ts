import {
  type MailConsentEvent,
  mailConsentStream,
  mailConsents,
  type Suppression,
  suppressionIn,
} from '../domain/mail-consents.ts'
import type { EventLog, RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'

export type SuppressionTools = {
  log: Pick<EventLog, 'readStream'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<MailConsentEvent>[]>
  mailSuppressions: { apply(subject: string, decide: () => Promise<Suppression | null>): Promise<void> }
}

/**
 * Brings the row in app.mail_suppressions up to what the log says. Every command does so right after its append, and a
 * reactor repeats it in case of a crash in between. Idempotent; an old event never undoes a newer one.
 */
export const applySuppression = ({ log, decode, mailSuppressions }: SuppressionTools, subject: string): Promise<void> =>
  mailSuppressions.apply(subject, async () => {
    const history = await decode(await log.readStream(mailConsentStream(subject)))
    return suppressionIn(history.reduce(mailConsents.evolve, mailConsents.initialState))
  })
