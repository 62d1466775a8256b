import { atom } from 'nanostores'
import type { ForumPost, ForumThread, listPosts, listThreads, readThread } from '../../../contract/forum-threads.ts'
import { ApiError, call } from '../../lib/api.ts'
import { createPages } from '../pages.ts'

const threadsPerPage = 20
const postsPerPage = 50

/** Threads of the chosen category. */
export const threads = createPages<ForumThread>({
  read: (categoryId, last) =>
    call<typeof listThreads>('GET', '/api/forum/threads', {
      query: {
        categoryId: String(categoryId),
        limit: String(threadsPerPage),
        ...(last && { before: String(last.id) }),
      },
    }),
  // Pinned ones stand in front, uncounted.
  isFull: (page) => page.filter(({ isPinned }) => !isPinned).length === threadsPerPage,
})

/** Replies of the chosen thread. */
export const posts = createPages<ForumPost>({
  read: (id, last) =>
    call<typeof listPosts>('GET', '/api/forum/posts/:id', {
      params: { id },
      query: { limit: String(postsPerPage), ...(last && { after: String(last.id) }) },
    }),
  isFull: (page) => page.length === postsPerPage,
})

export type ThreadState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed' }
  | { status: 'loaded'; thread: ForumThread }

/** The chosen thread itself. */
export const $thread = atom<ThreadState>({ status: 'loading' })

let wanted: number | null = null

/** Shows a thread with its replies; one that is listed is there at once. */
export async function openThread(id: number): Promise<void> {
  wanted = id
  const state = $thread.get()
  if (state.status !== 'loaded' || state.thread.id !== id) {
    const listed = threads.$state.get()
    const known = listed.status === 'loaded' ? listed.items.find((thread) => thread.id === id) : undefined
    $thread.set(known ? { status: 'loaded', thread: known } : { status: 'loading' })
    if (!known && !(await loadThread(id))) return
  }
  await posts.show(id)
}

async function loadThread(id: number): Promise<boolean> {
  try {
    const thread = await call<typeof readThread>('GET', '/api/forum/threads/:id', { params: { id } })
    if (id !== wanted) return false
    $thread.set({ status: 'loaded', thread })
    return true
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (id === wanted) $thread.set({ status: isMissing ? 'missing' : 'failed' })
    return false
  }
}

export const retryThread = () => (wanted === null ? Promise.resolve() : openThread(wanted))

/** A thread changed: wherever it is shown. */
export function putThread(thread: ForumThread): void {
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === thread.id) $thread.set({ status: 'loaded', thread })
  threads.change((items) => items.map((item) => (item.id === thread.id ? thread : item)))
}

/** A thread that was just started; its list is read anew, since it may stand in another category. */
export function addThread(thread: ForumThread): void {
  $thread.set({ status: 'loaded', thread })
  void threads.reload()
}

export function dropThread(id: number): void {
  threads.change((items) => items.filter((item) => item.id !== id))
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === id) $thread.set({ status: 'missing' })
}

export const putPost = (post: ForumPost): void =>
  posts.change((items) => items.map((item) => (item.id === post.id ? post : item)))

/** Visible replies as they are listed, once all of them are; until then as many more, or fewer, than before. */
export function countReplies(by: number): void {
  const state = $thread.get()
  const listed = posts.$state.get()
  if (state.status !== 'loaded' || listed.status !== 'loaded') return
  const replyCount = listed.hasMore
    ? Math.max(0, state.thread.replyCount + by)
    : listed.items.filter(({ moderationStatus }) => moderationStatus === 'approved').length
  putThread({ ...state.thread, replyCount })
}
