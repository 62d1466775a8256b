import { Field } from '../forms/Field.tsx'
import { PasswordField } from '../forms/PasswordField.tsx'

/** The fields of every new account. */
export function AccountFields({ passwordHelp }: { passwordHelp: string }) {
  return (
    <>
      <div className="form-row">
        <Field name="firstName" label="First name" autoComplete="given-name" />
        <Field name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <PasswordField name="password" label="Password" autoComplete="new-password" help={passwordHelp} />
    </>
  )
}
