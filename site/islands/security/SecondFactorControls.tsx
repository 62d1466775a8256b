import { useState } from 'react'
import type { SecondFactorState } from '../../../contract/auth-second-factor.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { renewForm, turnOffForm } from '../../stores/security/second-factor.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

const tasks = {
  renew: {
    form: renewForm,
    open: 'New Recovery Codes',
    label: 'New recovery codes',
    submit: 'Get New Codes',
    why: 'The old recovery codes stop working.',
  },
  'turn-off': {
    form: turnOffForm,
    open: 'Turn Off',
    label: 'Turn off two-step sign-in',
    submit: 'Turn Off Two-Step Sign-In',
    why: 'After that, your password or a magic link is all it takes to sign in.',
  },
} as const

/** Renew or turn off; being signed in is not enough, each needs a new code. */
export function SecondFactorControls({ turnedOnAt, recoveryCodesLeft }: SecondFactorState) {
  const [task, setTask] = useState<keyof typeof tasks | null>(null)
  return (
    <>
      <p className="quiet">
        {turnedOnAt && `On since ${shortDate(turnedOnAt)}. `}Signing in asks for a code from your authenticator app.{' '}
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
      {task !== null && <Task {...tasks[task]} key={task} />}
    </>
  )
}

function Task({ form, label, submit, why }: (typeof tasks)[keyof typeof tasks]) {
  return (
    <Form form={form} label={label}>
      <Field name="code" label="Code from the app, or a recovery code" autoComplete="one-time-code" help={why} />
      <div>
        <SubmitButton sending="Checking...">{submit}</SubmitButton>
      </div>
    </Form>
  )
}
