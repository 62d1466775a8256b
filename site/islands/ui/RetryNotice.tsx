import { messages } from '../../lib/messages.ts'

/** Says why something could not be loaded, with a button to try again. */
export function RetryNotice({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{children}</p>
      <button className="button button-small" type="button" onClick={onRetry}>
        {messages.buttons.tryAgain}
      </button>
    </div>
  )
}
