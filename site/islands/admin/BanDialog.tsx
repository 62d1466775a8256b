import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { AdminUser } from '../../../contract/users.ts'
import { personName } from '../../lib/names.ts'
import { $banned, banForm } from '../../stores/admin/admin-users.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** Bans a person, with a reason and an end if there are any. */
export function BanDialog() {
  const user = useStore($banned)
  return (
    <Dialog.Root open={user !== null} disablePointerDismissal onOpenChange={(open) => open || $banned.set(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">
            Ban {user === null ? 'user' : (personName(user) ?? user.email)}
          </Dialog.Title>
          <Dialog.Description className="quiet small">
            They are signed out everywhere at once and cannot sign in while the ban lasts.
          </Dialog.Description>
          {user !== null && <BanForm user={user} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function BanForm({ user }: { user: AdminUser }) {
  const form = useMemo(() => banForm(user), [user])
  return (
    <Form form={form} label="Ban user">
      <Field
        name="reason"
        label="Reason (optional)"
        rows={3}
        help="Up to 500 characters. They see it when they try to sign in."
      />
      <Field
        name="until"
        label="Until (optional)"
        type="datetime-local"
        help="On your clock. Empty: until you lift it."
      />
      <div className="dialog-actions">
        <Dialog.Close className="button button-small">Cancel</Dialog.Close>
        <SubmitButton sending="Banning..." className="button button-small button-primary">
          Ban user
        </SubmitButton>
      </div>
    </Form>
  )
}
