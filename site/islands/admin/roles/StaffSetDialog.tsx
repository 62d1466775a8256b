import { useContext, useId, useMemo, useState } from 'react'
import type { StaffSet } from '../../../../contract/staff-sets.ts'
import { type StaffRight, staffRights } from '../../../../records/staff-rights.ts'
import { setRightsIn, staffSet, staffSetChange } from '../../../../records/staff-sets.ts'
import { codeLabel } from '../../../lib/labels.ts'
import { rightGroups } from '../../../lib/right-groups.ts'
import { pressed, staffSetForm } from '../../../stores/admin/roles/staff-set-form.ts'
import { Field } from '../../forms/Field.tsx'
import { FieldNotes } from '../../forms/FieldNotes.tsx'
import { Form } from '../../forms/Form.tsx'
import { FormContext } from '../../forms/form-context.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'

type Props = { edited: StaffSet | 'new' | null; onClose: () => void }

/** Asks for the name and the rights of a role: of a new one, or of one that is changed. */
export function StaffSetDialog({ edited, onClose }: Props) {
  const isNew = edited === 'new'
  return (
    <Modal
      isOpen={edited !== null}
      title={isNew ? 'New role' : 'Change role'}
      isWide
      isForm
      asksToDiscard
      onClose={onClose}
    >
      {edited !== null && <SetForm set={isNew ? null : edited} onClose={onClose} />}
    </Modal>
  )
}

function SetForm({ set, onClose }: { set: StaffSet | null; onClose: () => void }) {
  const form = useMemo(() => staffSetForm(set, onClose), [set, onClose])
  const values = useMemo(() => ({ name: set?.name ?? '' }), [set])
  return (
    <Form form={form} label={set === null ? 'New role' : `Change ${set.name}`} values={values}>
      <Field name="name" label={staffSet.name.label} help="What these people do, such as: Prayer desk." />
      <RightsField names={set?.rights ?? []} />
      <Field
        name="reason"
        label={staffSetChange.reason.label}
        rows={2}
        isMarked
        help="Up to 500 characters. It stands in Actions."
      />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {set === null ? 'Make Role' : 'Save Role'}
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

/** A checkbox with the sentence of each right. A right brings those that it needs, and takes out those that need it. */
function RightsField({ names }: { names: readonly string[] }) {
  const { state } = useContext(FormContext)
  const [chosen, choose] = useState<readonly StaffRight[]>(() =>
    setRightsIn(names).filter((right) => right !== 'console'),
  )
  const [told, tell] = useState({ group: 0, text: '' })
  const id = useId()
  const error = state.errors.rights
  function press(right: StaffRight, group: number) {
    const next = pressed(chosen, right)
    choose(next.chosen)
    tell({ group, text: next.told })
  }
  return (
    <fieldset className="right-groups">
      <legend>What its people may do</legend>
      <input type="hidden" name="rights" value={chosen.join(' ')} />
      {rightGroups.map(({ label, rights }, group) => (
        <fieldset className="choices key-rights" key={label}>
          <legend>{label}</legend>
          {rights.map((right, index) => {
            const isFirst = group === 0 && index === 0
            return (
              <label className="choice" key={right}>
                <input
                  type="checkbox"
                  checked={chosen.includes(right)}
                  onChange={() => press(right, group)}
                  aria-invalid={isFirst && error !== undefined ? true : undefined}
                  aria-describedby={isFirst && error !== undefined ? `${id}-error` : undefined}
                />
                <span>
                  <strong>{codeLabel(right)}</strong> <span className="quiet">{staffRights[right].does}</span>
                </span>
              </label>
            )
          })}
          <p className="small" role="status">
            {told.group === group && told.text}
          </p>
        </fieldset>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}
