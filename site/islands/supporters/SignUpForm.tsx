import { useContext, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { signUpForm } from '../../stores/supporters/email-signups.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { FormContext } from '../forms/form-context.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ZipCodeField } from '../forms/ZipCodeField.tsx'
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
      <More />
      <SubmitButton sending="Signing up..." className="button button-accent">
        Sign Up
      </SubmitButton>
    </Form>
  )
}

const fields = ['firstName', 'lastName', 'zipCode']

/** Optional fields behind one line, which is open where there is something to see or to correct. */
function More() {
  const { state, values } = useContext(FormContext)
  const [isOpen, setOpen] = useState(() => fields.some((name) => values[name]))
  if (!isOpen && fields.some((name) => state.errors[name])) setOpen(true)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Add your name and ZIP code</summary>
      <div className="form-row">
        <Field name="firstName" label="First name" autoComplete="given-name" isMarked={false} />
        <Field name="lastName" label="Last name" autoComplete="family-name" isMarked={false} />
        <ZipCodeField isMarked={false} />
      </div>
    </details>
  )
}
