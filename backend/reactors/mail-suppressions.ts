import type { MailConsentEvent } from '../domain/mail-consents.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../eventlog/metadata.ts'

type SuppressingEvent = Exclude<MailConsentEvent, { type: 'MailChoicesChanged' }> | SubjectEvent

export type MailSuppressionsReactor = {
  name: 'mail-suppressions'
  on: { [E in SuppressingEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** Repeats what the commands write to app.mail_suppressions after appending, in case a crash came in between. */
export function mailSuppressionsReactor({
  applySuppression,
  mailSuppressions,
}: {
  /** Of commands/mail-suppressions.ts. */
  applySuppression(subject: string): Promise<void>
  mailSuppressions: { forget(subject: string): Promise<void> }
}): MailSuppressionsReactor {
  const apply = ({ data }: { data: { subject: string } }) => applySuppression(data.subject)
  return {
    name: 'mail-suppressions',
    on: {
      MailUnsubscribed: apply,
      MailResubscribed: apply,
      MailBounced: apply,
      MailComplained: apply,
      SubjectErased: ({ data }) => mailSuppressions.forget(data.subject),
    },
  }
}
