import {
  type HeldRights,
  type HeldWithRights,
  isOfOneEvent,
  keyRights,
  type StaffRight,
  staffRoles,
} from '../../../records/staff-rights.ts'
import { setRightsIn } from '../../../records/staff-sets.ts'

const everything: HeldRights = { has: () => true }

const rightsOfRole: ReadonlyMap<string, readonly StaffRight[]> = new Map(
  Object.entries(staffRoles).map(([role, { rights }]) => [role, rights]),
)

/**
 * Says what a person may do. Admins may do everything, whatever else they hold. Of a role for one event only the rights count
 * that can be held for one; a role of the log that is no longer known gives nothing, and neither does one of the campaign's
 * own that was removed.
 */
export function rightsOf({ isAdmin, roles = [] }: { isAdmin: boolean; roles?: readonly HeldWithRights[] }): HeldRights {
  if (isAdmin) return everything
  const held = new Set<string>()
  for (const { role, eventId, rights = [] } of roles)
    for (const right of rightsOfRole.get(role) ?? setRightsIn(rights))
      if (eventId === null) held.add(right)
      else if (isOfOneEvent(right)) held.add(`${right} ${eventId}`)
  return {
    has: (right, eventId) => held.has(right) || (eventId !== undefined && held.has(`${right} ${eventId}`)),
  }
}

/** Says what an API key may do: of the names in its row only those count that a key can hold. */
export function rightsOfKey(names: readonly string[]): HeldRights {
  const held = new Set<StaffRight>(keyRights.filter((right) => names.includes(right)))
  return { has: (right) => held.has(right) }
}
