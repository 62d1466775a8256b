import { atom } from 'nanostores'
import type { hideVersion as changeVersion } from '../../../contract/forum-messages.ts'
import type * as api from '../../../contract/forum-threads.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { $view, withLogIn } from './forum.ts'
import { countReplies, posts, putThread } from './forum-threads.ts'
import { editDraft } from './forum-writing.ts'

/** The id of the post being edited. */
export const $edited = atom<number | null>(null)

export function stopEditing(id: number): void {
  editDraft(id).drop()
  $edited.set(null)
}

export const editForm = (item: api.ForumThread | api.ForumPost): Form => {
  const isThread = 'title' in item
  const words = isThread ? messages.thread : messages.reply
  return createForm({
    required: isThread ? ['title', 'content'] : ['content'],
    missing: words.missing,
    failed: words.editFailed,
    signedOut: withLogIn(words.loginRequired),
    showsServerMessage: true,
    async send(read) {
      const content = read('content')
      const isOpen = unchanged($edited)
      const status = isThread
        ? await changeThread(item.id, { title: read('title'), content })
        : await changeReply(item.id, content)
      showToast(status === 'pending' ? words.editHeld : words.edited)
      // People may be editing another post by now, or this one again.
      if (isOpen()) stopEditing(item.id)
      else if ($edited.get() !== item.id) editDraft(item.id).drop()
    },
  })
}

async function changeThread(id: number, body: { title: string; content: string }) {
  const thread = await call<typeof api.editThread>('PUT', '/api/forum/threads/:id', { params: { id }, body })
  putThread(thread)
  return thread.moderationStatus
}

async function changeReply(id: number, content: string) {
  const post = await call<typeof api.editReply>('PUT', '/api/forum/posts/:id', { params: { id }, body: { content } })
  posts.replace(post)
  // No one else sees it until it is reviewed.
  if (post.moderationStatus !== 'approved') countReplies(post.threadId, -1)
  return post.moderationStatus
}

/** Every version of a post while the dialog is open; null while it is closed. */
export const $editHistory = atom<api.ForumEdit[] | null>(null)
/** Whose versions they are. */
let historyOf = 0

let asked = 0

export async function openEditHistory(id: number): Promise<void> {
  asked += 1
  const mine = asked
  const isHere = unchanged($view)
  try {
    const edits = await call<typeof api.listEdits>('GET', '/api/forum/edits/:id', { params: { id } })
    if (!isHere() || mine !== asked) return
    historyOf = id
    $editHistory.set(edits)
  } catch (error) {
    showError(explain(messages.list.failed, error))
  }
}

/** For admins: hides a version from everyone else, or shows it again. */
export async function hideVersion(at: string, isHidden: boolean): Promise<void> {
  const isOpen = unchanged($editHistory)
  try {
    const edits = await call<typeof changeVersion>('PUT', '/api/admin/forum/messages/:id/versions', {
      params: { id: historyOf },
      body: { at, isHidden },
    })
    showToast(isHidden ? messages.version.hidden : messages.version.shown)
    if (isOpen()) $editHistory.set(edits)
  } catch (error) {
    showError(explain(messages.version.failed, error))
  }
}
