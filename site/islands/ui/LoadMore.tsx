import { messages } from '../../lib/messages.ts'

export function LoadMore({ className = 'button button-small', onClick }: { className?: string; onClick: () => void }) {
  return (
    <button className={className} type="button" onClick={onClick}>
      {messages.buttons.loadMore}
    </button>
  )
}
