import { type ComponentProps, type ElementType, type ReactNode, type RefObject, useContext, useId } from 'react'
import { describedByNotes, FieldNotes } from './FieldNotes.tsx'
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
  /** True when it says that it is optional; by default only beside required fields. */
  isMarked?: boolean
  area?: RefObject<HTMLTextAreaElement | null>
  /** Buttons that write into it. */
  tools?: ReactNode
  /** Draws the input. */
  as?: ElementType<ComponentProps<'input'>>
}

/** One labeled field, with help below it and its error announced. */
export function Field({
  name,
  label,
  help,
  type = 'text',
  autoComplete = 'off',
  inputMode,
  rows,
  isMarked,
  area,
  tools,
  as: Input = 'input',
}: FieldProps) {
  const { state, required, values, isAgain } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  const isRequired = required.includes(name)
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
    ...describedByNotes(id, help, error),
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {`${label} `}
        {(isMarked ?? (!isRequired && required.length > 0)) && <span className="field-optional">(optional)</span>}
      </label>
      {tools}
      {rows !== undefined ? <textarea {...shared} rows={rows} ref={area} /> : <Input {...shared} type={type} />}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
