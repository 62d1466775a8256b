import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { ForumThread, ForumPost as Post } from '../../contract/forum-threads.ts'
import { dateAndTime } from '../lib/dates.ts'
import { authorLabel } from '../lib/labels.ts'
import { $doomed, mark } from '../stores/forum-moderating.ts'
import { $thread } from '../stores/forum-threads.ts'
import { $edited, editForm, openEditions } from '../stores/forum-writing.ts'
import { $session } from '../stores/session.ts'
import { Field, Form, SubmitButton } from './Form.tsx'
import { Waiting } from './ForumMarks.tsx'
import { Icon } from './Icon.tsx'

/** The original post of a thread, or a reply: the words, who and when, and what this reader may do with it. */
export function ForumPost({ item, isTarget = false }: { item: ForumThread | Post; isTarget?: boolean }) {
  const edited = useStore($edited)
  const { id, content, authorId, createdAt, editedAt } = item
  const isOpening = 'title' in item
  return (
    <article
      className={`card post ${isOpening ? 'post-opening' : ''}`}
      id={`post-${id}`}
      data-target={isTarget || undefined}
      aria-label={`${isOpening ? 'Original post' : 'Reply'} by ${authorLabel(authorId)}`}
    >
      <p className="by-line">
        <strong>{authorLabel(authorId)}</strong>
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        {editedAt !== null && (
          <button className="edited" type="button" onClick={() => openEditions(id)}>
            edited <time dateTime={editedAt}>{dateAndTime(editedAt)}</time>
          </button>
        )}
        <Waiting item={item} />
      </p>
      {edited === id ? <EditForm item={item} /> : <p className="post-words">{content}</p>}
      <PostActions item={item} />
    </article>
  )
}

function PostActions({ item }: { item: ForumThread | Post }) {
  const session = useStore($session)
  const edited = useStore($edited)
  const discussion = useStore($thread)
  if (session.status !== 'signed-in') return null
  const { user } = session
  const isLocked = discussion.status === 'loaded' && discussion.thread.isLocked
  const canEdit = item.authorId === user.id && item.moderationStatus === 'approved' && !isLocked && edited !== item.id
  if (!canEdit && !user.isAdmin) return null
  return (
    <div className="post-actions">
      {canEdit && (
        <button className="text-button" type="button" onClick={() => $edited.set(item.id)}>
          <Icon name="edit" size={16} /> Edit
        </button>
      )}
      {user.isAdmin && 'title' in item && (
        <>
          <button className="text-button" type="button" onClick={() => mark(item, { isPinned: !item.isPinned })}>
            <Icon name="pin" size={16} /> {item.isPinned ? 'Unpin' : 'Pin'}
          </button>
          <button className="text-button" type="button" onClick={() => mark(item, { isLocked: !item.isLocked })}>
            <Icon name={item.isLocked ? 'unlock' : 'lock'} size={16} /> {item.isLocked ? 'Unlock' : 'Lock'}
          </button>
        </>
      )}
      {user.isAdmin && (
        <button className="text-button text-danger" type="button" onClick={() => $doomed.set(item)}>
          <Icon name="trash" size={16} /> {'title' in item ? 'Delete thread' : 'Delete reply'}
        </button>
      )}
    </div>
  )
}

function EditForm({ item }: { item: ForumThread | Post }) {
  const form = useMemo(() => editForm(item), [item])
  const isThread = 'title' in item
  const values = { ...(isThread && { title: item.title }), content: item.content }
  return (
    <Form form={form} label={isThread ? 'Edit thread' : 'Edit reply'} values={values}>
      {isThread && <Field name="title" label="Title" />}
      <Field name="content" label={isThread ? 'Content' : 'Reply'} rows={4} />
      <div className="actions">
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          Save
        </SubmitButton>
        <button className="button button-small" type="button" onClick={() => $edited.set(null)}>
          Cancel
        </button>
      </div>
    </Form>
  )
}
