import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import type { ForumPost, ForumThread } from '../../../contract/forum-threads.ts'
import { $edited } from '../../stores/forum/forum-editing.ts'
import { $pendingDeletion, mark } from '../../stores/forum/forum-moderating.ts'
import { $thread } from '../../stores/forum/forum-threads.ts'
import { $may } from '../../stores/rights.ts'
import { $session } from '../../stores/session.ts'
import { Icon } from '../ui/Icon.tsx'

/** Actions of the reader on a post: edit their own; as a moderator, pin, lock and delete. */
export function PostActions({
  item,
  editButton,
}: {
  item: ForumThread | ForumPost
  editButton: RefObject<HTMLButtonElement | null>
}) {
  const session = useStore($session)
  const edited = useStore($edited)
  const discussion = useStore($thread)
  const moderates = useStore($may)('forum')
  if (session.status !== 'signed-in') return null
  const { user } = session
  const isLocked = discussion.status === 'loaded' && discussion.thread.isLocked
  const canEdit = item.authorId === user.id && item.moderationStatus === 'approved' && !isLocked && edited !== item.id
  if (!canEdit && !moderates) return null
  return (
    <div className="post-actions">
      {canEdit && (
        <button className="text-button" type="button" ref={editButton} onClick={() => $edited.set(item.id)}>
          <Icon name="edit" size={16} /> Edit
        </button>
      )}
      {moderates && 'title' in item && <ThreadMarks thread={item} />}
      {moderates && (
        <button className="text-button text-danger" type="button" onClick={() => $pendingDeletion.set(item)}>
          <Icon name="trash" size={16} /> {'title' in item ? 'Delete thread' : 'Delete reply'}
        </button>
      )}
    </div>
  )
}

function ThreadMarks({ thread }: { thread: ForumThread }) {
  const { isPinned, isLocked } = thread
  return (
    <>
      <button className="text-button" type="button" onClick={() => mark(thread, { isPinned: !isPinned })}>
        <Icon name="pin" size={16} /> {isPinned ? 'Unpin' : 'Pin'}
      </button>
      <button className="text-button" type="button" onClick={() => mark(thread, { isLocked: !isLocked })}>
        <Icon name={isLocked ? 'unlock' : 'lock'} size={16} /> {isLocked ? 'Unlock' : 'Lock'}
      </button>
    </>
  )
}
