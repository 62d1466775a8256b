import { messages } from '../../lib/messages.ts'
import { RetryNotice } from './RetryNotice.tsx'

/** What a public list shows when it could not be read. */
export function ListNotice({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  const { offline, failed } = messages.list
  return <RetryNotice onRetry={onRetry}>{isOffline ? offline.description : failed.description}</RetryNotice>
}
