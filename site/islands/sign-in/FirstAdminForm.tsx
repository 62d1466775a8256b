import { useStore } from '@nanostores/react'
import { loginFor, paths } from '../../lib/paths.ts'
import { $setupToken, firstAdminForm } from '../../stores/sign-in/sign-in.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { AccountFields } from './AccountFields.tsx'

export function FirstAdminForm() {
  const token = useStore($setupToken)
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
    <>
      <Form form={firstAdminForm} label="Create your admin account">
        <AccountFields passwordHelp="15 characters or more. This account can do everything, so choose a long password you don’t use anywhere else." />
        <SubmitButton sending="Creating account..." className="button button-primary button-wide">
          Create Admin Account
        </SubmitButton>
      </Form>
      <SignInInstead />
    </>
  )
}

const SignInInstead = () => (
  <p className="aside">
    Used your link already? <a href={loginFor(paths.admin)}>Sign in to the console</a>
  </p>
)
