import { useStore } from '@nanostores/react'
import { isStaffRole, staffRoles } from '../../../records/staff-rights.ts'
import { loginFor, paths } from '../../lib/paths.ts'
import { $setupRole, $setupToken, firstAdminForm } from '../../stores/sign-in/sign-in.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { AccountFields } from './AccountFields.tsx'

export function FirstAdminForm() {
  const token = useStore($setupToken)
  const role = useStore($setupRole) ?? 'admin'
  const isAdmin = role === 'admin'
  if (token === null) return null
  if (token === '') {
    return (
      <div className="stack">
        <p className="alert" role="alert">
          This page only works with a one-time link: the one in your invitation, or the one that the server prints in
          its terminal the first time it starts. Open the full link in this browser.
        </p>
        <SignInInstead />
      </div>
    )
  }
  return (
    <div className="stack">
      {isStaffRole(role) && (
        <p>
          <strong>{staffRoles[role].label}.</strong> {staffRoles[role].does}
        </p>
      )}
      <Form form={firstAdminForm} label={isAdmin ? 'Create your admin account' : 'Create your account'}>
        <AccountFields passwordHelp="15 characters or more. Choose a long password you don’t use anywhere else." />
        <SubmitButton sending="Creating account..." className="button button-primary button-wide">
          {isAdmin ? 'Create Admin Account' : 'Create Account'}
        </SubmitButton>
      </Form>
      <SignInInstead />
    </div>
  )
}

const SignInInstead = () => (
  <p className="aside">
    Used your link already? <a href={loginFor(paths.admin)}>Sign in to the console</a>
  </p>
)
