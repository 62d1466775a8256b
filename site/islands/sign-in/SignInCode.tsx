import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import type { Form as FormStore } from '../../stores/form.ts'
import { codeForm } from '../../stores/sign-in/sign-in-code.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** The second step of signing in, on a page of its own. */
export const SignInCode = () => (
  <CodeStep form={codeForm}>
    <a href={`${paths.login}${location.search}`}>Start over</a>
  </CodeStep>
)

/** A code from the app or a recovery code, and below it the way back to the first step. */
export function CodeStep({ form, children }: { form: FormStore; children: ReactNode }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <CodeSheet form={form} isRecovery={isRecovery} key={String(isRecovery)} />
      <p className="aside">
        <button className="link" type="button" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </p>
      <p className="aside">{children}</p>
    </>
  )
}

function CodeSheet({ form, isRecovery }: { form: FormStore; isRecovery: boolean }) {
  const sheet = useRef<HTMLDivElement>(null)
  // The page has one field.
  useEffect(() => sheet.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={sheet}>
      <Form form={form} label="Sign-in code">
        {isRecovery ? (
          <Field
            name="code"
            label="Recovery code"
            help="One of the ten codes you saved, such as 4kx0p-9m2dt. Each works once."
          />
        ) : (
          <Field
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            help="The six digits your authenticator app shows for this site."
          />
        )}
        <SubmitButton sending="Signing in..." className="button button-primary button-wide">
          Sign In
        </SubmitButton>
      </Form>
    </div>
  )
}
