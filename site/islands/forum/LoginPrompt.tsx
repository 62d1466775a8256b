import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { addressOf } from '../../lib/forum-view.ts'
import { loginFor } from '../../lib/paths.ts'
import { $view } from '../../stores/forum/forum.ts'

/** Anyone can read; posting needs an account (§6). */
export function LoginPrompt({ purpose, children }: { purpose: string; children?: ReactNode }) {
  const view = useStore($view)
  return (
    <p className="login-prompt">
      <span>Log in to {purpose}.</span>
      <span className="actions">
        {children}
        <a className="button button-small" href={loginFor(addressOf(view))}>
          Log In
        </a>
      </span>
    </p>
  )
}
