import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { FreshProof } from '../../../contract/auth-proof.ts'
import { messages } from '../../lib/messages.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import {
  $proving,
  codeProofForm,
  giveUpProof,
  lookAgain,
  passwordProofForm,
  proveWithPasskey,
} from '../../stores/security/fresh-proof.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { MagicLinkPrompt } from './MagicLinkPrompt.tsx'

/** `returnTo`: takes the focus when it is done. */
export type FreshProofProps = { asked: FreshProof; returnTo: RefObject<HTMLElement | null> }

/** Stands above the page, and above a dialog with what people typed. */
export function FreshProofDialog({ asked, returnTo }: FreshProofProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Escape would also reach the dialog below, and close it.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      giveUpProof()
    }
    addEventListener('keydown', leave, { capture: true })
    return () => removeEventListener('keydown', leave, { capture: true })
  }, [])
  const { title, description } = messages.proof.ask
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop over" />
        <Dialog.Popup
          className="dialog over"
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('button, input') ?? true}
          finalFocus={returnTo}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description className="quiet small">{description}</Dialog.Description>
          <Ways {...asked} />
          <div className="dialog-actions">
            <button className="button button-small" type="button" onClick={giveUpProof}>
              Cancel
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
