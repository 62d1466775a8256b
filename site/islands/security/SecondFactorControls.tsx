import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { SecondFactorState } from '../../../contract/auth-second-factor.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { passkeys } from '../../stores/security/passkeys.ts'
import {
  $isTurning,
  renewByPasskey,
  renewForm,
  turnOffByPasskey,
  turnOffForm,
} from '../../stores/security/second-factor.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'

const tasks = {
  renew: {
    form: renewForm,
    byPasskey: renewByPasskey,
    open: 'New Recovery Codes',
    label: 'New recovery codes',
    submit: 'Get New Codes',
    why: 'The old recovery codes stop working.',
  },
  'turn-off': {
    form: turnOffForm,
    byPasskey: turnOffByPasskey,
    open: 'Turn Off',
    label: 'Turn off two-step sign-in',
    submit: 'Turn Off Two-Step Sign-In',
    why: 'After that, your password or a magic link is all it takes to sign in. Your passkeys stay.',
  },
} as const

/**
 * Renew or turn off; being signed in is not enough, each needs a new code or a passkey. `children`: how to add an app,
 * where there is none.
 */
export function SecondFactorControls({
  turnedOnAt,
  recoveryCodesLeft,
  hasApp,
  children,
}: SecondFactorState & { children: ReactNode }) {
  const [task, setTask] = useState<keyof typeof tasks | null>(null)
  return (
    <>
      <p className="quiet">
        {turnedOnAt && `On since ${shortDate(turnedOnAt)}. `}Signing in asks for{' '}
        {hasApp ? 'a code from your authenticator app, or a passkey.' : 'one of your passkeys.'}{' '}
        {recoveryCodesLeft === 1
          ? 'You have one recovery code left.'
          : `You have ${recoveryCodesLeft} recovery codes left.`}
      </p>
      {recoveryCodesLeft < 3 && <p className="alert">Get new recovery codes before you run out.</p>}
      <div className="actions">
        {(['renew', 'turn-off'] as const).map((id) => (
          <button
            className="button button-small"
            type="button"
            key={id}
            aria-expanded={task === id}
            onClick={() => setTask(task === id ? null : id)}
          >
            {tasks[id].open}
          </button>
        ))}
      </div>
      {task !== null && <Task {...tasks[task]} hasApp={hasApp} key={task} />}
      {task === null && !hasApp && children}
    </>
  )
}

type TaskProps = (typeof tasks)[keyof typeof tasks] & { hasApp: boolean }

function Task({ form, byPasskey, label, submit, why, hasApp }: TaskProps) {
  const own = useStore(passkeys.$state)
  const isTurning = useStore($isTurning)
  const hasPasskeys = own.status === 'loaded' && own.items.length > 0
  return (
    <Form form={form} label={label}>
      <Field
        name="code"
        label={hasApp ? 'Code from the app, or a recovery code' : 'Recovery code'}
        autoComplete="one-time-code"
        help={why}
      />
      <div className="actions">
        <SubmitButton sending="Checking...">{submit}</SubmitButton>
        {hasPasskeys && (
          <BusyButton className="button" isBusy={isTurning} busy="Waiting for your passkey…" onClick={byPasskey}>
            Use a Passkey Instead
          </BusyButton>
        )}
      </div>
    </Form>
  )
}
