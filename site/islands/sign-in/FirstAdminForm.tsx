import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { $setupToken, firstAdminForm } from '../../stores/sign-in/sign-in.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { AccountFields } from './AccountFields.tsx'

export function FirstAdminForm() {
  const token = useStore($setupToken)
  if (token === null) return null
  if (token === '') {
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
