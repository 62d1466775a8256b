import { useContext, useId } from 'react'
import { FormContext, textOf } from './form-context.ts'

type FieldProps = {
  name: string
  label: string
  help?: string
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local' | 'number'
  autoComplete?: string
  /** The keyboard a phone shows. */
  inputMode?: 'numeric'
  /** Makes it a text area with this many rows. */
  rows?: number
}

/** One labeled field, with help below it and its error announced. */
export function Field({ name, label, help, type = 'text', autoComplete = 'off', inputMode, rows }: FieldProps) {
  const { state, required, values, isAgain } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  const isRequired = required.includes(name)
  // A form without required fields needs no 'optional' marks.
  const isMarked = !isRequired && required.length > 0
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    name,
    className: 'input',
    required: isRequired,
    autoComplete,
    inputMode,
    // The writing direction of the text.
    dir: rows !== undefined || type === 'text' ? 'auto' : undefined,
    // A password is never sent back.
    defaultValue: type === 'password' ? undefined : textOf(values[name]),
    autoFocus: isAgain && error !== undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isMarked && <span className="field-optional">(optional)</span>}
      </label>
      {rows !== undefined ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
