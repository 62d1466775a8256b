import { messages } from '../../lib/messages.ts'
import { firstAdminForm, setupToken } from '../../stores/sign-in/sign-in.ts'
import { Form, SubmitButton } from '../forms/Form.tsx'
import { AccountFields } from './AccountFields.tsx'

export function FirstAdminForm() {
  if (setupToken() === '') {
    return (
      <p className="alert" role="alert">
        {messages.firstAdmin.noToken}
      </p>
    )
  }
  return (
    <Form form={firstAdminForm} label="Create the first admin">
      <AccountFields passwordHelp="15 characters or more. This account can do everything, so choose a long password you don’t use anywhere else." />
      <SubmitButton sending="Creating account..." className="button button-primary button-wide">
        Create Admin Account
      </SubmitButton>
    </Form>
  )
}
