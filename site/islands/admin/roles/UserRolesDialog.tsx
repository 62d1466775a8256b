import { useStore } from '@nanostores/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { HeldRole, UserRoles } from '../../../../contract/staff-roles.ts'
import type { AdminUser } from '../../../../contract/users.ts'
import { grantableRoles } from '../../../../records/staff-rights.ts'
import { fullName } from '../../../lib/names.ts'
import { roleChoices } from '../../../lib/role-choices.ts'
import { roleEnd, roleName } from '../../../lib/staff-roles.ts'
import { $staffSets } from '../../../stores/admin/roles/staff-sets.ts'
import { createUserRoles, type RolesOfUser } from '../../../stores/admin/roles/user-roles.ts'
import { Field } from '../../forms/Field.tsx'
import { Form } from '../../forms/Form.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { LoadFailure, OutdatedNotice } from '../LoadFailure.tsx'
import { RoleFields, roleIn } from './RoleFields.tsx'

export type Props = { user: AdminUser | null; onChanged: () => void; onClose: () => void }

/** The roles that a person holds, with ways to give one and to take one away. */
export function UserRolesDialog({ user, onChanged, onClose }: Props) {
  const [saved, setSaved] = useState(0)
  const onSaved = useCallback(() => {
    setSaved((times) => times + 1)
    onChanged()
  }, [onChanged])
  return (
    <Modal
      isOpen={user !== null}
      title={`Roles of ${user === null ? '' : fullName(user)}`}
      lead="A change counts from their next click. With the first role they’re signed out everywhere, and sign in again with a password of 15 characters or more."
      isForm
      asksToDiscard
      saved={saved}
      onClose={onClose}
    >
      {user !== null && <Roles key={user.id} user={user} onChanged={onSaved} />}
      <ModalActions leave="Close" />
    </Modal>
  )
}

function Roles({ user, onChanged }: { user: AdminUser; onChanged: () => void }) {
  const store = useMemo(() => createUserRoles(user.id, onChanged), [user.id, onChanged])
  const state = useStore(store.roles.$state)
  switch (state.status) {
    case 'loading':
      return <p role="status">Loading roles…</p>
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={store.roles.reload} />
    case 'loaded':
      return (
        <div className="stack">
          <OutdatedNotice state={state} onRetry={store.roles.reload} />
          <Held isAdmin={user.isAdmin} roles={state.value.roles} store={store} />
          <Give state={state.value} store={store} />
        </div>
      )
  }
}

const keyOf = ({ role, eventId }: HeldRole) => `${role} ${eventId}`

function Held({ isAdmin, roles, store }: { isAdmin: boolean; roles: HeldRole[]; store: RolesOfUser }) {
  const [taken, take] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="stack-tight" aria-labelledby="held-roles-title">
      <h3 id="held-roles-title" tabIndex={-1} ref={heading}>
        Roles held
      </h3>
      {isAdmin && <p>Admin: may do everything. Roles count once they are no longer an admin.</p>}
      {!isAdmin && roles.length === 0 && <p className="quiet">No roles.</p>}
      {roles.length > 0 && (
        <ul className="rows" aria-labelledby="held-roles-title">
          {roles.map((role) => (
            <li key={keyOf(role)}>
              <p>
                <strong>{roleName(role)}</strong>
                {roleEnd(role)}
              </p>
              {taken === keyOf(role) ? (
                <TakeForm
                  role={role}
                  store={store}
                  onTaken={() => heading.current?.focus()}
                  onKeep={() => take(null)}
                />
              ) : (
                <button
                  className="button button-small"
                  type="button"
                  aria-label={`Take away: ${roleName(role)}`}
                  onClick={() => take(keyOf(role))}
                >
                  Take away
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type TakeProps = { role: HeldRole; store: RolesOfUser; onTaken: () => void; onKeep: () => void }

function TakeForm({ role, store, onTaken, onKeep }: TakeProps) {
  const form = useMemo(() => store.takeForm(role, onTaken), [store, role, onTaken])
  return (
    <Form form={form} label={`Take away: ${roleName(role)}`}>
      <Field name="reason" label="Reason" rows={2} help="Up to 500 characters. It stands in their history." />
      <div className="dialog-actions">
        <button className="button button-small" type="button" onClick={onKeep}>
          Keep role
        </button>
        <SubmitButton sending="Taking away..." className="button button-small button-harm">
          Take away
        </SubmitButton>
      </div>
    </Form>
  )
}

/** A form that was open stays open: an obstacle that comes up later stands above it, so that no text is lost. */
function Give({ state: { obstacle }, store }: { state: UserRoles; store: RolesOfUser }) {
  const [isOffered] = useState(obstacle === null)
  const [given, setGiven] = useState(0)
  return (
    <section className="stack-tight" aria-labelledby="give-role-title">
      <h3 id="give-role-title">Give a role</h3>
      {obstacle !== null && <p className="notice">{obstacle}</p>}
      {(isOffered || obstacle === null) && (
        <GiveForm key={given} store={store} onGiven={() => setGiven((times) => times + 1)} />
      )}
    </section>
  )
}

function GiveForm({ store, onGiven }: { store: RolesOfUser; onGiven: () => void }) {
  const form = useMemo(() => store.giveForm(onGiven), [store, onGiven])
  const sets = useStore($staffSets)
  const roles = useMemo(() => roleChoices(sets), [sets])
  const [role, setRole] = useState<string>(grantableRoles[0])
  return (
    <Form form={form} label="Give a role" onInput={(element) => setRole(roleIn(element))}>
      <RoleFields roles={roles} role={role} />
      <Field name="reason" label="Reason" rows={2} isMarked help="Up to 500 characters. It stands in their history." />
      <div className="dialog-actions">
        <SubmitButton sending="Giving..." className="button button-small button-primary">
          Give role
        </SubmitButton>
      </div>
    </Form>
  )
}
