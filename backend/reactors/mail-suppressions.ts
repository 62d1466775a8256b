import type { MailConsentEvent } from '../domain/mail-consents.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import { type CommandContext, systemContext } from '../eventlog/command-context.ts'
import type { Recorded } from '../eventlog/metadata.ts'

type SuppressingEvent =
  | Exclude<MailConsentEvent, { type: 'MailChoicesChanged' | 'MailAddressConfirmed' }>
  | SubjectEvent
  | Extract<UserEvent, { type: 'UserEmailChanged' }>

export type MailSuppressionsReactor = {
  name: 'mail-suppressions'
  on: { [E in SuppressingEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** Repeats what the commands write to app.mail_suppressions after appending, in case a crash came in between. */
export function mailSuppressionsReactor({
  applySuppression,
  moveRefusal,
  mailSuppressions,
}: {
  /** From commands/mail-consents/mail-suppressions.ts. */
  applySuppression(subject: string): Promise<void>
  /** From commands/mail-suppressions.ts. */
  moveRefusal(move: { previousSubject: string; subject: string }, context: CommandContext): Promise<void>
  mailSuppressions: { forget(subject: string): Promise<void> }
}): MailSuppressionsReactor {
  const apply = ({ data }: { data: { subject: string } }) => applySuppression(data.subject)
  return {
    name: 'mail-suppressions',
    on: {
      MailUnsubscribed: apply,
      MailOptOutImported: apply,
      MailOptOutWithdrawn: apply,
      MailResubscribed: apply,
      MailBounced: apply,
      MailComplained: apply,
      UserEmailChanged: (event) =>
        moveRefusal(event.data, systemContext({ commandId: `move refusal ${event.id}`, cause: event })),
      SubjectErased: ({ data }) => mailSuppressions.forget(data.subject),
    },
  }
}
