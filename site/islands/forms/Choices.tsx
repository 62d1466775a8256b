import { useContext, useId } from 'react'
import { describedByNotes, FieldNotes } from './FieldNotes.tsx'
import { FormContext, textOf } from './form-context.ts'

/** A select with values and labels. */
export function Select({
  name,
  label,
  options,
  value,
  help,
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The initial value; the form's by default. */
  value?: string
  help?: string | undefined
}) {
  const { state, values } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        name={name}
        required
        defaultValue={value ?? textOf(values[name])}
        {...describedByNotes(id, help, error)}
      >
        {options.map((option) => (
          <option value={option.value} key={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

/** A select that may stay empty. */
export function Choice({
  name,
  label,
  none,
  options,
}: {
  name: string
  label: string
  none: string
  options: readonly string[]
}) {
  const { values } = useContext(FormContext)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <span className="field-optional">(optional)</span>
      </label>
      <select className="input" id={id} name={name} defaultValue={textOf(values[name])}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option value={option} key={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Checkboxes for any number of options. */
export function Choices({ name, label, options }: { name: string; label: string; options: readonly string[] }) {
  const { values } = useContext(FormContext)
  const chosen = values[name] ?? []
  return (
    <fieldset className="choices">
      <legend>
        {label} <span className="field-optional">(optional)</span>
      </legend>
      {options.map((option) => (
        <label className="choice" key={option}>
          <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}
