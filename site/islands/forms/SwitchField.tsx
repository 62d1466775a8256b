import { Switch } from '@base-ui/react/switch'
import { useContext, useId } from 'react'
import { FieldNotes } from './FieldNotes.tsx'
import { FormContext } from './form-context.ts'

/** An on-off field of a form, with help and its error. */
export function SwitchField({
  name,
  label,
  help,
  isOn,
}: {
  name: string
  label: string
  help: string
  /** The initial value. */
  isOn: boolean
}) {
  const { state } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  return (
    <div className="switch-field">
      <Switch.Root
        className="switch"
        id={id}
        name={name}
        aria-labelledby={`${id}-label`}
        aria-describedby={error === undefined ? `${id}-help` : `${id}-help ${id}-error`}
        defaultChecked={isOn}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      <div>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        <FieldNotes id={id} help={help} error={error} />
      </div>
    </div>
  )
}
