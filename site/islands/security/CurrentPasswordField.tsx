import { Field } from '../forms/Form.tsx'

export function CurrentPasswordField() {
  return <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
}
