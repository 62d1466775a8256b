import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ForumThread } from '../../contract/forum-threads.ts'
import { shortDate } from '../lib/dates.ts'
import { authorLabel, categoryLook, replyCountLabel } from '../lib/labels.ts'
import { messages } from '../lib/messages.ts'
import { readDraft } from '../stores/drafts.ts'
import { $place, chooseThread } from '../stores/forum.ts'
import { $categories } from '../stores/forum-categories.ts'
import { posts, threads } from '../stores/forum-threads.ts'
import { threadDraft } from '../stores/forum-writing.ts'
import { $session } from '../stores/session.ts'
import { showError } from '../stores/toasts.ts'
import { ForumHeading } from './ForumHeading.tsx'
import { Marks, Waiting } from './ForumMarks.tsx'
import { Refusals } from './ForumRefusals.tsx'
import { Icon } from './Icon.tsx'
import { ListNotice } from './ListNotice.tsx'
import { LoginPrompt } from './LoginPrompt.tsx'
import { ThreadForm } from './ThreadForm.tsx'

/** The threads of the chosen category, and the form that starts one. */
export function ForumThreads() {
  const { category } = useStore($place)
  const categories = useStore($categories)
  const session = useStore($session)
  const [isWriting, setWriting] = useState(() => Object.keys(readDraft(threadDraft)).length > 0)
  const chosen = categories.status === 'loaded' ? categories.items.find(({ id }) => id === category) : undefined
  const { icon, tone } = categoryLook(chosen?.name ?? '')
  const isSignedIn = session.status === 'signed-in'
  function start() {
    if (session.status === 'signed-out') showError(messages.thread.loginRequired)
    else setWriting(true)
  }
  return (
    <section className="forum-panel" key={category}>
      <div className="forum-head">
        <span className={`category-icon tone-${tone}`}>
          <Icon name={icon} size={26} />
        </span>
        <ForumHeading>{chosen?.name ?? 'Threads'}</ForumHeading>
        {!(isSignedIn && isWriting) && (
          <button className="button button-small button-primary" type="button" onClick={start}>
            <Icon name="plus" size={18} />
            New Thread
          </button>
        )}
      </div>
      {session.status === 'signed-out' && <LoginPrompt purpose="start a discussion" />}
      {isSignedIn && isWriting && <ThreadForm onCancel={() => setWriting(false)} />}
      {isSignedIn && <Refusals contentType="thread" />}
      <ThreadList />
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
          {state.hasMore && (
            <button className="button forum-more" type="button" onClick={threads.loadMore}>
              Load more
            </button>
          )}
        </>
      )
    }
  }
}

function ThreadRow({ thread }: { thread: ForumThread }) {
  const { id, title, content, authorId, replyCount, createdAt, lastReplyAt } = thread
  const ahead = () => posts.prefetch(id)
  return (
    <li className="card thread-row">
      <h3>
        <button
          className="thread-link"
          type="button"
          onClick={() => chooseThread(id)}
          onPointerEnter={ahead}
          onFocus={ahead}
        >
          {title}
        </button>
        <Marks thread={thread} />
        <Waiting item={thread} />
      </h3>
      <p className="thread-words">{content}</p>
      <p className="by-line">
        <span>{authorLabel(authorId)}</span>
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
        <span>{replyCountLabel(replyCount)}</span>
        {lastReplyAt !== null && (
          <span>
            Last reply <time dateTime={lastReplyAt}>{shortDate(lastReplyAt)}</time>
          </span>
        )}
      </p>
    </li>
  )
}
