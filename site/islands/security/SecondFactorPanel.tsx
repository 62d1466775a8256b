import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { messages } from '../../lib/messages.ts'
import { $reauthentication } from '../../stores/security/reauthentication.ts'
import {
  $secondFactor,
  beginFormAfterSignIn,
  beginFormWithPassword,
  loadSecondFactor,
} from '../../stores/security/second-factor.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorControls } from './SecondFactorControls.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

/** A code at every sign-in: offered to everybody, and to administrators first of all. */
export function SecondFactorPanel({ user }: { user: CurrentUser }) {
  const view = useStore($secondFactor)
  return (
    <section
      className={`card stack security second-factor whole-row${user.isAdmin ? ' advised' : ''}`}
      aria-labelledby="second-factor-title"
    >
      <div className="badges">
        <h2 className="security-card-title" id="second-factor-title">
          <span className="tile-icon">
            <Icon name="shield" />
          </span>
          Two-Step Sign-In
        </h2>
        {view.step === 'on' && <span className="badge badge-good">On</span>}
        {view.step === 'off' && user.isAdmin && (
          <span className="badge badge-waiting">Recommended for administrators</span>
        )}
      </div>
      {(() => {
        switch (view.step) {
          case 'loading':
            return <p role="status">Loading…</p>
          case 'unreachable':
            return <ListNotice isOffline={false} onRetry={loadSecondFactor} />
          case 'off':
            return <Offer user={user} />
          case 'setting-up':
            return <SecondFactorSetup {...view.setup} />
          case 'codes-shown':
            return <RecoveryCodes codes={view.codes} />
          case 'on':
            return <SecondFactorControls {...view.state} />
        }
      })()}
    </section>
  )
}

function Offer({ user }: { user: CurrentUser }) {
  const proof = useStore($reauthentication)
  return (
    <>
      <p className="quiet">
        It asks for a code from an app on your phone when you sign in, so someone who learns your password, or gets into
        your inbox, still can’t get in.
      </p>
      {proof !== null && (
        <Begin user={user} isPasswordNeeded={proof.isNeededForEmail} hasPassword={proof.hasPassword} />
      )}
    </>
  )
}

type BeginProps = { user: CurrentUser; isPasswordNeeded: boolean; hasPassword: boolean }

function Begin({ user, isPasswordNeeded, hasPassword }: BeginProps) {
  if (!user.isEmailVerified)
    return <MagicLinkPrompt reason={messages.secondFactor.unverified} label="Verify Email by Magic Link" />
  if (isPasswordNeeded && !hasPassword) return <MagicLinkPrompt reason={messages.secondFactor.signInAgain} />
  return (
    <Form form={isPasswordNeeded ? beginFormWithPassword : beginFormAfterSignIn} label="Two-step sign-in">
      {isPasswordNeeded && (
        <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
      )}
      <div>
        <SubmitButton sending="Preparing...">Set Up Two-Step Sign-In</SubmitButton>
      </div>
    </Form>
  )
}
