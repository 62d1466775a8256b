import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { $confirmationSentTo, emailFormAfterSignIn, emailFormWithPassword } from '../../stores/security/email-change.ts'
import { $reauthentication } from '../../stores/security/reauthentication.ts'
import { $session } from '../../stores/session.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'

/** Another address: it counts once the link in its inbox was used. */
export function EmailPanel() {
  const session = useStore($session)
  const proof = useStore($reauthentication)
  return (
    <section className="card stack security" aria-labelledby="email-title">
      <h2 id="email-title">Email Address</h2>
      {session.status === 'signed-in' && (
        <p className="address">
          {session.user.email}{' '}
          {session.user.isEmailVerified ? (
            <span className="badge badge-good">Verified</span>
          ) : (
            <span className="badge badge-waiting">Not verified</span>
          )}
        </p>
      )}
      {session.status === 'signed-in' && !session.user.isEmailVerified && (
        <MagicLinkPrompt reason={messages.emailChange.unverified} label="Verify by Magic Link" />
      )}
      {proof === null ? (
        <p role="status">Loading…</p>
      ) : (
        <EmailForm isPasswordNeeded={proof.isNeededForEmail} hasPassword={proof.hasPassword} />
      )}
    </section>
  )
}

function EmailForm({ isPasswordNeeded, hasPassword }: { isPasswordNeeded: boolean; hasPassword: boolean }) {
  const sentTo = useStore($confirmationSentTo)
  if (isPasswordNeeded && !hasPassword) return <MagicLinkPrompt reason={messages.emailChange.signInAgain} />
  return (
    <Form form={isPasswordNeeded ? emailFormWithPassword : emailFormAfterSignIn} label="Email address">
      <Field
        name="email"
        label="New email address"
        type="email"
        autoComplete="email"
        help="We’ll email a link there. Nothing changes until you open it."
      />
      {isPasswordNeeded && (
        <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
      )}
      <div>
        <SubmitButton sending="Sending...">Change Email</SubmitButton>
      </div>
      {sentTo !== null && (
        <p className="alert alert-good" role="status">
          We sent a link to {sentTo}. Open it in this browser within 60 minutes.
        </p>
      )}
    </Form>
  )
}
