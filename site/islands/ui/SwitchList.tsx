import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'

/** Switches with a label and help each. */
export function SwitchList<Name extends string>({
  switches,
  chosen,
  onChoose,
}: {
  switches: readonly { name: Name; label: string; help: string }[]
  chosen: Record<Name, boolean>
  onChoose: (name: Name, isOn: boolean) => void
}) {
  const id = useId()
  return (
    <ul className="switches">
      {switches.map(({ name, label, help }) => (
        <li key={name}>
          <div>
            <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`}>
              {label}
            </label>
            <p className="quiet small" id={`${id}-${name}-help`}>
              {help}
            </p>
          </div>
          <Switch.Root
            className="switch"
            id={`${id}-${name}`}
            aria-labelledby={`${id}-${name}-label`}
            aria-describedby={`${id}-${name}-help`}
            checked={chosen[name]}
            onCheckedChange={(isOn) => onChoose(name, isOn)}
          >
            <Switch.Thumb className="switch-thumb" />
          </Switch.Root>
        </li>
      ))}
    </ul>
  )
}
