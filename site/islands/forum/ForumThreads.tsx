import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ForumCategory } from '../../../contract/forum-categories.ts'
import type { ForumThread } from '../../../contract/forum-threads.ts'
import { threadView } from '../../lib/forum-view.ts'
import { authorLabel, categoryIcon, replyCountLabel } from '../../lib/labels.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { forumFeedPath } from '../../lib/paths.ts'
import { $view, askToLogIn } from '../../stores/forum/forum.ts'
import { categories } from '../../stores/forum/forum-categories.ts'
import { posts, threads } from '../../stores/forum/forum-threads.ts'
import { $isThreadFormOpen, isDrafted, threadDraft } from '../../stores/forum/forum-writing.ts'
import { $session, refreshSession } from '../../stores/session.ts'
import { showError } from '../../stores/toasts.ts'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { ForumHeading } from './ForumHeading.tsx'
import { ForumLink } from './ForumLink.tsx'
import { ForumNotFound } from './ForumNotFound.tsx'
import { Rejections } from './ForumRejections.tsx'
import { LoginPrompt } from './LoginPrompt.tsx'
import { ModerationBadge } from './ModerationBadge.tsx'
import { ThreadFlags } from './ThreadFlags.tsx'
import { ThreadForm } from './ThreadForm.tsx'

/** The threads of the selected category, and the form that starts one. */
export function ForumThreads() {
  const { category: id } = useStore($view)
  const state = useStore(categories.$state)
  const category = state.status === 'loaded' ? state.items.find((one) => one.id === id) : undefined
  if (state.status === 'loaded' && !category) return <ForumNotFound>{messages.thread.missingCategory}</ForumNotFound>
  return <Threads category={category} key={id} />
}

/** `category`: undefined until it is loaded. */
function Threads({ category }: { category: ForumCategory | undefined }) {
  const session = useStore($session)
  const isSignedIn = session.status === 'signed-in'
  const choice = useStore($isThreadFormOpen)
  const isWriting = isSignedIn && (choice ?? isDrafted(threadDraft()))
  const opener = useRef<HTMLButtonElement>(null)
  const wasWriting = useRef(false)
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    if (wasWriting.current && !isWriting) opener.current?.focus()
    wasWriting.current = isWriting
  }, [isWriting])
  function start() {
    if (session.status === 'signed-out') return askToLogIn(messages.thread.loginRequired)
    if (session.status === 'unreachable') return showError(messages.thread.failed)
    setOpened(true)
    $isThreadFormOpen.set(true)
  }
  return (
    <section className="forum-panel">
      <div className="forum-head">
        <span className={`category-icon tone-${category?.color ?? 'gray'}`}>
          <Icon name={categoryIcon(category?.name ?? '')} size={26} />
        </span>
        <ForumHeading isPlace={category !== undefined}>{category?.name ?? 'Threads'}</ForumHeading>
        <div className="actions">
          {!isWriting && (
            <button className="button button-small button-primary" type="button" ref={opener} onClick={start}>
              <Icon name="plus" size={18} />
              New Thread
            </button>
          )}
          {category !== undefined && (
            <a className="button button-small" href={forumFeedPath(category.slug)}>
              Feed
            </a>
          )}
        </div>
      </div>
      {session.status === 'signed-out' && <LoginPrompt purpose="start a discussion" />}
      {session.status === 'unreachable' && (
        <RetryNotice onRetry={refreshSession}>{messages.server.unreachable}</RetryNotice>
      )}
      {isWriting && <ThreadForm takesFocus={isOpened} />}
      {isWriting && <Rejections contentType="thread" />}
      <ThreadList />
      {isSignedIn && !isWriting && <Rejections contentType="thread" />}
    </section>
  )
}

function ThreadList() {
  const state = useStore(threads.$state)
  switch (state.status) {
    case 'loading':
      return (
        <div className="threads" role="status" aria-label="Loading threads">
          {['first', 'second', 'third'].map((key) => (
            <div className="card thread-row" key={key}>
              <span className="skeleton skeleton-title" />
              <span className="skeleton" />
            </div>
          ))}
        </div>
      )
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={threads.reload} />
    case 'loaded': {
      const shown = state.items.filter(({ moderationStatus }) => moderationStatus !== 'rejected')
      return (
        <>
          {shown.length === 0 ? (
            <p className="notice">{messages.thread.none}</p>
          ) : (
            <ul className="threads">
              {shown.map((thread) => (
                <ThreadRow thread={thread} key={thread.id} />
              ))}
            </ul>
          )}
          {state.hasMore && <LoadMore className="button forum-more" onClick={threads.loadMore} />}
        </>
      )
    }
  }
}

function ThreadRow({ thread }: { thread: ForumThread }) {
  const { id, title, content, categoryId, authorId, replyCount, createdAt, lastReplyAt, moderationStatus } = thread
  return (
    <li className="card thread-row">
      <h3>
        <ThreadFlags thread={thread} />
        <ForumLink className="thread-link" to={threadView(categoryId, id)} onPrefetch={() => posts.prefetch(id)}>
          <bdi>{title}</bdi>
        </ForumLink>{' '}
        <ModerationBadge status={moderationStatus} />
      </h3>
      <p className="thread-words" dir="auto">
        {content}
      </p>
      <p className="by-line">
        <span>{authorLabel(authorId)}</span> <time dateTime={createdAt}>{shortDate(createdAt)}</time>{' '}
        <span>{replyCountLabel(replyCount)}</span>{' '}
        {lastReplyAt !== null && (
          <span>
            Last reply <time dateTime={lastReplyAt}>{shortDate(lastReplyAt)}</time>
          </span>
        )}
      </p>
    </li>
  )
}
