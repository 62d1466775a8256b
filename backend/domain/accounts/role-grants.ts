import { canBeOfOneEvent, type HeldFor, type RoleGrant } from '../../../records/staff-rights.ts'
import { type GivenRole, isSetKey, type StaffSet, setCanBeOfOneEvent } from '../../../records/staff-sets.ts'
import { DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

type Id = { userId: number }
/** `now`: ISO 8601, UTC. `sets`: the roles of the campaign's own in force; absent for none. */
export type AskedOfRole = { now: string; sets?: readonly StaffSet[] }
type Asking = Id & { asked: AskedOfRole & { by: number | null } } & { reason: string | null }
type Told = Id & { subject: string; reason: string | null }

export type RoleCommand =
  /** Changes the end of a role that the person holds already. */
  Fact<'GrantRole', Asking & RoleGrant<GivenRole>> | Fact<'RevokeRole', Asking & HeldFor>
export type RoleEvent = Fact<'StaffRoleGranted', Told & RoleGrant> | Fact<'StaffRoleRevoked', Told & HeldFor>

const isSame = (one: HeldFor) => (other: HeldFor) => one.role === other.role && one.eventId === other.eventId

/** A role ends by itself at its `until`. */
export const isInForce = ({ until }: RoleGrant, now: string) => until === null || until > now

export const rolesInForce = <Grant extends RoleGrant>(roles: readonly Grant[], now: string): readonly Grant[] =>
  roles.filter((one) => isInForce(one, now))

/** Null for a role of the campaign's own that was removed, or never was one. */
export function canBeHeldForOneEvent(role: GivenRole, sets: readonly StaffSet[]): boolean | null {
  if (!isSetKey(role)) return canBeOfOneEvent(role)
  const set = sets.find(({ key }) => key === role)
  return set ? setCanBeOfOneEvent(set) : null
}

/** Throws unless a person could hold it from now on. */
export function requireHoldable({ role, eventId, until }: RoleGrant<GivenRole>, { now, sets = [] }: AskedOfRole): void {
  const isOfOneEvent = canBeHeldForOneEvent(role, sets)
  if (isOfOneEvent === null) throw new DomainError('conflict', 'This role was removed. Choose another one.')
  if (until !== null && until <= now) throw new DomainError('invalid', 'The last day of a role must be today or later.')
  if (eventId !== null && !isOfOneEvent) throw new DomainError('invalid', 'This role cannot be held for one event.')
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
  requireHoldable(data, asked)
  if (held?.until === until) return []
  return [{ type: 'StaffRoleGranted', data: { userId, subject, role, eventId, until, reason } }]
}

export function evolveRoles(roles: readonly RoleGrant[], event: RoleEvent): readonly RoleGrant[] {
  const others = roles.filter((one) => !isSame(event.data)(one))
  if (event.type === 'StaffRoleRevoked') return others
  const { role, eventId, until } = event.data
  return [...others, { role, eventId, until }]
}
