import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'

/** The part of identity/accounts.ts that is needed here. */
export type AccountRows = {
  restore(account: {
    userId: number
    subject: string
    email: string
    emailHash: string
    createdAt: string
  }): Promise<void>
  grantAdmin(userId: number, revision: number): Promise<void>
  proveEmail(userId: number, options: { isSamePerson: boolean }): Promise<unknown>
  changeEmail(change: {
    userId: number
    subject: string
    email: string
    emailHash: string
    revision: number
  }): Promise<void>
  erase(subject: string): Promise<void>
}

/** Profile events only concern the read model. */
type AccountEvent = Exclude<UserEvent, { type: `Profile${string}` }> | SubjectEvent

export type AccountsReactor = {
  name: 'accounts'
  on: { [E in AccountEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Repeats what the commands write to app.accounts after appending, in case a crash came in between. Every write is
 * idempotent and carries the revision of its event, so that an old event never undoes a newer right.
 */
export function accountsReactor({
  accounts,
  subjects,
}: {
  accounts: AccountRows
  subjects: Pick<SubjectKeys, 'emailHash' | 'read' | 'unlink'>
}): AccountsReactor {
  return {
    name: 'accounts',
    on: {
      async UserRegistered({ data: { userId, subject, email }, metadata }) {
        // The fields of an erased person are redacted values: no account may be restored from them.
        if ((await subjects.read([subject])).get(subject) === 'erased') return
        await accounts.restore({ userId, subject, email, emailHash: subjects.emailHash(email), createdAt: metadata.at })
      },
      async AdminGranted({ data, revision }) {
        await accounts.grantAdmin(data.userId, revision)
      },
      // The command wrote its row before this event, and removed then what a stranger may have set up.
      async UserEmailVerified({ data }) {
        await accounts.proveEmail(data.userId, { isSamePerson: true })
      },
      async UserEmailChanged({ data: { userId, subject, email, previousSubject }, revision }) {
        if ((await subjects.read([subject])).get(subject) === 'erased') return
        await accounts.changeEmail({ userId, subject, email, emailHash: subjects.emailHash(email), revision })
        await subjects.unlink(previousSubject)
      },
      async SubjectErased({ data }) {
        await accounts.erase(data.subject)
      },
    },
  }
}
