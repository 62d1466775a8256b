import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { ReactsTo } from './reactor.ts'

type Erasure = SubjectEvent | Extract<UserEvent, { type: 'UserErased' }>

type Forgets = { forget(subject: string): Promise<void> }

/**
 * The guarantee behind commands/users/erasures.ts: the key is deleted even if the process died right after appending
 * SubjectErased, nothing waits to be mailed, and what the tables held before is freed. Idempotent.
 */
export const erasuresReactor = ({
  subjects,
  sentMails: { unsentMails },
  limitedMails,
  mailFacts,
  requestVacuum,
}: {
  subjects: Pick<SubjectKeys, 'forget'>
  sentMails: { unsentMails: Forgets }
  limitedMails: Forgets
  mailFacts: Forgets
  requestVacuum(): Promise<void>
}): ReactsTo<Erasure> => ({
  name: 'erasures',
  on: {
    async SubjectErased({ data }) {
      await subjects.forget(data.subject)
      for (const kept of [unsentMails, limitedMails, mailFacts]) await kept.forget(data.subject)
      await requestVacuum()
    },
    UserErased: requestVacuum,
  },
})
