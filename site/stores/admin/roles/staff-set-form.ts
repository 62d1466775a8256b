import type * as api from '../../../../contract/staff-sets.ts'
import type { StaffRight } from '../../../../records/staff-rights.ts'
import { lackOf, needsOf, type SetRight, setRightsIn, withNeeds } from '../../../../records/staff-sets.ts'
import { call, type FieldErrors } from '../../../lib/api.ts'
import { codeLabel } from '../../../lib/labels.ts'
import { messages, tryAgain } from '../../../lib/messages.ts'
import { createForm, type Form, type Read } from '../../form.ts'
import { showToast } from '../../toasts.ts'
import { reloadSets } from './staff-sets.ts'

const failed = { title: 'Error saving role', description: tryAgain }

const isOpenIn =
  (rights: readonly StaffRight[]) =>
  ({ lists }: { lists: readonly StaffRight[] }) =>
    lists.length > 0 && !lists.some((right) => rights.includes(right))

/** Why these rights cannot be saved, in a sentence for the form; null: they can. */
function lackIn(chosen: readonly StaffRight[]): string | null {
  if (chosen.length === 0) return 'Choose at least one right.'
  const rights = withNeeds(chosen)
  // Only a choice between several is left open: the rest was ticked along.
  const open = rights.map((right) => ({ right, lists: needsOf(right).oneOf })).find(isOpenIn(rights))
  if (open) return `${codeLabel(open.right)} also needs one of these: ${namesOf(open.lists)}.`
  return lackOf(rights)
}

/** The names of the chosen rights are one field, since they depend on each other. */
const rightsIn = (read: Read) => setRightsIn(read('rights').split(' '))

type Body = { name: string; rights: SetRight[]; reason: string | null }

async function save(set: api.StaffSet | null, body: Body): Promise<void> {
  try {
    if (set === null) await call<typeof api.defineStaffSet>('POST', '/api/admin/staff-sets', { body })
    else {
      const change = { params: { id: set.id }, body: { ...body, revision: set.revision } }
      await call<typeof api.changeStaffSet>('PUT', '/api/admin/staff-sets/:id', change)
    }
  } catch (error) {
    // Another admin may have changed or removed it; the list behind the form shows so.
    reloadSets()
    throw error
  }
}

/** `set`: the one to change; null to make one. */
export const staffSetForm = (set: api.StaffSet | null, onSaved: () => void): Form =>
  createForm({
    required: ['name'],
    check: (read): FieldErrors => {
      const lack = lackIn(rightsIn(read))
      return lack === null ? {} : { rights: lack }
    },
    hasErrorToast: true,
    failed,
    signedOut: { ...failed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    async send(read) {
      const body = {
        name: read('name'),
        rights: [...setRightsIn(withNeeds(rightsIn(read)))],
        reason: read('reason') || null,
      }
      await save(set, body)
      showToast({
        title: set === null ? 'Role made' : 'Role changed',
        description: `“${body.name}” holds from now on.`,
      })
      reloadSets()
      onSaved()
    },
  })

/**
 * Chosen rights after a press on one: with those that it needs, and without those that need one that was taken out.
 * `told`: what changed beside it, in a sentence; '' for nothing.
 */
export function pressed(
  chosen: readonly StaffRight[],
  right: StaffRight,
): { chosen: readonly StaffRight[]; told: string } {
  const before = new Set(chosen)
  if (!before.has(right)) {
    const after = withNeeds([...chosen, right]).filter((one) => one !== 'console')
    const along = after.filter((one) => one !== right && !before.has(one))
    return { chosen: after, told: along.length === 0 ? '' : `Also chosen, because it is needed: ${namesOf(along)}.` }
  }
  const after = chosen.filter((one) => one !== right && !needsOf(one).all.includes(right))
  const along = chosen.filter((one) => one !== right && !after.includes(one))
  return { chosen: after, told: along.length === 0 ? '' : `Also taken out, because it needs this: ${namesOf(along)}.` }
}

const namesOf = (rights: readonly StaffRight[]) => rights.map(codeLabel).join(', ')
