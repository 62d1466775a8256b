import type { Message } from '../../lib/messages.ts'
import { messages } from '../../lib/messages.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'

type Props = { state: { status: 'offline' } | { status: 'failed'; message: Message }; onRetry: () => void }

/** In place of a table of the console that could not be read: why, and the way to try again. */
export function LoadFailure({ state, onRetry }: Props) {
  const offline = messages.list.offline.description
  return (
    <RetryNotice onRetry={onRetry}>{state.status === 'offline' ? offline : sentenceFor(state.message)}</RetryNotice>
  )
}

/** Above the rows of a table that could not be read again. */
export function OutdatedNotice({ problem, onRetry }: { problem: Message; onRetry: () => void }) {
  return <RetryNotice onRetry={onRetry}>{sentenceFor(problem)}</RetryNotice>
}

const sentenceFor = ({ title, description }: Message) => [title, description].filter(Boolean).join(': ')
