import type { Message } from '../../lib/messages.ts'
import { messages } from '../../lib/messages.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'

type Props = { state: { status: 'offline' } | { status: 'failed'; message: Message }; onRetry: () => void }

/** Shown instead of a table that could not be loaded. */
export function LoadFailure({ state, onRetry }: Props) {
  const offline = messages.list.offline.description
  return (
    <RetryNotice onRetry={onRetry}>{state.status === 'offline' ? offline : sentenceFor(state.message)}</RetryNotice>
  )
}

/** Shown above the rows of a table that could not be refreshed. */
export function OutdatedNotice({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  return <RetryNotice onRetry={onRetry}>{sentenceFor(problem)}</RetryNotice>
}

const sentenceFor = ({ title, description }: Message) => [title, description].filter(Boolean).join(': ')
