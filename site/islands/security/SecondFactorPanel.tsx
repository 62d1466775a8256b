import { useStore } from '@nanostores/react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { messages } from '../../lib/messages.ts'
import { $isStaff } from '../../stores/rights.ts'
import { passkeys } from '../../stores/security/passkeys.ts'
import { $reauthentication } from '../../stores/security/reauthentication.ts'
import {
  $isTurning,
  $secondFactor,
  beginFormAfterSignIn,
  beginFormWithPassword,
  loadSecondFactor,
  turnOnByPasskeys,
} from '../../stores/security/second-factor.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorControls } from './SecondFactorControls.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

/** Two-step sign-in: offered to everyone, recommended to staff. */
export function SecondFactorPanel({ user }: { user: CurrentUser }) {
  const view = useStore($secondFactor)
  const isStaff = useStore($isStaff)
  return (
    <section
      className={`card stack security second-factor whole-row${isStaff ? ' advised' : ''}`}
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
        {view.step === 'off' && isStaff && (
          <span className="badge badge-waiting">Recommended for {user.isAdmin ? 'administrators' : 'staff'}</span>
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
            return (
              <SecondFactorControls {...view.state}>
                <SetUpApp user={user} label="Add an Authenticator App" isSecond />
              </SecondFactorControls>
            )
        }
      })()}
    </section>
  )
}

function Offer({ user }: { user: CurrentUser }) {
  const own = useStore(passkeys.$state)
  const isTurning = useStore($isTurning)
  const hasPasskeys = own.status === 'loaded' && own.items.length > 0
  return (
    <>
      <p className="quiet">
        Sign-in then also needs a passkey or a code from your phone. A stolen password or inbox isn’t enough.
      </p>
      {hasPasskeys && user.isEmailVerified ? (
        <BusyButton className="button button-primary" isBusy={isTurning} busy="Turning on…" onClick={turnOnByPasskeys}>
          Turn On with My Passkeys
        </BusyButton>
      ) : (
        user.isEmailVerified && <p className="quiet small">To use a passkey, add one under Passkeys first.</p>
      )}
      {hasPasskeys ? (
        <SetUpApp user={user} label="Use an Authenticator App" isSecond />
      ) : (
        <SetUpApp user={user} label="Set Up Two-Step Sign-In" />
      )}
    </>
  )
}

/** Starts with an authenticator app. */
function SetUpApp({ user, label, isSecond = false }: { user: CurrentUser; label: string; isSecond?: boolean }) {
  const proof = useStore($reauthentication)
  if (proof === null) return null
  return (
    <Begin
      user={user}
      isPasswordNeeded={proof.isNeededForEmail}
      hasPassword={proof.hasPassword}
      label={label}
      isSecond={isSecond}
    />
  )
}

type BeginProps = {
  user: CurrentUser
  isPasswordNeeded: boolean
  hasPassword: boolean
  label: string
  /** Shown beside the primary way. */
  isSecond: boolean
}

function Begin({ user, isPasswordNeeded, hasPassword, label, isSecond }: BeginProps) {
  if (!user.isEmailVerified)
    return <MagicLinkPrompt reason={messages.secondFactor.unverified} label="Verify Email by Magic Link" />
  if (isPasswordNeeded && !hasPassword) return <MagicLinkPrompt reason={messages.secondFactor.signInAgain} />
  return (
    <Form form={isPasswordNeeded ? beginFormWithPassword : beginFormAfterSignIn} label="Two-step sign-in">
      {isPasswordNeeded && <CurrentPasswordField />}
      <div>
        <SubmitButton sending="Preparing..." className={isSecond ? 'button' : 'button button-primary'}>
          {label}
        </SubmitButton>
      </div>
    </Form>
  )
}
