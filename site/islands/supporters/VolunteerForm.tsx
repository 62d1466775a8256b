import { useStore } from '@nanostores/react'
import { volunteerInterests } from '../../../contract/campaign.ts'
import { availabilities, volunteer } from '../../../records/volunteers.ts'
import { paths } from '../../lib/paths.ts'
import { $session } from '../../stores/session.ts'
import { prefillOf, volunteerForm } from '../../stores/supporters/volunteers.ts'
import { Choice, Choices } from '../forms/Choices.tsx'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ZipCodeField } from '../forms/ZipCodeField.tsx'
import type { LateFormProps } from '../late/late-form.ts'

export function VolunteerForm({ posted, wording }: LateFormProps) {
  const session = useStore($session, { ssr: 'initial' })
  return (
    <Form
      form={volunteerForm}
      label="Volunteer sign-up"
      action={paths.volunteer}
      posted={posted}
      wording={wording}
      values={prefillOf(session)}
    >
      <div className="form-row">
        <Field name="firstName" label={volunteer.firstName.label} autoComplete="given-name" />
        <Field name="lastName" label={volunteer.lastName.label} autoComplete="family-name" />
      </div>
      <Field name="email" label={volunteer.email.label} type="email" autoComplete="email" />
      <div className="form-row">
        <Field name="phone" label={volunteer.phone.label} type="tel" autoComplete="tel" />
        <ZipCodeField />
      </div>
      <Field
        name="skills"
        label={volunteer.skills.label}
        rows={3}
        help="A trade, a language, a truck: anything you can lend us."
      />
      <Choice
        name="availability"
        label={volunteer.availability.label}
        none="Choose what suits you best"
        options={availabilities}
      />
      <Choices name="interests" label={volunteer.interests.label} options={volunteerInterests} />
      <SubmitButton sending="Submitting...">Join the Team</SubmitButton>
    </Form>
  )
}
