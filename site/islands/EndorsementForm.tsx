import { endorsementForm } from '../stores/endorsements.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

export function EndorsementForm() {
  return (
    <Form form={endorsementForm} label="Submit your endorsement">
      <div className="form-row">
        <Field name="name" label="Name" autoComplete="name" />
        <Field name="email" label="Email" type="email" autoComplete="email" help="Never published." />
      </div>
      <Field name="title" label="Title" autoComplete="organization-title" help="Such as: farmer, teacher, veteran." />
      <Field name="endorsementText" label="Endorsement" help="In your own words, why you stand with us." isLong />
      <SubmitButton sending="Submitting...">Submit Endorsement</SubmitButton>
    </Form>
  )
}
