import type { ReactNode } from 'react'
import type { Form as FormStore } from '../../stores/form.ts'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { SubmitButton } from './SubmitButton.tsx'

/** Mails people without an account the link to what is theirs; `children` say what it opens. */
export const LinkByMail = ({ form, children }: { form: FormStore; children: ReactNode }) => (
  <div className="stack">
    {children}
    <Form form={form} label="Get your link">
      <Field name="email" label="Email" type="email" autoComplete="email" />
      <SubmitButton sending="Sending..." className="button button-primary button-wide">
        Email me my link
      </SubmitButton>
    </Form>
  </div>
)
