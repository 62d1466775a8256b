import { type ComponentProps, useId, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

type Asked = Omit<ComponentProps<typeof ConfirmDialog>, 'isReady' | 'children' | 'onConfirm'>
/** `reason`: the field of the record that holds it. `isOptional`: it may stay empty. */
type Props = Asked & {
  reason: { label: string; max: number }
  isOptional?: boolean
  onConfirm: (reason: string) => void
}

/** A question that also asks for the reason. */
export function ReasonDialog({ reason: { label, max }, isOptional = false, onConfirm, onClose, ...asked }: Props) {
  const [reason, setReason] = useState('')
  const id = useId()
  return (
    <ConfirmDialog
      {...asked}
      isReady={isOptional || reason.trim() !== ''}
      onConfirm={() => onConfirm(reason)}
      onClose={() => {
        setReason('')
        onClose()
      }}
    >
      <div className="field">
        <label htmlFor={id}>
          {label} {isOptional && <span className="field-optional">(optional)</span>}
        </label>
        <input
          className="input"
          id={id}
          required={!isOptional}
          maxLength={max}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
