import type { Database } from '../kernel/database/connect.ts'
import { createAccounts } from './accounts.ts'
import { createApiKeys } from './api-keys.ts'
import type { Box } from './authenticator-apps.ts'
import type { Place } from './client-context.ts'
import { createFailedSignInCounts } from './failed-sign-ins.ts'
import { createIdentities } from './identities.ts'
import { createOneTimeTokens } from './one-time-tokens.ts'
import { createOwnSessions } from './own-sessions.ts'
import { createPasskeyCeremonies } from './passkey-ceremonies.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswords } from './passwords.ts'
import { createProviderFlows } from './provider-flows.ts'
import { createSecondFactors } from './second-factors.ts'
import { createSessions } from './sessions.ts'
import { createSignInChallenges } from './sign-in-challenges.ts'
import { createSignIns } from './sign-ins.ts'
import { createStaffSets } from './staff-sets.ts'

export type IdentityOptions = {
  database: Pick<Database, 'pool'>
  isHttps: boolean
  adminsNeedSecondFactor: boolean
  /** 32 bytes each, derived from the application's secret for their purpose only. */
  keys: {
    tokens: Uint8Array
    recoveryCodes: Uint8Array
    rateLimits: Uint8Array
  }
  /** Encrypts the secrets of second factors. */
  box: Box
  /** The approximate location of an address; omitted: unknown. */
  locate?: (address: string) => Promise<Place | null>
  /** Omitted: the cost that OWASP recommends. */
  passwords?: Parameters<typeof createPasswords>[0]
  /** Milliseconds since 1970, for the codes of second factors. */
  now?: () => number
}

export type Identity = ReturnType<typeof createIdentity>

/** Accounts and how people prove who they are: tables of their own, no events. */
export const createIdentity = ({
  database,
  isHttps,
  adminsNeedSecondFactor,
  keys,
  box,
  locate,
  passwords,
  now,
}: IdentityOptions) => ({
  ...passkeysOf(database, isHttps),
  accounts: createAccounts(database),
  apiKeys: createApiKeys(database),
  staffSets: createStaffSets(database),
  passwords: createPasswords(passwords),
  sessions: createSessions({ database, isHttps, adminsNeedSecondFactor, locate }),
  ownSessions: createOwnSessions(database),
  signIns: createSignIns(database),
  failedSignInCounts: createFailedSignInCounts({ database, key: keys.rateLimits }),
  challenges: createSignInChallenges({ database, isHttps }),
  secondFactors: createSecondFactors({ database, box, recoveryKey: keys.recoveryCodes, now }),
  tokens: createOneTimeTokens({ database, key: keys.tokens }),
  identities: createIdentities(database),
  providerFlows: createProviderFlows(database),
})

function passkeysOf(database: Pick<Database, 'pool'>, isHttps: boolean) {
  const passkeys = createPasskeys(database)
  const passkeyChallenges = createPasskeyChallenges({ database, isHttps })
  const ceremonies = createPasskeyCeremonies({ passkeys, challenges: passkeyChallenges })
  return { passkeys, passkeyChallenges, ceremonies }
}
