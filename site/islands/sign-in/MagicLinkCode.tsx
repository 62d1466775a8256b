import { magicLinkCodeForm } from '../../stores/sign-in/magic-link.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** For people who read their email on another device: the digits instead of the link. */
export const MagicLinkCode = () => (
  <Form form={magicLinkCodeForm} label="Code from the email">
    <Field
      name="code"
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      help="Reading your email on another device? Enter the six digits from it here. They work only on this page."
    />
    <SubmitButton sending="Signing in..." className="button button-wide">
      Sign In with Code
    </SubmitButton>
  </Form>
)
