import type { Message } from '../../lib/messages.ts'
import { messages } from '../../lib/messages.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'

type Failed = { status: 'offline' } | { status: 'failed'; message: Message }

/** Shown instead of a table that could not be loaded. */
export function LoadFailure({ state, onRetry }: { state: Failed; onRetry: () => void }) {
  const offline = messages.list.offline.description
  return (
    <RetryNotice onRetry={onRetry}>{state.status === 'offline' ? offline : sentenceFor(state.message)}</RetryNotice>
  )
}

type Known = { status: 'loading' } | Failed | { status: 'loaded'; problem: Message | null }

/** Shown above the rows of a table that could not be refreshed. */
export const OutdatedNotice = ({ state, onRetry }: { state: Known; onRetry: () => void }) =>
  state.status === 'loaded' &&
  state.problem !== null && <RetryNotice onRetry={onRetry}>{sentenceFor(state.problem)}</RetryNotice>

const sentenceFor = ({ title, description }: Message) => [title, description].filter(Boolean).join(': ')
