import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { ForumThread, ForumPost as Post } from '../../../contract/forum-threads.ts'
import { threadView } from '../../lib/forum-view.ts'
import { authorLabel } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $edited, openEditHistory } from '../../stores/forum/forum-editing.ts'
import { $session } from '../../stores/session.ts'
import { EditPostForm } from './EditPostForm.tsx'
import { ForumLink } from './ForumLink.tsx'
import { ModerationBadge } from './ModerationBadge.tsx'
import { PostActions } from './PostActions.tsx'
import { ReportButton } from './ReportButton.tsx'

type Props = { thread: ForumThread; item: ForumThread | Post; isTarget?: boolean }

/** The original post of a thread, or a reply: the words, who and when, and what this reader may do with it. */
export function ForumPost({ thread, item, isTarget = false }: Props) {
  const isEdited = useStore($edited) === item.id
  const session = useStore($session)
  const { id, content, authorId, createdAt, editedAt, moderationStatus } = item
  const isOpening = 'title' in item
  const isOwn = session.status === 'signed-in' && session.user.id === authorId
  const article = useRef<HTMLElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) (editButton.current ?? article.current)?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <article
      className={`card post ${isOpening ? 'post-opening' : ''}`}
      id={`post-${id}`}
      ref={article}
      tabIndex={-1}
      data-target={isTarget || undefined}
      aria-label={`${isOpening ? 'Original post' : 'Reply'} by ${authorLabel(authorId)}`}
    >
      <p className="by-line">
        <strong>{authorLabel(authorId)}</strong>
        {isOwn && <span className="badge">You</span>}
        <ForumLink className="permalink" to={threadView(thread.categoryId, thread.id, isOpening ? null : id)}>
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </ForumLink>
        {editedAt !== null && (
          <button className="edited" type="button" onClick={() => openEditHistory(id)}>
            edited <time dateTime={editedAt}>{dateAndTime(editedAt)}</time>
          </button>
        )}
        <ModerationBadge status={moderationStatus} />
        <ReportButton item={item} />
      </p>
      {isEdited ? (
        <EditPostForm item={item} />
      ) : (
        <p className="post-words" dir="auto">
          {content}
        </p>
      )}
      <PostActions item={item} editButton={editButton} />
    </article>
  )
}
