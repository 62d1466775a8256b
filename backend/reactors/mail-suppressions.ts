import type { UserEvent } from '../domain/accounts/users.ts'
import type { MailConsentEvent } from '../domain/mail/mail-consents.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { type CommandContext, systemContext } from '../kernel/eventlog/command-context.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'

type SuppressingEvent =
  | Exclude<
      MailConsentEvent,
      {
        type:
          | 'MailChoicesChanged'
          | 'MailAddressConfirmed'
          | 'MailAddressMoved'
          | 'MailAskedForAgain'
          | 'MailComplaintHeld'
      }
    >
  | SubjectEvent
  | Extract<UserEvent, { type: 'UserEmailChanged' }>
/** These come by the thousand. */
type OfImports = Extract<MailConsentEvent, { type: 'MailOptOutImported' | 'MailOptOutWithdrawn' }>

export type MailSuppressionsReactor = {
  name: 'mail-suppressions'
  on: { [E in SuppressingEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
  together: {
    types: readonly OfImports['type'][]
    react(events: readonly Recorded<OfImports>[]): Promise<void>
  }
}

/** Repeats what the commands write to app.mail_suppressions after appending, in case a crash came in between. */
export function mailSuppressionsReactor({
  applySuppressions,
  moveSuppression,
  mailSuppressions,
}: {
  /** From commands/mail-consents/mail-suppressions.ts. */
  applySuppressions(subjects: readonly string[]): Promise<void>
  moveSuppression(move: { previousSubject: string; subject: string }, context: CommandContext): Promise<void>
  mailSuppressions: { forget(subject: string): Promise<void> }
}): MailSuppressionsReactor {
  const apply = ({ data }: { data: { subject: string } }) => applySuppressions([data.subject])
  return {
    name: 'mail-suppressions',
    on: {
      MailUnsubscribed: apply,
      MailOptOutImported: apply,
      MailOptOutWithdrawn: apply,
      MailResubscribed: apply,
      MailConsentRenewed: apply,
      MailBounced: apply,
      MailBounceLifted: apply,
      MailComplained: apply,
      MailComplaintLifted: apply,
      UserEmailChanged: (event) =>
        moveSuppression(event.data, systemContext({ commandId: `move refusal ${event.id}`, cause: event })),
      SubjectErased: ({ data }) => mailSuppressions.forget(data.subject),
    },
    together: {
      types: ['MailOptOutImported', 'MailOptOutWithdrawn'],
      react: (events) => applySuppressions([...new Set(events.map(({ data }) => data.subject))]),
    },
  }
}
