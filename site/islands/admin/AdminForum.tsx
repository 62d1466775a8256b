import { useStore } from '@nanostores/react'
import type { ForumMessage } from '../../../contract/forum-messages.ts'
import { addressOf, forumHome } from '../../lib/forum-view.ts'
import { authorLabel, messageStatus } from '../../lib/labels.ts'
import { rowMessages } from '../../lib/messages.ts'
import { excerpt } from '../../lib/names.ts'
import { paths } from '../../lib/paths.ts'
import { messageActions, messageList } from '../../stores/admin/admin-forum.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { KeptRowActions } from './KeptRowActions.tsx'
import { PersonButton } from './RowButton.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'

const choice = createColumnChoice('forum')

/** The thread, or the reply in its thread; the forum finds the category itself. */
const viewAddress = ({ id, threadId, contentType }: ForumMessage) =>
  addressOf({ ...forumHome, tab: 'posts', thread: threadId, post: contentType === 'post' ? id : null })

const columns: Column<ForumMessage>[] = [
  {
    id: 'content',
    label: 'Content',
    isWide: true,
    isName: true,
    cell: (message) => {
      const { title, content, status, isDeleted } = message
      const isShown = status === 'approved' && !isDeleted
      return (
        <>
          {isShown ? <a href={viewAddress(message)}>{title ?? 'Post'}</a> : (title ?? 'Post')}{' '}
          <span className="cell-excerpt">{excerpt(content, 100)}</span>
        </>
      )
    },
    full: ({ title, content }) => (
      <>
        {title ?? 'Post'}
        <p className="long-text">{content}</p>
      </>
    ),
  },
  {
    id: 'type',
    label: 'Type',
    width: '4.5rem',
    leaves: 'first',
    cell: ({ contentType }) => (contentType === 'thread' ? 'Thread' : 'Post'),
  },
  {
    id: 'status',
    label: 'Status',
    width: '6.75rem',
    isSortable: true,
    card: 'badge',
    cell: ({ status }) => <span className={messageStatus[status].badge}>{messageStatus[status].label}</span>,
  },
  createdColumn('Created'),
  {
    id: 'author',
    label: 'Author',
    width: '8rem',
    isSortable: true,
    leaves: 'next',
    card: 'line',
    cell: ({ authorId, authorName }) => authorName ?? authorLabel(authorId),
  },
]

const filters: Filter[] = [
  { name: 'type', label: 'Type', options: Object.entries({ thread: 'Threads', post: 'Posts' }) },
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({ pending: 'Pending', approved: 'Approved', rejected: 'Rejected' }),
  },
  { name: 'deleted', label: 'Deleted', options: [['yes', 'Only deleted']] },
]

export function AdminForum() {
  const deletion = useDeletion(messageList, messageActions, {
    noun: 'forum message',
    subject: ({ content }) => content,
    detail: (asked) =>
      asked !== 'selected' && asked.contentType === 'thread'
        ? 'The thread and all its replies will disappear from the forum. You can restore it from the deleted messages.'
        : 'It will disappear from the forum. You can restore it from the deleted messages.',
  })
  return (
    <DataTable
      list={messageList}
      choice={choice}
      title="Forum Messages (Moderation Queue)"
      noun="forum messages"
      columns={columns}
      filters={filters}
      none={rowMessages('forum message').none}
      nameOf={({ id }) => `forum message ${id}`}
      tools={
        <a className="button button-small" href={paths.moderation}>
          Open moderation
        </a>
      }
      buttons={3}
      actions={(message) => <MessageActions message={message} onDelete={() => deletion.ask(message)} />}
      bulk={<DeleteSelected onClick={() => deletion.ask('selected')} />}
    >
      {deletion.dialog}
    </DataTable>
  )
}

function MessageActions({ message: { id, isDeleted }, onDelete }: { message: ForumMessage; onDelete: () => void }) {
  const isBusy = useStore(messageList.$busy).includes(id)
  return (
    <KeptRowActions
      topic="forum"
      id={id}
      of={`forum message ${id}`}
      isDeleted={isDeleted}
      isBusy={isBusy}
      onDelete={onDelete}
      onRestore={() => messageActions.restore(id)}
    >
      <PersonButton topic="forum" id={id} of={`forum message ${id}`} />
    </KeptRowActions>
  )
}
