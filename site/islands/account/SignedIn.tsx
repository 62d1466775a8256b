import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { messages } from '../../lib/messages.ts'
import { $ownSession } from '../../stores/account/require-sign-in.ts'
import { refreshSession } from '../../stores/session.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'

type Props = {
  fallback: ReactNode
  /**
   * Shows nothing instead of a second error, where another part of the page already reports that the server cannot be
   * reached.
   */
  unreachable?: ReactNode
  children: (user: CurrentUser) => ReactNode
}

/** Content for the signed-in person; `fallback` is shown until we know who that is. */
export function SignedIn({ fallback, unreachable, children }: Props) {
  const session = useStore($ownSession)
  switch (session.status) {
    case 'unknown':
    case 'signed-out':
      return fallback
    case 'unreachable':
      return unreachable ?? <RetryNotice onRetry={refreshSession}>{messages.server.unreachable}</RetryNotice>
    case 'signed-in':
      return children(session.user)
  }
}
