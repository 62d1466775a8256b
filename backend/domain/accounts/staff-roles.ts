import { isOfOneEvent, type StaffRole, staffRoles } from '../../../records/staff-rights.ts'

/** A set of rights that a person holds; `eventId`: for this event alone, so that only rights of one event count. */
export type HeldRole = { role: StaffRole; eventId: number | null }

type Rights = { has(right: string, eventId?: string): boolean }

const everything: Rights = { has: () => true }

/** What a person may do. Admins may do everything, whatever else they hold. */
export function rightsOf({ isAdmin, roles = [] }: { isAdmin: boolean; roles?: readonly HeldRole[] }): Rights {
  if (isAdmin) return everything
  const held = new Set<string>()
  for (const { role, eventId } of roles)
    for (const right of staffRoles[role].rights)
      if (eventId === null) held.add(right)
      else if (isOfOneEvent(right)) held.add(`${right} ${eventId}`)
  return {
    has: (right, eventId) => held.has(right) || (eventId !== undefined && held.has(`${right} ${eventId}`)),
  }
}
