import { useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { codeForm } from '../../stores/sign-in/sign-in-code.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'

/** The second step of a sign-in, whichever way the first one went. */
export function SignInCode() {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <CodeSheet isRecovery={isRecovery} key={String(isRecovery)} />
      <p className="aside">
        <button className="link" type="button" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </p>
      <p className="aside">
        <a href={`${paths.login}${location.search}`}>Start over</a>
      </p>
    </>
  )
}

function CodeSheet({ isRecovery }: { isRecovery: boolean }) {
  const sheet = useRef<HTMLDivElement>(null)
  // There is one thing to do on this page.
  useEffect(() => sheet.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={sheet}>
      <Form form={codeForm} label="Sign-in code">
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
