import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ForumMessage } from '../../../contract/forum-messages.ts'
import { addressOf, forumHome } from '../../lib/forum-view.ts'
import { messageStatus } from '../../lib/labels.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { excerpt } from '../../lib/names.ts'
import { paths } from '../../lib/paths.ts'
import { messageList, removeMessage, restore, showDeleted } from '../../stores/admin/admin-forum.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { AdminTable, Cell } from './AdminTable.tsx'
import { RowButton } from './RowButton.tsx'

const columns = ['Content', 'Type', 'Status', 'Created'].map((label) => ({ label }))

export function AdminForum() {
  const query = useStore(messageList.$query)
  const [pendingDeletion, setPendingDeletion] = useState<ForumMessage | null>(null)
  return (
    <AdminTable
      list={messageList}
      topic="forum"
      title="Forum Messages (Moderation Queue)"
      columns={columns}
      row={(message) => <MessageRow message={message} key={message.id} onDelete={() => setPendingDeletion(message)} />}
      none={messages.forumMessage.none}
      tools={
        <div className="actions">
          <label className="choice">
            <input
              type="checkbox"
              checked={query?.deleted === 'yes'}
              onChange={({ target }) => showDeleted(target.checked)}
            />
            Show deleted
          </label>
          <a className="button button-small" href={paths.moderation}>
            Open moderation
          </a>
        </div>
      }
    >
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.forumMessage.confirmDelete}
        detail={
          pendingDeletion?.contentType === 'thread'
            ? 'The thread and all its replies will disappear from the forum. You can restore it from the deleted messages.'
            : 'It will disappear from the forum. You can restore it from the deleted messages.'
        }
        confirm="Delete forum message"
        onConfirm={() => pendingDeletion !== null && removeMessage(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </AdminTable>
  )
}

/** The thread, or the reply in its thread; the forum finds the category itself. */
const viewAddress = ({ id, threadId, contentType }: ForumMessage) =>
  addressOf({ ...forumHome, tab: 'posts', thread: threadId, post: contentType === 'post' ? id : null })

function MessageRow({ message, onDelete }: { message: ForumMessage; onDelete: () => void }) {
  const isBusy = useStore(messageList.$busy).includes(message.id)
  const { id, title, content, contentType, status, isDeleted, createdAt } = message
  const { label, badge } = messageStatus[status]
  const name = `forum message ${id}`
  return (
    <tr>
      <Cell label="Content" className="cell-wide">
        {status === 'approved' && !isDeleted ? <a href={viewAddress(message)}>{title ?? 'Post'}</a> : (title ?? 'Post')}
        <p className="cell-excerpt">{excerpt(content, 100)}</p>
      </Cell>
      <Cell label="Type">{contentType}</Cell>
      <Cell label="Status">
        <span className={badge}>{label}</span>
      </Cell>
      <Cell label="Created" className="cell-createdAt">
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
      </Cell>
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
