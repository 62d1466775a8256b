import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { settingsPath } from '../../lib/paths.ts'
import { $emailChange, profileValues } from '../../stores/account/profile.ts'
import type { Form as FormStore } from '../../stores/form.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** The same fields on the profile page and in the settings; `children` are shown next to the button. */
export function ProfileForm({ form, user, children }: { form: FormStore; user: CurrentUser; children?: ReactNode }) {
  return (
    <Form form={form} label="Profile" values={profileValues(user)}>
      <div className="form-row">
        <Field name="firstName" label="First name" autoComplete="given-name" />
        <Field name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <div className="form-row">
        <Field name="email" label="Email" type="email" autoComplete="email" />
        <Field name="phone" label="Phone" type="tel" autoComplete="tel" />
      </div>
      <EmailChangeNotice />
      <Field name="address" label="Address" autoComplete="street-address" />
      <div className="form-row">
        <Field name="city" label="City" autoComplete="address-level2" />
        <Field name="state" label="State" autoComplete="address-level1" />
        <Field name="zipCode" label="ZIP code" autoComplete="postal-code" />
      </div>
      <div className="actions">
        <SubmitButton sending="Saving...">Save Changes</SubmitButton>
        {children}
      </div>
    </Form>
  )
}

/** An email address changes only once it is verified, so the form goes back to the current one. */
function EmailChangeNotice() {
  const change = useStore($emailChange)
  if (change === null) return null
  return (
    <p className="email-change" role="status">
      {change.isLinkSent ? (
        <>
          We sent a link to <strong>{change.email}</strong>. Your address changes once you open it.
        </>
      ) : (
        <>
          Your address stays as it is for now. To change it to <strong>{change.email}</strong>, please{' '}
          <a href={settingsPath('security')}>confirm it under Security</a>.
        </>
      )}
    </p>
  )
}
