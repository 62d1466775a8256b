import { prayerForm } from '../stores/prayers.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

export function PrayerForm() {
  return (
    <Form form={prayerForm} label="Share your prayer">
      <Field name="firstName" label="Name" autoComplete="given-name" />
      <div className="form-row">
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          help="Never shown to anyone but our team."
        />
        <Field name="location" label="Location" autoComplete="address-level2" help="A town or a county is enough." />
      </div>
      <Field name="prayer" label="Prayer" isLong />
      <SubmitButton sending="Submitting...">Submit Prayer</SubmitButton>
    </Form>
  )
}
