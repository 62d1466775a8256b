import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { paths } from '../../lib/paths.ts'
import type { Form as FormStore } from '../../stores/form.ts'
import { $stepChoice, enterWithPasskeyStep, stepWithPasskey } from '../../stores/sign-in/passkey.ts'
import { codeForm } from '../../stores/sign-in/sign-in-code.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

/** The second step of signing in, on a page of its own. */
export const SignInCode = () => (
  <CodeStep form={codeForm}>
    <a href={`${paths.login}${location.search}`}>Start over</a>
  </CodeStep>
)

type CodeStepProps = { form: FormStore; onSignedIn?: (user: CurrentUser) => void; children: ReactNode }

/** A passkey, a code from the app or a recovery code, and below them the way back to the first step. */
export function CodeStep({ form, onSignedIn, children }: CodeStepProps) {
  const choice = useStore($stepChoice)
  const [wantsRecovery, setRecovery] = useState(false)
  if (choice === null) return <p role="status">Loading…</p>
  if (choice === 'none-pending')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          No sign-in is waiting for a code here. It may have taken longer than five minutes.
        </p>
        <p className="aside">{children}</p>
      </div>
    )
  const isRecovery = wantsRecovery || !choice.hasApp
  return (
    <>
      {choice.hasPasskeys && (
        <div className="providers">
          <PasskeyButton onClick={onSignedIn ? () => stepWithPasskey(onSignedIn) : enterWithPasskeyStep}>
            Use a passkey
          </PasskeyButton>
          <p className="or">
            <span>or with a code</span>
          </p>
        </div>
      )}
      <CodeSheet form={form} isRecovery={isRecovery} key={String(isRecovery)} />
      {choice.hasApp && (
        <p className="aside">
          <button className="link" type="button" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </button>
        </p>
      )}
      <p className="aside">{children}</p>
    </>
  )
}

function CodeSheet({ form, isRecovery }: { form: FormStore; isRecovery: boolean }) {
  const sheet = useRef<HTMLDivElement>(null)
  // The page has one field, unless a passkey is quicker.
  useEffect(() => {
    const choice = $stepChoice.get()
    if (choice === null || choice === 'none-pending' || !choice.hasPasskeys)
      sheet.current?.querySelector('input')?.focus()
  }, [])
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
