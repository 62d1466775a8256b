import { Switch } from '@base-ui/react/switch'
import { useContext, useId } from 'react'
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
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
        {error !== undefined && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
