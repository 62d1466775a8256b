import type { SecondFactorSetup as Setup } from '../../../contract/auth-second-factor.ts'
import { loadSecondFactor, turnOnForm } from '../../stores/security/second-factor.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'

/** The secret, shown once, and the code that proves that it arrived. */
export function SecondFactorSetup({ secret, uri, qr }: Setup) {
  return (
    <ol className="setup-steps">
      <li className="stack">
        <p>
          Scan this with your authenticator app. If you are on your phone, <a href={uri}>open it in the app</a>.
        </p>
        <svg
          className="qr"
          role="img"
          aria-label="QR code with the secret below"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} />
        </svg>
        <p className="quiet small">
          Or type this secret into the app: <code className="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </li>
      <li>
        <Form form={turnOnForm} label="First code">
          <Field
            name="code"
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            help="Six digits. From now on, you will need one every time you sign in. You’ll be signed out everywhere else."
          />
          <div className="actions">
            <SubmitButton sending="Checking...">Turn On</SubmitButton>
            <button className="button" type="button" onClick={loadSecondFactor}>
              Cancel
            </button>
          </div>
        </Form>
      </li>
    </ol>
  )
}
