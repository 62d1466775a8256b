import { type ReactNode, type RefObject, useId } from 'react'
import { describedByNotes, FieldNotes } from './FieldNotes.tsx'

type Props = {
  label: string
  value: string
  help?: string
  error?: string | undefined
  type?: 'text' | 'email' | 'number' | 'datetime-local'
  /** Makes it a text area with this many rows. */
  rows?: number
  maxLength?: number
  isOptional?: boolean
  disabled?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
  /** Buttons that write into it. */
  tools?: ReactNode
  onChange: (value: string) => void
}

/** One labeled field whose text a store keeps, with help below it and its error announced. */
export function TextField({
  label,
  value,
  help,
  error,
  type = 'text',
  rows,
  maxLength,
  isOptional = false,
  disabled,
  field,
  tools,
  onChange,
}: Props) {
  const id = useId()
  const shared = {
    id,
    className: 'input',
    value,
    maxLength,
    disabled,
    dir: type === 'text' ? 'auto' : undefined,
    required: !isOptional,
    autoComplete: 'off',
    ...describedByNotes(id, help, error),
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="field-optional">(optional)</span>}
      </label>
      {tools}
      {rows === undefined ? (
        <input {...shared} type={type} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea {...shared} ref={field} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
