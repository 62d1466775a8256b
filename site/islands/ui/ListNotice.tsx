import { messages } from '../../lib/messages.ts'
import { RetryNotice } from './RetryNotice.tsx'

/** Shown instead of a public list that could not be loaded. */
export function ListNotice({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  const { offline, failed } = messages.list
  return <RetryNotice onRetry={onRetry}>{isOffline ? offline.description : failed.description}</RetryNotice>
}
