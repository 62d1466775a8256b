import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ForumThread } from '../../contract/forum-threads.ts'
import { messages } from '../lib/messages.ts'
import { $place, chooseTab } from '../stores/forum.ts'
import { $doomed, removePost, removeThread } from '../stores/forum-moderating.ts'
import { $thread, posts, retryThread } from '../stores/forum-threads.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ForumHeading } from './ForumHeading.tsx'
import { Marks } from './ForumMarks.tsx'
import { ForumPost } from './ForumPost.tsx'
import { Icon } from './Icon.tsx'
import { ListNotice } from './ListNotice.tsx'
import { ReplyForm } from './ReplyForm.tsx'

/** The chosen thread: its original post, the replies, and the form for one more. */
export function ForumDiscussion() {
  const state = useStore($thread)
  switch (state.status) {
    case 'loading':
      return <PostSkeletons />
    case 'failed':
      return <ListNotice isOffline={false} onRetry={retryThread} />
    case 'missing':
      return (
        <div className="notice" role="alert">
          <p>{messages.thread.missingThread}</p>
          <button className="button button-small" type="button" onClick={() => chooseTab('categories')}>
            Back to Categories
          </button>
        </div>
      )
    case 'loaded':
      return <Discussion thread={state.thread} key={state.thread.id} />
  }
}

function Discussion({ thread }: { thread: ForumThread }) {
  return (
    <section className="forum-panel discussion">
      <div className="forum-head">
        <ForumHeading>{thread.title}</ForumHeading>
        <Marks thread={thread} />
      </div>
      <ForumPost item={thread} />
      <Replies />
      {thread.isLocked ? (
        <p className="notice">
          <Icon name="lock" /> This thread is locked. Nothing can be added or changed.
        </p>
      ) : (
        thread.moderationStatus === 'approved' && <ReplyForm threadId={thread.id} />
      )}
      <DeleteQuestion />
    </section>
  )
}

function Replies() {
  const state = useStore(posts.$state)
  const { post } = useStore($place)
  const isThere = state.status === 'loaded' && state.items.some(({ id }) => id === post)
  const isFurther =
    state.status === 'loaded' && state.hasMore && !isThere && (state.items.at(-1)?.id ?? 0) < (post ?? 0)
  useEffect(() => {
    if (isThere) document.getElementById(`post-${post}`)?.scrollIntoView({ block: 'center' })
  }, [isThere, post])
  // A link to a reply leads to it, however many pages down it stands; each page that comes asks for the next.
  const loaded = state.status === 'loaded' ? state.items.length : 0
  useEffect(() => {
    if (isFurther && loaded > 0) void posts.loadMore()
  }, [isFurther, loaded])
  switch (state.status) {
    case 'loading':
      return <PostSkeletons />
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={posts.reload} />
    case 'loaded': {
      const shown = state.items.filter(({ moderationStatus }) => moderationStatus !== 'rejected')
      return (
        <>
          <h3 className="replies-title">Replies</h3>
          {shown.length === 0 ? (
            <p className="notice">{messages.reply.none}</p>
          ) : (
            <ol className="posts">
              {shown.map((item) => (
                <li key={item.id}>
                  <ForumPost item={item} isTarget={item.id === post} />
                </li>
              ))}
            </ol>
          )}
          {state.hasMore && (
            <button className="button forum-more" type="button" onClick={posts.loadMore}>
              Load more
            </button>
          )}
        </>
      )
    }
  }
}

function DeleteQuestion() {
  const doomed = useStore($doomed)
  const isThread = doomed !== null && 'title' in doomed
  function confirm() {
    if (doomed === null) return
    if ('title' in doomed) void removeThread(doomed.id)
    else void removePost(doomed)
  }
  return (
    <ConfirmDialog
      isOpen={doomed !== null}
      question={isThread ? 'Delete thread' : 'Delete reply'}
      detail={isThread ? messages.thread.confirmDelete : messages.reply.confirmDelete}
      confirm={isThread ? 'Delete thread' : 'Delete reply'}
      onConfirm={confirm}
      onClose={() => $doomed.set(null)}
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
