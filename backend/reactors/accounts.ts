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
  erase(subject: string): Promise<void>
}

/** Profile events only concern the read model; sessions and second factors are ended by the command itself. */
type AccountEvent =
  | Exclude<UserEvent, { type: `Profile${string}` | 'UserSessionsEnded' | 'SecondFactorReset' }>
  | SubjectEvent

export type AccountsReactor = {
  name: 'accounts'
  on: { [E in AccountEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Repeats what the commands write to app.accounts after appending, in case a crash came in between. Every write is
 * idempotent: rights and address are those at the end of the stream, so that an old event never undoes a newer one.
 */
export function accountsReactor({
  accounts,
  subjects,
  applyAccount,
}: {
  accounts: AccountRows
  subjects: Pick<SubjectKeys, 'emailHash' | 'read' | 'unlink'>
  /** Of commands/auth/rights.ts. */
  applyAccount(userId: number): Promise<unknown>
}): AccountsReactor {
  const apply = async ({ data }: { data: { userId: number } }) => {
    await applyAccount(data.userId)
  }
  return {
    name: 'accounts',
    on: {
      async UserRegistered({ data: { userId, subject, email }, metadata }) {
        // The fields of an erased person are redacted values: no account may be restored from them.
        if ((await subjects.read([subject])).get(subject) === 'erased') return
        await accounts.restore({ userId, subject, email, emailHash: subjects.emailHash(email), createdAt: metadata.at })
      },
      AdminGranted: apply,
      AdminRevoked: apply,
      UserBanned: apply,
      UserUnbanned: apply,
      UserDeactivated: apply,
      UserReactivated: apply,
      UserDeleted: apply,
      UserEmailVerified: apply,
      UserEmailUnverified: apply,
      async UserEmailChanged(event) {
        await apply(event)
        await subjects.unlink(event.data.previousSubject)
      },
      async SubjectErased({ data }) {
        await accounts.erase(data.subject)
      },
    },
  }
}
