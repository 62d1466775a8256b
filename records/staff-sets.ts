import { nullablePublicText, publicText } from './fields.ts'
import {
  everyRight,
  type GrantableRole,
  isGrantable,
  isOfOneEvent,
  isRight,
  type StaffRight,
  staffRights,
  staffRoles,
} from './staff-rights.ts'

/** A role of the campaign's own: a set of rights that admins put together. */
export const staffSet = {
  name: publicText(60, { label: 'Name', impersonal: 'Admins name a set of rights with it.' }),
}
export const staffSetChange = {
  reason: nullablePublicText(500, { label: 'Reason', impersonal: 'Admins say why a set of rights is as it is.' }),
}
export const staffSetEnd = {
  reason: publicText(500, { label: 'Reason', impersonal: 'Admins say why a set of rights is no longer needed.' }),
}

export const maxStaffSets = 20

/** Rights that a role of the campaign's own can hold. */
export type SetRight = {
  [Right in StaffRight]: (typeof staffRights)[Right] extends { ofAdminsOnly: true } ? never : Right
}[StaffRight]
const isSetRight = (right: StaffRight): right is SetRight => !('ofAdminsOnly' in staffRights[right])
export const setRights: readonly SetRight[] = everyRight.filter(isSetRight)

/** The word by which people hold such a role: no role of the program has a name of this form. */
export type SetKey = `set-${number}`
const keyShape = /^set-[1-9]\d{0,8}$/
export const isSetKey = (role: string | undefined): role is SetKey => role !== undefined && keyShape.test(role)
export const setKey = (id: number): SetKey => `set-${id}`

/** A role that staff can give. */
export type GivenRole = GrantableRole | SetKey
export const isGivenRole = (role: string | undefined): role is GivenRole => isGrantable(role) || isSetKey(role)

/** One that is in force. `rights`: those that this release knows and lets it hold. */
export type StaffSet = { key: SetKey; name: string; rights: readonly SetRight[] }

/** Of the names in a row or an event, those that count. */
export const setRightsIn = (names: readonly string[]): readonly SetRight[] =>
  setRights.filter((right) => names.includes(right))

/** A role that is held for one event gives those of its rights that can be. */
export const setCanBeOfOneEvent = ({ rights }: Pick<StaffSet, 'rights'>): boolean => rights.some(isOfOneEvent)

type Needs = { all: readonly StaffRight[]; oneOf: readonly StaffRight[] }

/** The rights that this one needs beside it. Every right is used in the console. */
export function needsOf(right: StaffRight): Needs {
  const facts = staffRights[right]
  const all = ['console', ...('needs' in facts ? facts.needs : [])]
  return {
    all: all.filter(isRight).filter((needed) => needed !== right),
    oneOf: 'needsOneOf' in facts ? facts.needsOneOf.filter(isRight) : [],
  }
}

/** With every right that these need for certain. */
export function withNeeds(rights: readonly StaffRight[]): readonly StaffRight[] {
  const all = new Set(rights)
  for (const right of all) for (const needed of needsOf(right).all) all.add(needed)
  return everyRight.filter((right) => all.has(right))
}

const inWords = (rights: readonly StaffRight[]) => rights.map((right) => `“${right}”`)

/** Why these rights are no role, in a sentence; null: they are one. */
export function lackOf(rights: readonly StaffRight[]): string | null {
  if (!rights.some((right) => right !== 'console')) return 'Choose at least one right beside “console”.'
  for (const right of rights) {
    const { all, oneOf } = needsOf(right)
    const missing = all.filter((needed) => !rights.includes(needed))
    if (missing.length > 0) return `The right “${right}” also needs ${inWords(missing).join(' and ')}.`
    if (oneOf.length > 0 && !oneOf.some((needed) => rights.includes(needed)))
      return `The right “${right}” also needs one of ${inWords(oneOf).join(', ')}.`
  }
  return null
}

const takenNames: ReadonlySet<string> = new Set([
  'user',
  ...Object.entries(staffRoles).flatMap(([role, { label }]) => [role, label.toLowerCase()]),
])

/** True for a name that reads like a role of the program, or like the key of another role. */
export const isNameOfProgram = (name: string): boolean =>
  takenNames.has(name.toLowerCase()) || isSetKey(name.toLowerCase())

/** An invited person's role, in words. `set`: its name and rights, if it is the campaign's own. `lastDay`: such as 2026-11-03; null for no end. */
export type RoleOffer = {
  role: GivenRole | 'admin'
  set: Pick<StaffSet, 'name' | 'rights'> | null
  eventTitle: string | null
  lastDay: string | null
}
