import { PasswordField } from '../forms/PasswordField.tsx'

export function CurrentPasswordField() {
  return <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
}
