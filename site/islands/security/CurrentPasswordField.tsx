import { Field } from '../forms/Field.tsx'

export function CurrentPasswordField() {
  return <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
}
