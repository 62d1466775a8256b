import { atom } from 'nanostores'
import type { deleteMessage, ForumMessage, listMessages, restoreMessage } from '../../../contract/forum-messages.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'
import { $erasures } from './history.ts'

const pageSize = 50

export type MessagesState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; items: ForumMessage[]; hasMore: boolean }

export const $messages = atom<MessagesState>({ status: 'loading' })
/** Whether the deleted ones are listed instead of the others. */
export const $showsDeleted = atom(false)
/** Ids with a call under way. */
export const $busyMessages = atom<number[]>([])

const failure = ({ title }: Message, error: unknown) => ({
  title,
  description: sentenceOf(error) ?? 'Please try again.',
})

const page = (before?: number) =>
  call<typeof listMessages>('GET', '/api/admin/forum/messages', {
    query: {
      limit: String(pageSize),
      deleted: $showsDeleted.get() ? 'yes' : 'no',
      ...(before !== undefined && { before: String(before) }),
    },
  })

/** How often the list was asked for from its beginning: what answers an earlier question is not shown. */
let asked = 0

export async function loadMessages(): Promise<void> {
  const question = ++asked
  $messages.set({ status: 'loading' })
  try {
    const items = await page()
    if (question === asked) $messages.set({ status: 'loaded', items, hasMore: items.length === pageSize })
  } catch (error) {
    const { title, description } = failure(messages.forumMessage.loadFailed, error)
    if (question === asked) $messages.set({ status: 'failed', message: `${title}: ${description}` })
  }
}

export async function loadMoreMessages(): Promise<void> {
  const question = asked
  const state = $messages.get()
  if (state.status !== 'loaded' || !state.hasMore) return
  try {
    const older = await page(state.items.at(-1)?.id)
    const now = $messages.get()
    if (question === asked && now.status === 'loaded')
      $messages.set({ ...now, items: [...now.items, ...older], hasMore: older.length === pageSize })
  } catch (error) {
    showError(failure(messages.forumMessage.loadFailed, error))
  }
}

export function showDeleted(isShown: boolean): void {
  $showsDeleted.set(isShown)
  void loadMessages()
}

/**
 * One call per row at a time: a double click asks once. What was done leaves the list; where the list was asked for again
 * meanwhile, nobody knows whether before or after it was done, so it is asked for once more. True when it was done.
 */
async function once(id: number, act: () => Promise<unknown>, done: Message, failed: Message): Promise<boolean> {
  if ($busyMessages.get().includes(id)) return false
  $busyMessages.set([...$busyMessages.get(), id])
  const question = asked
  try {
    await act()
    const state = $messages.get()
    if (question !== asked) void loadMessages()
    else if (state.status === 'loaded') $messages.set({ ...state, items: state.items.filter((item) => item.id !== id) })
    showToast(done)
    return true
  } catch (error) {
    showError(failure(failed, error))
    return false
  } finally {
    $busyMessages.set($busyMessages.get().filter((other) => other !== id))
  }
}

export const removeMessage = (id: number) =>
  once(
    id,
    () => call<typeof deleteMessage>('DELETE', '/api/admin/forum/messages/:id', { params: { id } }),
    messages.forumMessage.deleted,
    messages.forumMessage.deleteFailed,
  )

export const restore = (id: number) =>
  once(
    id,
    () => call<typeof restoreMessage>('POST', '/api/admin/forum/messages/:id/restore', { params: { id } }),
    messages.forumMessage.restored,
    messages.forumMessage.restoreFailed,
  )

$erasures.listen(() => {
  if ($messages.get().status === 'loaded') void loadMessages()
})
