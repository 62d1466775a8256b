import { signUpForm } from '../stores/email-signups.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

export function SignUpForm() {
  return (
    <Form form={signUpForm} label="Mailing list" className="form sign-up-form">
      <Field name="email" label="Email address" type="email" autoComplete="email" />
      <SubmitButton sending="Signing up..." className="button button-accent">
        Sign Up
      </SubmitButton>
    </Form>
  )
}
