import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { connections } from '../../stores/security/connections.ts'
import { changePasswordForm, setPasswordForm } from '../../stores/security/password.ts'
import { $reauthentication } from '../../stores/security/reauthentication.ts'
import { Form } from '../forms/Form.tsx'
import { PasswordField } from '../forms/PasswordField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ConnectionRow } from './ConnectionsPanel.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'

/** Changes the password: with the current one, or without it right after a magic link. */
export function PasswordPanel() {
  const proof = useStore($reauthentication)
  return (
    <section className="card stack security" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      {proof === null ? <p role="status">Loading…</p> : <PasswordForm {...proof} />}
      <OtherWaysIn />
    </section>
  )
}

/** A new password does not disconnect what a stranger may have connected. */
function OtherWaysIn() {
  const state = useStore(connections.$state)
  const connected = state.status === 'loaded' ? state.items.filter(({ isConnected }) => isConnected) : []
  if (connected.length === 0) return null
  return (
    <>
      <p className="quiet">
        These can also sign in, whatever your password is. Disconnect any you didn’t connect yourself.
      </p>
      <ul className="rows">
        {connected.map((connection) => (
          <ConnectionRow key={connection.provider} {...connection} />
        ))}
      </ul>
    </>
  )
}

function PasswordForm({ hasPassword, isNeededForPassword }: { hasPassword: boolean; isNeededForPassword: boolean }) {
  if (!hasPassword && isNeededForPassword) return <MagicLinkPrompt reason={messages.password.signInAgain} />
  return (
    <>
      {!hasPassword && <p className="quiet">You don’t have a password yet. You can set one here.</p>}
      <Form form={isNeededForPassword ? changePasswordForm : setPasswordForm} label="Password">
        {isNeededForPassword && <CurrentPasswordField />}
        <PasswordField
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          help="8 characters or more, 15 for staff; a few words are better than symbols."
        />
        <div>
          <SubmitButton sending="Saving...">{hasPassword ? 'Change Password' : 'Set Password'}</SubmitButton>
        </div>
      </Form>
      {isNeededForPassword && (
        <MagicLinkPrompt reason="Forgot it? Sign in with a magic link, and you won’t be asked for it." />
      )}
    </>
  )
}
