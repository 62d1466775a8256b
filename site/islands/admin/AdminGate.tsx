import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { messages } from '../../lib/messages.ts'
import { $access, $secondFactorDue } from '../../stores/admin/console.ts'
import { refreshSession } from '../../stores/session.ts'
import { FreshProof } from '../security/FreshProof.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { SecondFactorDue } from './SecondFactorDue.tsx'
import { SessionEnd } from './SessionEnd.tsx'

/** Content for admins; other people are told why they are being redirected to the home page. */
export function AdminGate({ children }: { children: ReactNode }) {
  const access = useStore($access)
  const due = useStore($secondFactorDue)
  switch (access) {
    case 'checking':
      return (
        <p className="notice" role="status">
          Checking your access…
        </p>
      )
    case 'denied':
      return (
        <p className="notice" role="alert">
          {messages.admin.denied.title} - {messages.admin.denied.description}
        </p>
      )
    case 'unreachable':
      return <RetryNotice onRetry={refreshSession}>{messages.server.unreachable}</RetryNotice>
    case 'granted':
      return (
        <>
          {due === null ? children : <SecondFactorDue due={due} />}
          <SessionEnd />
          <FreshProof />
        </>
      )
  }
}
