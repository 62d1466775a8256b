import { messages } from '../../lib/messages.ts'

/** What a public list shows when it could not be read. */
export function ListNotice({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{isOffline ? messages.list.offline : messages.list.failed}</p>
      <button className="button button-small" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
