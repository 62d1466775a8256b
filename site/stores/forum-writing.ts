import { atom } from 'nanostores'
import type {
  editReply,
  editThread,
  ForumEdit,
  ForumPost,
  ForumThread,
  listEdits,
  postReply,
  startThread,
} from '../../contract/forum-threads.ts'
import { ApiError, call, sentenceOf } from '../lib/api.ts'
import { type Message, messages } from '../lib/messages.ts'
import { dropDraft } from './drafts.ts'
import { createForm, type Form } from './form.ts'
import { chooseThread } from './forum.ts'
import { loadRefusals } from './forum-refusals.ts'
import { addThread, countReplies, putPost, putThread } from './forum-threads.ts'
import { $session } from './session.ts'
import { showError, showToast } from './toasts.ts'

export const threadDraft = 'thread'
export const replyDraft = (threadId: number) => `reply-${threadId}`

/** How often something was written: a form that was sent begins anew. */
export const $written = atom(0)

/** The id is the spec's; the server goes by the session. Nobody signed in is the same refusal, without asking. */
function authorId(): number {
  const session = $session.get()
  if (session.status === 'signed-out') throw new ApiError(401, 'Unauthorized', '')
  return session.status === 'signed-in' ? session.user.id : 0
}

/** What the moderator refuses is kept, and comes up under the form with a way to appeal. */
async function orRefused<Row>(answer: Promise<Row>): Promise<Row> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) await loadRefusals()
    throw error
  }
}

const tell = ({ moderationStatus }: ForumThread | ForumPost, { done, held }: { done: Message; held: Message }) =>
  showToast(moderationStatus === 'pending' ? held : done)

export const threadForm = createForm({
  required: ['categoryId', 'title', 'content'],
  missing: messages.thread.missing,
  failed: messages.thread.failed,
  signedOut: messages.thread.loginRequired,
  async send(read) {
    const body = { title: read('title'), content: read('content'), categoryId: Number(read('categoryId')) }
    const thread = await orRefused(
      call<typeof startThread>('POST', '/api/forum/threads', { body: { ...body, authorId: authorId() } }),
    )
    dropDraft(threadDraft)
    $written.set($written.get() + 1)
    tell(thread, messages.thread)
    addThread(thread)
    chooseThread(thread.id, thread.categoryId)
  },
})

export const replyForm = (threadId: number): Form =>
  createForm({
    required: ['content'],
    missing: messages.reply.missing,
    failed: messages.reply.failed,
    signedOut: messages.reply.loginRequired,
    async send(read) {
      const body = { content: read('content'), threadId, authorId: authorId() }
      const post = await orRefused(call<typeof postReply>('POST', '/api/forum/posts', { body }))
      dropDraft(replyDraft(threadId))
      $written.set($written.get() + 1)
      tell(post, messages.reply)
      putPost(post)
      if (post.moderationStatus === 'approved') countReplies(1)
    },
  })

/** The text that is being edited, by its id. */
export const $edited = atom<number | null>(null)

export const editForm = (item: ForumThread | ForumPost): Form => {
  const params = { id: item.id }
  const isThread = 'title' in item
  return createForm({
    required: isThread ? ['title', 'content'] : ['content'],
    missing: isThread ? messages.thread.missing : messages.reply.missing,
    failed: isThread ? messages.thread.editFailed : messages.reply.editFailed,
    tellsServerMessage: true,
    async send(read) {
      const content = read('content')
      if (isThread) {
        const body = { title: read('title'), content }
        putThread(await call<typeof editThread>('PUT', '/api/forum/threads/:id', { params, body }))
        showToast(messages.thread.edited)
      } else {
        putPost(await call<typeof editReply>('PUT', '/api/forum/posts/:id', { params, body: { content } }))
        showToast(messages.reply.edited)
      }
      $edited.set(null)
    },
  })
}

/** Every edition of a text while its dialog is open. */
export const $editions = atom<ForumEdit[] | null>(null)

export async function openEditions(id: number): Promise<void> {
  try {
    $editions.set(await call<typeof listEdits>('GET', '/api/forum/edits/:id', { params: { id } }))
  } catch (error) {
    showError({ title: 'Error', description: sentenceOf(error) ?? messages.list.failed })
  }
}
