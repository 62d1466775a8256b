import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { $deciding, $deletionDueAt, requestDeletion } from '../../stores/account/account-deletion.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

const unconfirmed =
  'You haven’t confirmed your email address, so anything sent with it while signed out stays. To erase that too, sign in with a magic link first.'

/** Asks people to type their email address, since no one can undo it after 24 hours. */
export function DeleteAccount({ user }: { user: CurrentUser }) {
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const isDeciding = useStore($deciding)
  const dueAt = useStore($deletionDueAt)
  const id = useId()
  function close() {
    setAsking(false)
    setTyped('')
  }
  return (
    <>
      <button
        className="button button-small button-danger"
        type="button"
        disabled={isDeciding || dueAt !== null}
        onClick={() => setAsking(true)}
      >
        Delete Account
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        question="Delete your account?"
        detail={`In 24 hours, your name, addresses, photo and messages will be permanently erased everywhere. Until then, you can sign in and keep your account.${user.isEmailVerified ? '' : ` ${unconfirmed}`}`}
        confirm="Delete in 24 hours"
        keep="Keep my account"
        isReady={typed.trim().toLowerCase() === user.email.toLowerCase()}
        onConfirm={() => requestDeletion(typed.trim())}
        onClose={close}
      >
        <div className="field">
          <label htmlFor={id}>
            Type <strong>{user.email}</strong> to confirm
          </label>
          <input
            className="input"
            id={id}
            type="email"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </ConfirmDialog>
    </>
  )
}
