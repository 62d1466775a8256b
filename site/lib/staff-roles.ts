import type { RoleGrant } from '../../records/staff-rights.ts'
import { lastDayBefore } from './dates.ts'
import { codeLabel } from './labels.ts'

/** `name`: of a role of the campaign's own. */
type Role = RoleGrant & { name?: string | undefined; eventTitle?: string | null }

/** 'Organizer of “Rally”', or 'Organizer of event #7' where no title is known. */
export function roleName({ role, name = codeLabel(role), eventId, eventTitle = null }: Omit<Role, 'until'>): string {
  if (eventId === null) return name
  return `${name} of ${eventTitle === null ? `event #${eventId}` : `“${eventTitle}”`}`
}

/** ' until Nov 30, 2026', its last day in the campaign’s time zone; '' for a role without an end. */
export const roleEnd = ({ until }: Pick<Role, 'until'>): string =>
  until === null ? '' : ` until ${lastDayBefore(until)}`

export const roleInWords = (role: Role): string => roleName(role) + roleEnd(role)
