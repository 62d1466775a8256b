import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { messages } from '../../lib/messages.ts'
import { $resumeStep } from '../../stores/session-end.ts'
import { showError } from '../../stores/toasts.ts'
import { useLastFocused } from '../ui/use-last-focused.ts'
import type { SessionEndProps } from './SessionEndDialog.tsx'

/** Loaded when it is needed. A failure must not lose the page and its input. */
const SessionEndDialog = lazy(async (): Promise<{ default: ComponentType<SessionEndProps> }> => {
  try {
    return { default: (await import('./SessionEndDialog.tsx')).SessionEndDialog }
  } catch {
    showError({ title: messages.list.failed.title, description: messages.island.reload })
    return { default: () => null }
  }
})

/** Asks people to sign in again, in place, once a call was rejected because their session has ended. */
export function SessionEnd() {
  const step = useStore($resumeStep)
  const lastFocused = useLastFocused(step === null)
  return <Suspense>{step !== null && <SessionEndDialog step={step} returnTo={lastFocused} />}</Suspense>
}
