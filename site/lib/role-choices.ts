import type { StaffSet } from '../../contract/staff-sets.ts'
import { canBeOfOneEvent, type GrantableRole, grantableRoles, staffRoles } from '../../records/staff-rights.ts'
import { setCanBeOfOneEvent, setRightsIn } from '../../records/staff-sets.ts'
import { codeLabel } from './labels.ts'

/** A role in a form that gives one. `does`: a sentence for the person who gives it. */
export type RoleChoice = { value: string; label: string; does: string; isOfOneEvent: boolean }

export const adminChoice: RoleChoice = { value: 'admin', ...staffRoles.admin, isOfOneEvent: false }

const ofProgram = (role: GrantableRole): RoleChoice => ({
  value: role,
  label: staffRoles[role].label,
  does: staffRoles[role].does,
  isOfOneEvent: canBeOfOneEvent(role),
})

/** The names of the rights that it holds beside opening the console. */
export const rightNames = (names: readonly string[]): string[] =>
  setRightsIn(names)
    .filter((right) => right !== 'console')
    .map(codeLabel)

const ofCampaign = ({ key, name, rights: names }: StaffSet): RoleChoice => ({
  value: key,
  label: name,
  does: `A role of your own: ${rightNames(names).join(', ')}.`,
  isOfOneEvent: setCanBeOfOneEvent({ rights: setRightsIn(names) }),
})

/** The roles of the program, and then those of the campaign's own. */
export const roleChoices = (sets: readonly StaffSet[]): RoleChoice[] => [
  ...grantableRoles.map(ofProgram),
  ...sets.map(ofCampaign),
]
