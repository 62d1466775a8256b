import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { messages } from '../../lib/messages.ts'
import { $access, openConsole, retryConsole } from '../../stores/admin/console.ts'

/** What is inside is for admins; everyone else is sent home, and meanwhile reads why. */
export function AdminGate({ children }: { children: ReactNode }) {
  const access = useStore($access)
  useEffect(() => {
    void openConsole()
  }, [])
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
      return (
        <div className="notice" role="alert">
          <p>The server cannot be reached just now.</p>
          <button className="button button-small" type="button" onClick={retryConsole}>
            Try again
          </button>
        </div>
      )
    case 'granted':
      return children
  }
}
