import type { HeldWithRights, RoleGrant, StaffRight } from '../../records/staff-rights.ts'
import { rolesInForce } from '../domain/accounts/role-grants.ts'
import { rightsOf, rightsOfKey } from '../domain/accounts/staff-roles.ts'

type HeldBy = { isAdmin: boolean; isActive: boolean; isBanned: boolean; roles: readonly (RoleGrant & HeldWithRights)[] }

/**
 * Says whether a person, or the program with this key of theirs, holds this right now: their work under way goes on only while
 * they do.
 */
export type Holds = (actor: { id: number; apiKeyId?: number | null }, right: StaffRight) => Promise<boolean>

/** False for an account that is banned, deactivated, deleted or erased, and for a key that no longer works. */
export const heldRights =
  ({
    accounts,
    apiKeys,
  }: {
    accounts: { byId(userId: number): Promise<HeldBy | null> }
    apiKeys: { rightsOf(id: number): Promise<readonly string[] | null> }
  }): Holds =>
  async ({ id, apiKeyId = null }, right) => {
    if (apiKeyId !== null) return rightsOfKey((await apiKeys.rightsOf(apiKeyId)) ?? []).has(right)
    const account = await accounts.byId(id)
    if (!account?.isActive || account.isBanned) return false
    return rightsOf({ ...account, roles: rolesInForce(account.roles, new Date().toISOString()) }).has(right)
  }
