import { useEffect, useRef } from 'react'
import { copyCodes, downloadCodes, loadSecondFactor } from '../../stores/security/second-factor.ts'

/** Shown once: afterwards the server has only their hashes. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <p>
        Each code lets you in once when you don’t have your phone. We only show them now, so print them or store them
        where you keep your passwords.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button className="button button-small" type="button" onClick={() => copyCodes(codes)}>
          Copy
        </button>
        <button className="button button-small" type="button" onClick={() => downloadCodes(codes)}>
          Download
        </button>
        <button className="button button-small button-primary" type="button" onClick={loadSecondFactor}>
          I Saved Them
        </button>
      </div>
    </>
  )
}
