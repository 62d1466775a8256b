import { computed } from 'nanostores'
import type { AuthStatus } from '../../contract/auth.ts'
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

const held = { everything: false, rights: new Set<StaffRight>() }

/**
 * The same with the rights that the person had since this page was loaded: for the parts of it that hold forms, so that a
 * right that ends takes no text away.
 */
export const $mayOnce = computed([$session, $may], (session, may): May => {
  if (session.status === 'signed-in') {
    held.everything ||= session.user.isAdmin
    for (const right of session.rights ?? []) held.rights.add(right)
  }
  return (...needed) => held.everything || needed.every((right) => held.rights.has(right) || may(right))
})

/** The events whose guests this person sees by a role for one event. */
export const $ownEvents = computed($session, (session) => (session.status === 'signed-in' && session.events) || [])

let shown: NonNullable<AuthStatus['events']> = []

/** The same; those that the page has shown stay, for the same reason. */
export const $shownEvents = computed($ownEvents, (events) => {
  if (events.length > 0) shown = events
  return shown
})

/** True when the person may open the console. */
export const $isStaff = computed([$may, $ownEvents], (may, events) => may('console') || events.length > 0)
