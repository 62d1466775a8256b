import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { ForumThread } from '../../../contract/forum-threads.ts'
import { messages } from '../../lib/messages.ts'
import { $view } from '../../stores/forum/forum.ts'
import { $pendingDeletion, removePost, removeThread } from '../../stores/forum/forum-moderating.ts'
import { $thread, posts, retryPosts, retryThread } from '../../stores/forum/forum-threads.ts'
import { $session } from '../../stores/session.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { ForumHeading } from './ForumHeading.tsx'
import { ForumNotFound } from './ForumNotFound.tsx'
import { ForumPost } from './ForumPost.tsx'
import { Rejections } from './ForumRejections.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { ThreadFlags } from './ThreadFlags.tsx'

/** The selected thread: its original post, the replies, and the reply form. */
export function ForumDiscussion() {
  const state = useStore($thread)
  switch (state.status) {
    case 'loading':
      return (
        <div className="forum-panel">
          <PostSkeletons />
        </div>
      )
    case 'failed':
      return (
        <div className="forum-panel">
          <ListNotice isOffline={false} onRetry={retryThread} />
        </div>
      )
    case 'missing':
      return <ForumNotFound>{messages.thread.missingThread}</ForumNotFound>
    case 'loaded':
      return <Discussion thread={state.thread} key={state.thread.id} />
  }
}

function Discussion({ thread }: { thread: ForumThread }) {
  const session = useStore($session)
  const areRepliesRead = useStore(posts.$state).status !== 'loading'
  const replies = useRef<HTMLHeadingElement>(null)
  return (
    <section className="forum-panel discussion">
      <div className="forum-head">
        <ThreadFlags thread={thread} />
        <ForumHeading isPlace>{thread.title}</ForumHeading>
      </div>
      <ForumPost thread={thread} item={thread} />
      {session.status === 'signed-in' && <Rejections contentType="thread" threadId={thread.id} />}
      <Replies thread={thread} heading={replies} />
      {/* The parts after the replies appear with them, because they would push the replies down. */}
      {areRepliesRead && thread.isLocked && (
        <p className="notice">
          <Icon name="lock" /> {messages.thread.isLocked}
        </p>
      )}
      {areRepliesRead && !thread.isLocked && thread.moderationStatus === 'approved' && (
        <ReplyForm threadId={thread.id} />
      )}
      {areRepliesRead && session.status === 'signed-in' && <Rejections contentType="post" threadId={thread.id} />}
      <DeleteQuestion focusAfter={replies} />
    </section>
  )
}

function Replies({ thread, heading }: { thread: ForumThread; heading: RefObject<HTMLHeadingElement | null> }) {
  const state = useStore(posts.$state)
  const { post } = useStore($view)
  const isListed = state.status === 'loaded'
  const isThere = isListed && state.items.some(({ id }) => id === post)
  const isFurther = isListed && state.hasMore && !isThere && (state.items.at(-1)?.id ?? 0) < (post ?? 0)
  useEffect(() => {
    if (!isThere) return
    // After they are painted, because content that they push down during the scroll would count as a layout shift.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => document.getElementById(`post-${post}`)?.scrollIntoView({ block: 'center' }))
    })
    return () => cancelAnimationFrame(frame)
  }, [isThere, post])
  switch (state.status) {
    case 'loading':
      return <PostSkeletons />
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={retryPosts} />
    case 'loaded': {
      const shown = state.items.filter(({ moderationStatus }) => moderationStatus !== 'rejected')
      return (
        <>
          <h3 className="replies-title" ref={heading} tabIndex={-1}>
            Replies
          </h3>
          {post !== null && post !== thread.id && !isThere && !isFurther && (
            <p className="notice" role="status">
              {messages.reply.missingReply}
            </p>
          )}
          {shown.length === 0 ? (
            <p className="notice">{messages.reply.none}</p>
          ) : (
            <ol className="posts">
              {shown.map((item) => (
                <li key={item.id}>
                  <ForumPost thread={thread} item={item} isTarget={item.id === post} />
                </li>
              ))}
            </ol>
          )}
          {state.hasMore && <LoadMore className="button forum-more" onClick={posts.loadMore} />}
        </>
      )
    }
  }
}

function DeleteQuestion({ focusAfter }: { focusAfter: RefObject<HTMLHeadingElement | null> }) {
  const pendingDeletion = useStore($pendingDeletion)
  const isThread = pendingDeletion !== null && 'title' in pendingDeletion
  function confirm() {
    if (pendingDeletion === null) return
    if ('title' in pendingDeletion) void removeThread(pendingDeletion)
    else void removePost(pendingDeletion)
  }
  return (
    <ConfirmDialog
      isOpen={pendingDeletion !== null}
      question={isThread ? 'Delete thread' : 'Delete reply'}
      detail={isThread ? messages.thread.confirmDelete : messages.reply.confirmDelete}
      confirm={isThread ? 'Delete thread' : 'Delete reply'}
      keep={isThread ? 'Keep thread' : 'Keep reply'}
      focusAfter={focusAfter}
      onConfirm={confirm}
      onClose={() => $pendingDeletion.set(null)}
    />
  )
}

function PostSkeletons() {
  return (
    <div className="posts" role="status" aria-label="Loading posts">
      {['first', 'second'].map((key) => (
        <div className="card post" key={key}>
          <span className="skeleton skeleton-title" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
