import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $session } from '../../stores/session.ts'
import { $resumeStep, type ResumeStep, resume } from '../../stores/session-end.ts'
import { signInWithPasskey } from '../../stores/sign-in/passkey-entry.ts'
import { createSignInForm } from '../../stores/sign-in/sign-in.ts'
import { createCodeForm } from '../../stores/sign-in/sign-in-code.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { PasskeyButton } from '../sign-in/PasskeyButton.tsx'
import { CodeStep } from '../sign-in/SignInCode.tsx'
import { DialogAbove } from '../ui/DialogAbove.tsx'

const passwordForm = createSignInForm({ onCodeNeeded: () => $resumeStep.set('code'), onSignedIn: resume })
const codeForm = createCodeForm(resume)

/** `returnTo`: takes the focus when it is done. */
export type SessionEndProps = { step: ResumeStep; returnTo: RefObject<HTMLElement | null> }

/** Signs people in again above their work; it stays until they have. */
export function SessionEndDialog({ step, returnTo }: SessionEndProps) {
  return (
    <DialogAbove
      {...messages.sessionEnd.ended}
      // The address is filled in.
      focus="[name=password]"
      returnTo={returnTo}
    >
      {step === 'password' ? (
        <PasswordStep />
      ) : (
        <CodeStep form={codeForm} onSignedIn={resume}>
          <button className="link" type="button" onClick={() => $resumeStep.set('password')}>
            Start over
          </button>
        </CodeStep>
      )}
    </DialogAbove>
  )
}

function PasswordStep() {
  const session = useStore($session)
  const email = session.status === 'signed-in' ? session.user.email : ''
  return (
    <>
      <Form form={passwordForm} label="Sign in again" values={{ email }}>
        <Field name="email" label="Email" type="email" autoComplete="username" />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <SubmitButton sending="Signing in..." className="button button-primary button-wide">
          Sign In
        </SubmitButton>
      </Form>
      <PasskeyButton onClick={() => signInWithPasskey(resume)}>Sign in with a passkey</PasskeyButton>
      <p className="aside">
        No password?{' '}
        <a href={`${paths.login}?next=${paths.admin}`} target="_blank" rel="noopener">
          Sign in another way in a new tab
        </a>
        , then come back.
      </p>
    </>
  )
}
