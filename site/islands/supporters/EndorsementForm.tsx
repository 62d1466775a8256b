import { endorsement } from '../../../records/endorsements.ts'
import { paths } from '../../lib/paths.ts'
import { endorsementForm } from '../../stores/supporters/endorsements.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import type { LateFormProps } from '../late/late-form.ts'

export function EndorsementForm({ posted, wording }: LateFormProps) {
  return (
    <Form
      form={endorsementForm}
      label="Submit your endorsement"
      action={paths.endorsements}
      posted={posted}
      wording={wording}
    >
      <div className="form-row">
        <Field name="name" label={endorsement.name.label} autoComplete="name" />
        <Field name="email" label={endorsement.email.label} type="email" autoComplete="email" help="Never published." />
      </div>
      <Field
        name="title"
        label={endorsement.title.label}
        autoComplete="organization-title"
        help="For example: farmer, teacher, veteran."
      />
      <Field
        name="endorsementText"
        label={endorsement.endorsementText.label}
        help="In your own words, why you stand with us."
        rows={5}
      />
      <SubmitButton sending="Submitting...">Submit Endorsement</SubmitButton>
    </Form>
  )
}
