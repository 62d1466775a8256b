import { atom } from 'nanostores'
import type { ForumPost, ForumThread, postReply, startThread } from '../../../contract/forum-threads.ts'
import { ApiError, call } from '../../lib/api.ts'
import { threadView } from '../../lib/forum-view.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { $session } from '../session.ts'
import { showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { createDraft, type Draft } from './drafts.ts'
import { $view, goTo, withLogIn } from './forum.ts'
import { rejections } from './forum-rejections.ts'
import { addReply, addThread, threads } from './forum-threads.ts'

/** Drafts belong to the account; without one, there are none. */
function ownDraft(what: string): Draft {
  const session = $session.get()
  return session.status === 'signed-in'
    ? createDraft(session.user.id, what)
    : { read: () => ({}), keep: () => {}, drop: () => {} }
}

export const threadDraft = () => ownDraft('thread')
export const replyDraft = (threadId: number) => ownDraft(`reply-${threadId}`)
export const editDraft = (id: number) => ownDraft(`edit-${id}`)

/** True when the form for a new thread is open; null: if there is a draft. */
export const $isThreadFormOpen = atom<boolean | null>(null)

export const isDrafted = (draft: Draft) => Object.keys(draft.read()).length > 0

/** Number of replies that were sent: the form starts over after each. */
export const $repliesSent = atom(0)

/** The spec asks for the id; the server uses the session. Signed out is the same 401, without a request. */
function authorId(): number {
  const session = $session.get()
  if (session.status === 'signed-out') throw new ApiError(401, 'Unauthorized', '')
  return session.status === 'signed-in' ? session.user.id : 0
}

/** A post that the moderator rejects is listed below the form, where it can be appealed. */
async function withRejections<Row>(answer: Promise<Row>): Promise<Row> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) await rejections.reload()
    throw error
  }
}

const tell = ({ moderationStatus }: ForumThread | ForumPost, { done, held }: { done: Message; held: Message }) =>
  showToast(moderationStatus === 'pending' ? held : done)

export const threadForm = createForm({
  act: 'Discussion started',
  required: ['categoryId', 'title', 'content'],
  missing: messages.thread.missing,
  failed: messages.thread.failed,
  signedOut: withLogIn(messages.thread.loginRequired),
  async send(read) {
    const body = { title: read('title'), content: read('content'), categoryId: Number(read('categoryId')) }
    const isHere = unchanged($view)
    const thread = await withRejections(
      call<typeof startThread>('POST', '/api/forum/threads', { body: { ...body, authorId: authorId() } }),
    )
    threadDraft().drop()
    $isThreadFormOpen.set(null)
    tell(thread, messages.thread)
    if (!isHere()) return void threads.reload()
    addThread(thread)
    goTo(threadView(thread.categoryId, thread.id))
  },
})

export const replyForm = (threadId: number): Form =>
  createForm({
    act: 'Reply posted',
    required: ['content'],
    missing: messages.reply.missing,
    failed: messages.reply.failed,
    signedOut: withLogIn(messages.reply.loginRequired),
    async send(read) {
      const body = { content: read('content'), threadId, authorId: authorId() }
      const post = await withRejections(call<typeof postReply>('POST', '/api/forum/posts', { body }))
      replyDraft(threadId).drop()
      $repliesSent.set($repliesSent.get() + 1)
      tell(post, messages.reply)
      // The form is free for the next reply while the list reads the rows in between.
      void addReply(post)
    },
  })
