import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { messages } from '../../lib/messages.ts'
import { $access } from '../../stores/admin/console.ts'
import { refreshSession } from '../../stores/session.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { SessionEnd } from './SessionEnd.tsx'

/** Content for admins; everyone else is told why they are being redirected to the home page. */
export function AdminGate({ children }: { children: ReactNode }) {
  const access = useStore($access)
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
          {children}
          <SessionEnd />
        </>
      )
  }
}
