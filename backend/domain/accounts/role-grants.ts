import { canBeOfOneEvent, type GrantableRole, type HeldFor, type RoleGrant } from '../../../records/staff-rights.ts'
import { DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

type Id = { userId: number }
type Asking = Id & { asked: { now: string; by: number | null } } & { reason: string | null }
type Told = Id & { subject: string; reason: string | null }

export type RoleCommand =
  /** Changes the end of a role that the person holds already. */
  Fact<'GrantRole', Asking & RoleGrant<GrantableRole>> | Fact<'RevokeRole', Asking & HeldFor>
export type RoleEvent = Fact<'StaffRoleGranted', Told & RoleGrant> | Fact<'StaffRoleRevoked', Told & HeldFor>

const isSame = (one: HeldFor) => (other: HeldFor) => one.role === other.role && one.eventId === other.eventId

/** A role ends by itself at its `until`. */
export const isInForce = ({ until }: RoleGrant, now: string) => until === null || until > now

export const rolesInForce = (roles: readonly RoleGrant[], now: string): readonly RoleGrant[] =>
  roles.filter((one) => isInForce(one, now))

/** Throws unless a person could hold it from now on. */
export function requireHoldable({ role, eventId, until }: RoleGrant<GrantableRole>, now: string): void {
  if (until !== null && until <= now) throw new DomainError('invalid', 'The last day of a role must be today or later.')
  if (eventId !== null && !canBeOfOneEvent(role))
    throw new DomainError('invalid', 'This role cannot be held for one event.')
}

/** The rules of one role, for a person who may have one. */
export function decideRole(
  { type, data }: RoleCommand,
  { roles }: { roles: readonly RoleGrant[] },
  subject: string,
): RoleEvent[] {
  const { userId, role, eventId, reason, asked } = data
  const held = rolesInForce(roles, asked.now).find(isSame(data))
  if (type === 'RevokeRole')
    return held ? [{ type: 'StaffRoleRevoked', data: { userId, subject, role, eventId, reason } }] : []
  const { until } = data
  requireHoldable(data, asked.now)
  if (held?.until === until) return []
  return [{ type: 'StaffRoleGranted', data: { userId, subject, role, eventId, until, reason } }]
}

export function evolveRoles(roles: readonly RoleGrant[], event: RoleEvent): readonly RoleGrant[] {
  const others = roles.filter((one) => !isSame(event.data)(one))
  if (event.type === 'StaffRoleRevoked') return others
  const { role, eventId, until } = event.data
  return [...others, { role, eventId, until }]
}
