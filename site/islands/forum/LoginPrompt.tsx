import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { addressOf } from '../../lib/forum-place.ts'
import { loginFor } from '../../lib/paths.ts'
import { $place } from '../../stores/forum/forum.ts'

/** Reading is open; writing needs an account (§6). */
export function LoginPrompt({ purpose, children }: { purpose: string; children?: ReactNode }) {
  const place = useStore($place)
  return (
    <p className="login-prompt">
      <span>Log in to {purpose}.</span>
      <span className="actions">
        {children}
        <a className="button button-small" href={loginFor(addressOf(place))}>
          Log In
        </a>
      </span>
    </p>
  )
}
