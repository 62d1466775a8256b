import type { Accounts } from './accounts.ts'
import type { OneTimeToken, OneTimeTokens } from './one-time-tokens.ts'
import type { Purpose } from './signed-tokens.ts'

const day = 24 * 3600

/** In the query, like every mailed token: the link may be passed on by mail, and mail programs lose what follows a '#'. */
const link = (publicUrl: string, token: string) =>
  `${publicUrl.replace(/\/+$/, '')}/setup?${new URLSearchParams({ token })}`

export type SetupToken = OneTimeToken & { purpose: Purpose }

type Parts = { accounts: Accounts; tokens: OneTimeTokens; publicUrl: string }

/** The link that creates the first admin, valid once and for 24 hours; null when there is already an active admin. */
export async function createFirstAdminLink({ accounts, tokens, publicUrl }: Parts): Promise<string | null> {
  if (await accounts.hasActiveAdmin()) return null
  return link(publicUrl, await tokens.issue('first-admin', { seconds: day }))
}

/** The link that makes one address an admin, valid once and for 24 hours. */
export async function createAdminInvitation(
  { tokens, publicUrl }: Omit<Parts, 'accounts'>,
  emailHash: string,
  invitation?: string,
): Promise<{ token: string; link: string }> {
  const token = await tokens.issue('admin-invitation', {
    seconds: day,
    emailHash,
    ...(invitation !== undefined && { invitation }),
  })
  return { token, link: link(publicUrl, token) }
}

/** Reads the token of either kind of link, also one that has expired. */
export async function readSetupToken(tokens: OneTimeTokens, token: string): Promise<SetupToken | null> {
  for (const purpose of ['first-admin', 'admin-invitation'] as const) {
    const found = await tokens.readOfAnyAge(token, purpose)
    if (found) return { ...found, purpose }
  }
  return null
}
