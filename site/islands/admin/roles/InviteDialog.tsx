import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { grantableRoles } from '../../../../records/staff-rights.ts'
import { adminChoice, roleChoices } from '../../../lib/role-choices.ts'
import { type Invited, inviteForm } from '../../../stores/admin/roles/invite.ts'
import { $staffSets } from '../../../stores/admin/roles/staff-sets.ts'
import { Field } from '../../forms/Field.tsx'
import { Form } from '../../forms/Form.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { RoleFields, roleIn } from './RoleFields.tsx'

type Props = { isOpen: boolean; onInvited: (invited: Invited) => void; onClose: () => void }

export const InviteDialog = ({ isOpen, ...own }: Props) => (
  <Modal
    isOpen={isOpen}
    title="Invite to the team"
    lead="We’ll email them a link that gives them the role. It works once, for 24 hours, so check the address."
    isForm
    asksToDiscard
    onClose={own.onClose}
  >
    {isOpen && <InviteForm {...own} />}
  </Modal>
)

function InviteForm({ onInvited, onClose }: Omit<Props, 'isOpen'>) {
  const sets = useStore($staffSets)
  const roles = useMemo(() => [...roleChoices(sets), adminChoice], [sets])
  const [role, setRole] = useState<string>(grantableRoles[0])
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const form = useMemo(
    () =>
      inviteForm((invited) => {
        onInvited(invited)
        if (isShown.current) onClose()
      }),
    [onInvited, onClose],
  )
  return (
    <Form form={form} label="Invite to the team" onInput={(element) => setRole(roleIn(element))}>
      <RoleFields roles={roles} role={role} />
      <Field name="email" label="Email" type="email" />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Sending..." className="button button-small button-primary">
          Send invitation
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}
