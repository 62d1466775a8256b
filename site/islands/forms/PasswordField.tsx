import { type ComponentProps, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Field } from './Field.tsx'

type PasswordFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'help'> & {
  name: string
  autoComplete: 'current-password' | 'new-password'
}

/** A field for a password, with a button that shows what was typed. */
export const PasswordField = (props: PasswordFieldProps) => <Field {...props} type="password" as={HiddenInput} />

function HiddenInput(shared: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="hidden-input">
      <input {...shared} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        className="icon-button"
        type="button"
        aria-label="Show characters"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon name="eye" />
      </button>
    </span>
  )
}
