import { messages } from '../lib/messages.ts'
import { firstAdminForm, setupToken } from '../stores/sign-in.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

export function FirstAdminForm() {
  if (setupToken() === '') {
    return (
      <p className="alert" role="alert">
        {messages.firstAdmin.noToken}
      </p>
    )
  }
  return (
    <Form form={firstAdminForm} label="Create the first admin">
      <div className="form-row">
        <Field name="firstName" label="First name" autoComplete="given-name" />
        <Field name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        help="15 characters or more. It opens everything, so make it long and use it nowhere else."
      />
      <SubmitButton sending="Creating account..." className="button button-primary button-wide">
        Create Admin Account
      </SubmitButton>
    </Form>
  )
}
