import type { ApiKeyEvent } from '../domain/accounts/api-keys.ts'
import type { StaffSetEvent } from '../domain/accounts/staff-sets.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

/** The part of identity/accounts.ts that this reactor needs. */
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

/** Profile events only concern the read model; sessions, second factors and passkeys are written by the command itself. */
type AccountEvent =
  | Exclude<UserEvent, { type: `Profile${string}` | `Passkey${string}` | 'UserSessionsEnded' | 'SecondFactorReset' }>
  | SubjectEvent
  | Extract<ApiKeyEvent, { type: 'ApiKeyRevoked' }>
  | StaffSetEvent

/**
 * Repeats what the commands write to app.accounts, app.api_keys and app.staff_sets after appending, in case a crash came in between. Every
 * write is idempotent: rights and address are those at the end of the stream, so that an old event never undoes a newer one.
 */
export function accountsReactor({
  accounts,
  apiKeys,
  subjects,
  reached,
  applyAccount,
  applyStaffSets,
  leaveAddress,
  eraseRow,
}: {
  accounts: AccountRows
  apiKeys: { stop(id: number): Promise<void> }
  subjects: Pick<SubjectKeys, 'emailHash' | 'read'>
  reached: Reached
  /** From commands/auth/rights.ts. */
  applyAccount(userId: number): Promise<{ isErased: boolean } | null>
  /** From commands/auth/staff-sets.ts. */
  applyStaffSets(): Promise<void>
  /** From commands/auth/addresses.ts. */
  leaveAddress(userId: number, previousSubject: string): Promise<void>
  /** From commands/users/erasures.ts. */
  eraseRow(userId: number): Promise<void>
}): ReactsTo<AccountEvent> {
  const apply = async ({ data }: { data: { userId: number } }) => {
    await applyAccount(data.userId)
  }
  return {
    name: 'accounts',
    on: {
      async UserRegistered({ data: { userId, subject, email }, metadata }) {
        // Unreadable fields have redacted values, so no account may be restored from them.
        if (!isOpen((await subjects.read([subject])).get(subject))) return
        if ((await applyAccount(userId))?.isErased) return
        await accounts.restore({ userId, subject, email, emailHash: subjects.emailHash(email), createdAt: metadata.at })
      },
      AdminGranted: apply,
      AdminRevoked: apply,
      UserBanned: apply,
      UserUnbanned: apply,
      UserDeactivated: apply,
      UserReactivated: apply,
      StaffRoleGranted: apply,
      StaffRoleRevoked: apply,
      UserDeleted: apply,
      UserEmailVerified: apply,
      UserEmailVouched: apply,
      UserEmailUnverified: apply,
      async UserEmailChanged({ data, position }) {
        await applyAccount(data.userId)
        await requireReached(reached, position)
        await leaveAddress(data.userId, data.previousSubject)
      },
      async UserErased({ data }) {
        await eraseRow(data.userId)
      },
      async SubjectErased({ data }) {
        await accounts.erase(data.subject)
      },
      async ApiKeyRevoked({ data }) {
        await apiKeys.stop(data.apiKeyId)
      },
      StaffSetDefined: () => applyStaffSets(),
      StaffSetRemoved: () => applyStaffSets(),
    },
  }
}
