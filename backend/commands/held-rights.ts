import type { RoleGrant, StaffRight } from '../../records/staff-rights.ts'
import { rolesInForce } from '../domain/accounts/role-grants.ts'
import { rightsOf } from '../domain/accounts/staff-roles.ts'

type HeldBy = { isAdmin: boolean; isActive: boolean; isBanned: boolean; roles: readonly RoleGrant[] }

/** Says whether a person holds this right now: their work under way goes on only while they do. */
export type Holds = (userId: number, right: StaffRight) => Promise<boolean>

/** False for an account that is banned, deactivated, deleted or erased. */
export const heldRights =
  (accounts: { byId(userId: number): Promise<HeldBy | null> }): Holds =>
  async (userId, right) => {
    const account = await accounts.byId(userId)
    if (!account?.isActive || account.isBanned) return false
    return rightsOf({ ...account, roles: rolesInForce(account.roles, new Date().toISOString()) }).has(right)
  }
