import { computed } from 'nanostores'
import type { StaffRight } from '../../records/staff-rights.ts'
import { $session } from './session.ts'

/** Says that the person holds all of these rights. */
export type May = (...rights: readonly StaffRight[]) => boolean

const none: May = () => false
const everything: May = () => true

/** The rights of the signed-in person. The server decides; pages leave out what it would refuse. */
export const $may = computed($session, (session): May => {
  if (session.status !== 'signed-in') return none
  if (session.user.isAdmin) return everything
  const { rights = [] } = session
  return (...needed) => needed.every((right) => rights.includes(right))
})

/** The events whose guests this person sees by a role for one event. */
export const $ownEvents = computed($session, (session) => (session.status === 'signed-in' && session.events) || [])

/** True when the person may open the console. */
export const $isStaff = computed([$may, $ownEvents], (may, events) => may('console') || events.length > 0)
