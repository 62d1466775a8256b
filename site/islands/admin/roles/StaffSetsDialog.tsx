import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { StaffSet } from '../../../../contract/staff-sets.ts'
import { staffSetEnd } from '../../../../records/staff-sets.ts'
import { rightNames } from '../../../lib/role-choices.ts'
import { isPast } from '../../../stores/admin/console.ts'
import { $isShowingStaffSets, removeStaffSet, staffSets } from '../../../stores/admin/roles/staff-sets.ts'
import { LinesSkeleton } from '../../ui/LinesSkeleton.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { Loaded } from '../Loaded.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { StaffSetDialog } from './StaffSetDialog.tsx'

const holdersOf = ({ holders }: StaffSet) =>
  holders === 0 ? 'No person holds it.' : holders === 1 ? 'One person holds it.' : `${holders} people hold it.`

const lossOf = ({ holders }: StaffSet) =>
  holders === 0
    ? 'No person holds it.'
    : `${holders === 1 ? 'One person holds it and loses' : `${holders} people hold it and lose`} what it gives at once.`

/** The roles that the campaign made of the rights of the program. */
export function StaffSetsDialog() {
  const [edited, edit] = useState<StaffSet | 'new' | null>(null)
  const [asked, ask] = useState<StaffSet | null>(null)
  return (
    <Modal
      isOpen={useStore($isShowingStaffSets)}
      title="Roles of your own"
      lead="Put the rights together that a task needs, and give the role to people as you give any other. A change counts from their next click."
      isWide
      onClose={() => $isShowingStaffSets.set(false)}
    >
      <Loaded store={staffSets} placeholder={<LinesSkeleton label="Loading roles" />}>
        {(sets) =>
          sets.length === 0 ? (
            <p>No roles of your own yet.</p>
          ) : (
            <ul className="rows" aria-label="Roles of your own">
              {sets.map((set) => (
                <Row key={set.id} set={set} onChange={() => edit(set)} onRemove={() => ask(set)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ModalActions leave="Close">
        {!isPast && (
          <button className="button button-small button-primary" type="button" onClick={() => edit('new')}>
            New Role
          </button>
        )}
      </ModalActions>
      <StaffSetDialog edited={edited} onClose={() => edit(null)} />
      <ReasonDialog
        isOpen={asked !== null}
        question="Remove this role?"
        {...(asked !== null && { subject: asked.name })}
        detail={`${asked === null ? '' : lossOf(asked)} Open invitations to it give nothing any more. This can’t be undone, but you can make a new role.`}
        confirm="Remove role"
        keep="Keep role"
        onConfirm={(reason) => asked !== null && removeStaffSet(asked.id, reason)}
        reason={staffSetEnd.reason}
        onClose={() => ask(null)}
      />
    </Modal>
  )
}

function Row({ set, onChange, onRemove }: { set: StaffSet; onChange: () => void; onRemove: () => void }) {
  const { name, rights } = set
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
        <p className="small">{rightNames(rights).join(', ')}</p>
        <p className="quiet small">{holdersOf(set)}</p>
      </div>
      {!isPast && (
        <div className="row-buttons">
          <button className="button button-small" type="button" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </button>
          <button className="button button-small" type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </button>
        </div>
      )}
    </li>
  )
}
