import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import type { FreshProof } from '../../../contract/auth-proof.ts'
import { messages } from '../../lib/messages.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { giveUpProof } from '../../stores/security/fresh-proof.ts'
import {
  $proving,
  codeProofForm,
  lookAgain,
  passwordProofForm,
  proveWithPasskey,
} from '../../stores/security/ways-to-prove.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { DialogAbove } from '../ui/DialogAbove.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'

/** `returnTo`: takes the focus when it is done. */
export type FreshProofProps = { asked: FreshProof; returnTo: RefObject<HTMLElement | null> }

/** Asks for a recent proof before actions that an abandoned open session must not allow. */
export function FreshProofDialog({ asked, returnTo }: FreshProofProps) {
  return (
    <DialogAbove {...messages.proof.ask} focus="button, input" returnTo={returnTo} onEscape={giveUpProof}>
      <Ways {...asked} />
      <div className="dialog-actions">
        <button className="button button-small" type="button" onClick={giveUpProof}>
          Cancel
        </button>
      </div>
    </DialogAbove>
  )
}

function Ways({ hasPassword, hasCodes, hasPasskeys: hasOwn }: FreshProof) {
  const isProving = useStore($proving)
  const takesPasskey = hasOwn && hasPasskeys()
  return (
    <>
      {takesPasskey && (
        <BusyButton isBusy={isProving} busy="Waiting for your passkey…" onClick={proveWithPasskey}>
          Use a passkey
        </BusyButton>
      )}
      {hasCodes && (
        <Form form={codeProofForm} label="Confirm with a code">
          <Field name="code" label="Code from the app, or a recovery code" autoComplete="one-time-code" />
          <SubmitButton sending="Checking..." className={wide(takesPasskey)}>
            Confirm
          </SubmitButton>
        </Form>
      )}
      {hasPassword && (
        <Form form={passwordProofForm} label="Confirm with your password">
          <Field name="password" label="Password" type="password" autoComplete="current-password" />
          <SubmitButton sending="Checking..." className={wide(takesPasskey)}>
            Confirm
          </SubmitButton>
        </Form>
      )}
      {!takesPasskey && !hasCodes && !hasPassword && <SignInAgain isLooking={isProving} />}
    </>
  )
}

const wide = (isSecond: boolean) => (isSecond ? 'button button-wide' : 'button button-primary button-wide')

/** For people who sign in by magic link or through a provider: a new sign-in is the proof. */
const SignInAgain = ({ isLooking }: { isLooking: boolean }) => (
  <>
    <MagicLinkPrompt reason={messages.proof.noPassword} />
    <BusyButton className="button button-small" isBusy={isLooking} busy="Looking…" onClick={lookAgain}>
      I Opened the Link
    </BusyButton>
  </>
)
