import { useStore } from '@nanostores/react'
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { apiKey } from '../../../records/api-keys.ts'
import { keyRights, staffRights } from '../../../records/staff-rights.ts'
import { codeLabel } from '../../lib/labels.ts'
import { possessive } from '../../lib/names.ts'
import { $newKey, apiKeyForm, copyKey, type IssuedKey } from '../../stores/admin/api-keys.ts'
import { Field } from '../forms/Field.tsx'
import { FieldNotes } from '../forms/FieldNotes.tsx'
import { Form } from '../forms/Form.tsx'
import { FormContext } from '../forms/form-context.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Asks what a new key may do, and then shows it once. */
export function NewApiKeyDialog() {
  const step = useStore($newKey)
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const issued = step === 'form' ? null : step
  function close() {
    $newKey.set(null)
    setCopied(false)
  }
  return (
    <Modal
      isOpen={step !== null}
      title={issued ? 'Copy the new API key' : 'New API key'}
      isWide={issued === null}
      isForm
      asksToDiscard={issued === null}
      onClose={() => (issued && !isCopied ? setAsking(true) : close())}
    >
      {step === 'form' && <KeyForm />}
      {issued && <Issued issued={issued} isCopied={isCopied} onCopied={() => setCopied(true)} />}
      <ConfirmDialog
        isOpen={isAsking}
        question="Close without copying the key?"
        detail="It isn’t shown again. You’d have to revoke it and issue another one."
        confirm="Close"
        keep="Keep it open"
        onConfirm={close}
        onClose={() => setAsking(false)}
      />
    </Modal>
  )
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

function KeyForm() {
  const form = useMemo(apiKeyForm, [])
  const values = useMemo(() => ({ lastDay: inDays(90) }), [])
  return (
    <Form form={form} label="New API key" values={values}>
      <div className="form-row">
        <Field name="name" label={apiKey.name.label} help="The program that uses it, such as: Phone bank." />
        <Field name="lastDay" label="Last day" type="date" help="At most a year from now." />
      </div>
      <RightsField />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Issuing..." className="button button-small button-primary">
          Issue Key
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

/** A checkbox with the sentence of each right that a key can hold. */
function RightsField() {
  const { state } = useContext(FormContext)
  const id = useId()
  const error = state.errors.rights
  return (
    <fieldset className="choices key-rights">
      <legend>What it may do</legend>
      {keyRights.map((right, index) => (
        <label className="choice" key={right}>
          <input
            type="checkbox"
            name="rights"
            value={right}
            aria-invalid={index === 0 && error !== undefined ? true : undefined}
            aria-describedby={index === 0 && error !== undefined ? `${id}-error` : undefined}
          />
          <span>
            <strong>{codeLabel(right)}</strong> <span className="quiet">{staffRights[right].does}</span>
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

function Issued({ issued, isCopied, onCopied }: { issued: IssuedKey; isCopied: boolean; onCopied: () => void }) {
  const copy = useRef<HTMLButtonElement>(null)
  // The form that had the focus is gone.
  useEffect(() => copy.current?.focus(), [])
  useEffect(() => {
    if (isCopied) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isCopied])
  return (
    <>
      <p>
        This is {possessive(issued.name)} key. We only show it now and don’t keep it, so store it where the program
        reads its passwords. Whoever has it can do what it may do.
      </p>
      <p className="issued-key mono" onCopy={onCopied}>
        {issued.secret}
      </p>
      <ModalActions leave="Close">
        <button
          className="button button-small button-primary"
          type="button"
          ref={copy}
          onClick={async () => (await copyKey(issued)) && onCopied()}
        >
          Copy
        </button>
      </ModalActions>
    </>
  )
}
