import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { requireSignIn } from '../../stores/account/require-sign-in.ts'
import { $session, refreshSession } from '../../stores/session.ts'

/** What only the person themselves sees; `fallback` is shown until it is known who that is. */
export function SignedIn({ fallback, children }: { fallback: ReactNode; children: (user: CurrentUser) => ReactNode }) {
  const session = useStore($session)
  useEffect(() => {
    void requireSignIn()
  }, [])
  switch (session.status) {
    case 'unknown':
    case 'signed-out':
      return fallback
    case 'unreachable':
      return (
        <div className="notice" role="alert">
          <p>The server cannot be reached just now.</p>
          <button className="button button-small" type="button" onClick={refreshSession}>
            Try again
          </button>
        </div>
      )
    case 'signed-in':
      return children(session.user)
  }
}
