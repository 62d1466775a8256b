import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { $isInviting, inviteForm } from '../../stores/admin/admin-invitations.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

export function InviteDialog() {
  const isOpen = useStore($isInviting)
  return (
    <Modal
      isOpen={isOpen}
      title="Invite an admin"
      lead="We’ll email them a link that makes them an admin. It works once, for 24 hours, so check the address."
      isForm
      asksToDiscard
      onClose={() => $isInviting.set(false)}
    >
      {isOpen && <InviteForm />}
    </Modal>
  )
}

function InviteForm() {
  const form = useMemo(inviteForm, [])
  return (
    <Form form={form} label="Invite an admin">
      <Field name="email" label="Email" type="email" />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Sending..." className="button button-small button-primary">
          Send invitation
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}
