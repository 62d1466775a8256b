import { paths } from '../../lib/paths.ts'
import { signUpForm } from '../../stores/supporters/email-signups.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import type { LateFormProps } from '../late/late-form.ts'

export function SignUpForm({ posted, wording }: LateFormProps) {
  return (
    <Form
      form={signUpForm}
      label="Mailing list"
      action={paths.home}
      posted={posted}
      wording={wording}
      className="form sign-up-form"
    >
      <Field name="email" label="Email address" type="email" autoComplete="email" />
      <SubmitButton sending="Signing up..." className="button button-accent">
        Sign Up
      </SubmitButton>
    </Form>
  )
}
