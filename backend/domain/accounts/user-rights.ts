import type { RoleGrant } from '../../../records/staff-rights.ts'
import { DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import { accountFlags } from './account-flags.ts'
import { type AskedOfRole, decideRole, evolveRoles, type RoleCommand, type RoleEvent } from './role-grants.ts'

type Id = { userId: number }

/** Who asks (null: the system), and what the rules need to know about that moment. */
export type Asked = {
  by: number | null
  /** Number of admins who are neither banned nor deactivated. */
  activeAdmins: number
} & AskedOfRole

/** `until`: ISO 8601, UTC; null for an open end. */
export type Ban = { reason: string | null; until: string | null }

type Act = Id & { asked: Asked }

export type UserRightsCommand =
  | Fact<'GrantAdmin', Act>
  | Fact<'RevokeAdmin', Act>
  | Fact<'BanUser', Act & Ban>
  | Fact<'UnbanUser', Act>
  /** Sent when a ban may have expired. */
  | Fact<'EndExpiredBan', Id & { now: string }>
  | Fact<'DeactivateUser', Act>
  | Fact<'ReactivateUser', Act>
  | RoleCommand
export type UserRightsEvent =
  | Fact<'AdminGranted', Id>
  | Fact<'AdminRevoked', Id>
  /** Changes the reason or the end of a ban in force. */
  | Fact<'UserBanned', Id & { subject: string } & Ban>
  | Fact<'UserUnbanned', Id & { why: 'lifted' | 'expired' }>
  | Fact<'UserDeactivated', Id>
  | Fact<'UserReactivated', Id>
  | RoleEvent

/** `roles`: ended ones too. */
export type UserRights = { isAdmin: boolean; isActive: boolean; ban: Ban | null; roles: readonly RoleGrant[] }

const { isAdmin, isActive } = accountFlags.UserRegistered
export const initialRights: UserRights = { isAdmin, isActive, ban: null, roles: [] }

/** A ban ends by itself at its `until`. */
const hasEnded = ({ until }: Ban, now: string) => until !== null && until <= now
export const banInForce = ({ ban }: UserRights, now: string): Ban | null => (ban && !hasEnded(ban, now) ? ban : null)

const conflict = (message: string) => new DomainError('conflict', message)

const ownAccount = {
  demote: 'You cannot remove your own admin rights. Ask another administrator to do it.',
  ban: 'You cannot ban yourself.',
  role: 'You cannot give yourself a role. Ask another administrator to do it.',
  deactivate: 'You cannot deactivate your own account. Ask another administrator to do it.',
  delete: 'You cannot delete your own account here. Ask another administrator to remove your admin rights first.',
}
const adminAccount = {
  ban: 'An administrator cannot be banned. Remove their admin rights first.',
  deactivate: 'An administrator cannot be deactivated. Remove their admin rights first.',
  delete: 'An administrator cannot be deleted. Remove their admin rights first.',
}

/**
 * Admins cannot lock themselves out, and an admin must be demoted before a ban or deactivation. Throws DomainError
 * 'conflict'.
 */
export function requireRemovable(
  act: keyof typeof adminAccount,
  { userId, asked }: Act,
  { isAdmin }: Pick<UserRights, 'isAdmin'>,
): void {
  if (asked.by === userId) throw conflict(ownAccount[act])
  if (isAdmin) throw conflict(adminAccount[act])
}

type Holder = { rights: UserRights; isEmailProven: boolean }

/** Why this person cannot get rights now, in a sentence; null: they can. `what`: what they would get. */
function unfit(what: string, { rights, isEmailProven }: Holder, now: string): string | null {
  if (banInForce(rights, now) !== null) return `A banned person cannot ${what}. Lift the ban first.`
  if (!rights.isActive) return `A deactivated account cannot ${what}. Reactivate it first.`
  // A stranger can register another person’s address and wait for the grant.
  if (!isEmailProven)
    return 'This person has not proved their email address yet. Ask them to sign in with an emailed link first.'
  return null
}

/** Why this person cannot get a role from `by` now, in a sentence; null: they can. */
export const roleObstacle = ({ userId, by, now }: Id & Pick<Asked, 'by' | 'now'>, holder: Holder): string | null =>
  by === userId ? ownAccount.role : unfit('get a role', holder, now)

/** The rules of a user that concern rights, for a registered user. */
export function decideRights(
  { type, data }: UserRightsCommand,
  { subject, ...holder }: Holder & { subject: string },
): UserRightsEvent[] {
  const { rights } = holder
  const { isAdmin, isActive, ban } = rights
  const { userId } = data
  const isBanned = (now: string) => banInForce(rights, now) !== null
  function requireNone(obstacle: string | null): void {
    if (obstacle !== null) throw conflict(obstacle)
  }
  switch (type) {
    case 'GrantAdmin':
      if (isAdmin) return []
      requireNone(unfit('become an administrator', holder, data.asked.now))
      return [{ type: 'AdminGranted', data: { userId } }]
    case 'RevokeAdmin':
      if (!isAdmin) return []
      if (data.asked.by === userId) throw conflict(ownAccount.demote)
      // An admin who is banned or deactivated is not counted.
      if (isActive && !isBanned(data.asked.now) && data.asked.activeAdmins <= 1)
        throw conflict('This is the last active administrator. Make someone else an administrator first.')
      return [{ type: 'AdminRevoked', data: { userId } }]
    case 'BanUser': {
      requireRemovable('ban', data, rights)
      const { reason, until } = data
      if (hasEnded(data, data.asked.now)) throw new DomainError('invalid', 'The end of a ban must be in the future.')
      if (ban && ban.reason === reason && ban.until === until) return []
      return [{ type: 'UserBanned', data: { userId, subject, reason, until } }]
    }
    case 'UnbanUser':
      if (!ban) return []
      return [{ type: 'UserUnbanned', data: { userId, why: hasEnded(ban, data.asked.now) ? 'expired' : 'lifted' } }]
    case 'EndExpiredBan':
      return ban && hasEnded(ban, data.now) ? [{ type: 'UserUnbanned', data: { userId, why: 'expired' } }] : []
    case 'DeactivateUser':
      if (!isActive) return []
      requireRemovable('deactivate', data, rights)
      return [{ type: 'UserDeactivated', data: { userId } }]
    case 'GrantRole':
      requireNone(roleObstacle({ userId, ...data.asked }, holder))
      return decideRole({ type, data }, rights, subject)
    case 'RevokeRole':
      return decideRole({ type, data }, rights, subject)
    case 'ReactivateUser':
      return isActive ? [] : [{ type: 'UserReactivated', data: { userId } }]
  }
}

export function evolveRights(rights: UserRights, event: UserRightsEvent): UserRights {
  switch (event.type) {
    case 'AdminGranted':
    case 'AdminRevoked':
    case 'UserReactivated':
      return { ...rights, ...accountFlags[event.type] }
    // Who comes back gets their roles from a person who decides so, not from the end of a ban.
    case 'UserDeactivated':
      return { ...rights, ...accountFlags[event.type], roles: [] }
    case 'UserBanned':
      return { ...rights, ban: { reason: event.data.reason, until: event.data.until }, roles: [] }
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return { ...rights, roles: evolveRoles(rights.roles, event) }
    case 'UserUnbanned':
      return { ...rights, ban: null }
  }
}
