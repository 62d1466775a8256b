import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ForumMessage } from '../../../contract/forum-messages.ts'
import { shortDate } from '../../lib/dates.ts'
import { addressOf, forumHome } from '../../lib/forum-view.ts'
import { messageStatus } from '../../lib/labels.ts'
import { messages } from '../../lib/messages.ts'
import { excerpt } from '../../lib/names.ts'
import { paths } from '../../lib/paths.ts'
import {
  $busyMessages,
  $messages,
  $showsDeleted,
  loadMessages,
  loadMoreMessages,
  removeMessage,
  restore,
  showDeleted,
} from '../../stores/admin/admin-forum.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { RowButton } from './RowButton.tsx'

export function AdminForum() {
  const state = useStore($messages)
  const showsDeleted = useStore($showsDeleted)
  const [pendingDeletion, setPendingDeletion] = useState<ForumMessage | null>(null)
  useEffect(() => {
    void loadMessages()
  }, [])
  if (state.status === 'failed')
    return (
      <div className="notice" role="alert">
        <p>{state.message}</p>
        <button className="button button-small" type="button" onClick={loadMessages}>
          Try again
        </button>
      </div>
    )
  const items = state.status === 'loaded' ? state.items : []
  return (
    <section aria-labelledby="forum-title" aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id="forum-title">Forum Messages (Moderation Queue)</h2>
        <div className="actions">
          <label className="choice">
            <input type="checkbox" checked={showsDeleted} onChange={({ target }) => showDeleted(target.checked)} />
            Show deleted
          </label>
          <a className="button button-small" href={paths.moderation}>
            Open moderation
          </a>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of forum messages">
        <table className="table">
          <thead>
            <tr>
              {['Content', 'Type', 'Status', 'Created'].map((label) => (
                <th scope="col" key={label}>
                  {label}
                </th>
              ))}
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((message) => (
              <MessageRow message={message} key={message.id} onDelete={() => setPendingDeletion(message)} />
            ))}
          </tbody>
        </table>
        {state.status === 'loaded' && items.length === 0 && <p className="table-empty">{messages.forumMessage.none}</p>}
      </section>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {state.status === 'loading' ? 'Loading…' : `Showing ${items.length}.`}
        </p>
        {state.status === 'loaded' && state.hasMore && (
          <button className="button button-small" type="button" onClick={loadMoreMessages}>
            Load more
          </button>
        )}
      </div>
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.forumMessage.confirmDelete}
        detail={
          pendingDeletion?.contentType === 'thread'
            ? 'The thread disappears from the forum with all its replies. It can be restored from the deleted ones.'
            : 'It disappears from the forum. It can be restored from the deleted ones.'
        }
        confirm="Delete forum message"
        onConfirm={() => pendingDeletion !== null && removeMessage(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </section>
  )
}

/** The thread, or the reply in its thread; the category comes along by itself. */
const viewAddress = ({ id, threadId, contentType }: ForumMessage) =>
  addressOf({ ...forumHome, tab: 'posts', thread: threadId, post: contentType === 'post' ? id : null })

function MessageRow({ message, onDelete }: { message: ForumMessage; onDelete: () => void }) {
  const isBusy = useStore($busyMessages).includes(message.id)
  const { id, title, content, contentType, status, isDeleted, createdAt } = message
  const { label, badge } = messageStatus[status]
  const name = `forum message ${id}`
  return (
    <tr>
      <td className="cell-wide">
        {status === 'approved' && !isDeleted ? <a href={viewAddress(message)}>{title ?? 'Post'}</a> : (title ?? 'Post')}
        <p className="cell-excerpt">{excerpt(content, 100)}</p>
      </td>
      <td>{contentType}</td>
      <td>
        <span className={badge}>{label}</span>
      </td>
      <td className="cell-createdAt">
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
      </td>
      <td className="cell-actions">
        <RowButton icon="history" label={`History of ${name}`} onClick={() => openHistory('forum', id)} />
        {isDeleted ? (
          <RowButton icon="restore" label={`Restore ${name}`} isBusy={isBusy} onClick={() => restore(id)} />
        ) : (
          <RowButton icon="trash" label={`Delete ${name}`} isBusy={isBusy} onClick={onDelete} />
        )}
      </td>
    </tr>
  )
}
