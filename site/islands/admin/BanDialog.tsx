import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { AdminUser } from '../../../contract/users.ts'
import { personName } from '../../lib/names.ts'
import { $banned, banForm } from '../../stores/admin/admin-users.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Bans a person, with a reason and an end if there are any. */
export function BanDialog() {
  const user = useStore($banned)
  return (
    <Modal
      isOpen={user !== null}
      title={`Ban ${user === null ? 'user' : (personName(user) ?? user.email)}`}
      lead="They’re signed out everywhere right away, and can’t sign in while the ban lasts."
      isForm
      asksToDiscard
      onClose={() => $banned.set(null)}
    >
      {user !== null && <BanForm user={user} />}
    </Modal>
  )
}

function BanForm({ user }: { user: AdminUser }) {
  const form = useMemo(() => banForm(user), [user])
  return (
    <Form form={form} label="Ban user">
      <Field
        name="reason"
        label="Reason"
        isMarked
        rows={3}
        help="Up to 500 characters. They see it when they try to sign in."
      />
      <Field
        name="until"
        label="Until"
        isMarked
        type="datetime-local"
        help="Your local time. Leave empty to ban until you lift it."
      />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Banning..." className="button button-small button-harm">
          Ban user
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}
