import { prayer } from '../../../records/prayers.ts'
import { paths } from '../../lib/paths.ts'
import { prayerForm } from '../../stores/supporters/prayers.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import type { LateFormProps } from '../late/late-form.ts'

export function PrayerForm({ posted, wording }: LateFormProps) {
  return (
    <Form form={prayerForm} label="Share your prayer" action={paths.prayers} posted={posted} wording={wording}>
      <Field name="firstName" label={prayer.firstName.label} autoComplete="given-name" />
      <div className="form-row">
        <Field
          name="email"
          label={prayer.email.label}
          type="email"
          autoComplete="email"
          help="Only our team sees it."
        />
        <Field
          name="location"
          label={prayer.location.label}
          autoComplete="address-level2"
          help="A town or a county is enough."
        />
      </div>
      <Field name="prayer" label={prayer.prayer.label} rows={5} />
      <SubmitButton sending="Submitting...">Submit Prayer</SubmitButton>
    </Form>
  )
}
