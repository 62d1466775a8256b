import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { changePasswordForm, setPasswordForm } from '../../stores/security/password.ts'
import { $reauthentication } from '../../stores/security/reauthentication.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'

/** A new password: with the present one, or right after a magic link without. */
export function PasswordPanel() {
  const proof = useStore($reauthentication)
  return (
    <section className="card stack security" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      {proof === null ? <p role="status">Loading…</p> : <PasswordForm {...proof} />}
    </section>
  )
}

function PasswordForm({ hasPassword, isNeededForPassword }: { hasPassword: boolean; isNeededForPassword: boolean }) {
  if (!hasPassword && isNeededForPassword) return <MagicLinkPrompt reason={messages.password.signInAgain} />
  return (
    <>
      {!hasPassword && <p className="quiet">You don’t have a password yet. You can set one here.</p>}
      <Form form={isNeededForPassword ? changePasswordForm : setPasswordForm} label="Password">
        {isNeededForPassword && (
          <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
        )}
        <Field
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          help="8 characters or more, 15 for administrators; a few words are better than symbols."
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
