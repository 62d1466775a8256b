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
      <AccountFields passwordHelp="15 characters or more. It opens everything, so make it long and use it nowhere else." />
      <SubmitButton sending="Creating account..." className="button button-primary button-wide">
        Create Admin Account
      </SubmitButton>
    </Form>
  )
}
