import type { Accounts } from './accounts.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'

/** As long as a person may need to read the mail that welcomes them. */
const hours = 24

/** Makes magic links that prove the address of a new account; null when it is proved already, or not this account's. */
export function confirmLinks({
  accounts,
  tokens,
  subjects,
}: {
  accounts: Pick<Accounts, 'byId'>
  tokens: Pick<OneTimeTokens, 'issue'>
  subjects: { emailHash(email: string): string }
}) {
  return async (userId: number, email: string): Promise<{ token: string; hours: number } | null> => {
    const account = await accounts.byId(userId)
    const emailHash = subjects.emailHash(email)
    if (!account || account.isEmailVerified || subjects.emailHash(account.email) !== emailHash) return null
    return { token: await tokens.issue('magic-link', { seconds: hours * 3600, emailHash, email }), hours }
  }
}
