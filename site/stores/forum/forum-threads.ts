import { atom } from 'nanostores'
import type { ForumPost, ForumThread, listPosts, listThreads, readThread } from '../../../contract/forum-threads.ts'
import { ApiError, call } from '../../lib/api.ts'
import { createForumList } from './forum-list.ts'

const threadsPerPage = 20
const postsPerPage = 50

/** Threads of the selected category. */
export const threads = createForumList<ForumThread>({
  async read(categoryId, last) {
    const query = { categoryId: String(categoryId), limit: String(threadsPerPage) }
    const items = await call<typeof listThreads>('GET', '/api/forum/threads', {
      query: { ...query, ...(last && { before: String(last.id) }) },
    })
    // Pinned threads come first and do not count.
    return { items, hasMore: items.filter(({ isPinned }) => !isPinned).length === threadsPerPage }
  },
})

/** Replies of the selected thread. */
export const posts = createForumList<ForumPost>({
  order: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || one.id - other.id,
  async read(id, last) {
    const items = await call<typeof listPosts>('GET', '/api/forum/posts/:id', {
      params: { id },
      query: { limit: String(postsPerPage), ...(last && { after: String(last.id) }) },
    })
    return { items, hasMore: items.length === postsPerPage }
  },
})

type ThreadState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed' }
  | { status: 'loaded'; thread: ForumThread }

/** The selected thread itself. */
export const $thread = atom<ThreadState>({ status: 'loading' })

let wanted: number | null = null
let wantedReply: number | null = null

/** Shows a thread and its replies, down to `reply`; a thread from the list is shown immediately. */
export async function openThread(id: number, reply: number | null): Promise<void> {
  wanted = id
  wantedReply = reply
  const state = $thread.get()
  if (state.status !== 'loaded' || state.thread.id !== id) {
    const listed = threads.$state.value
    const known = listed?.status === 'loaded' ? listed.items.find((thread) => thread.id === id) : undefined
    $thread.set(known ? { status: 'loaded', thread: known } : { status: 'loading' })
    if (!known && !(await loadThread(id))) return
  }
  await posts.show({ of: id })
  await readToReply(id)
}

/** Loads pages until the linked reply is listed. */
async function readToReply(threadId: number): Promise<void> {
  const state = posts.$state.value
  if (threadId !== wanted || wantedReply === null || state?.status !== 'loaded' || !state.hasMore) return
  if (state.items.some(({ id }) => id === wantedReply)) return
  await posts.loadMore()
  const now = posts.$state.value
  if (now?.status === 'loaded' && now.items.length > state.items.length) await readToReply(threadId)
}

export async function retryPosts(): Promise<void> {
  await posts.reload()
  if (wanted !== null) await readToReply(wanted)
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

export const retryThread = () => (wanted === null ? Promise.resolve() : openThread(wanted, wantedReply))

/** Updates a thread wherever it is shown. */
export function putThread(thread: ForumThread): void {
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === thread.id) $thread.set({ status: 'loaded', thread })
  threads.replace(thread)
}

/** Shows a new thread and reloads the list, since it may be in another category. */
export function addThread(thread: ForumThread): void {
  $thread.set({ status: 'loaded', thread })
  void threads.reload()
}

export function dropThread(id: number): void {
  threads.remove(id)
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === id) $thread.set({ status: 'missing' })
}

const isOpen = (threadId: number): boolean => posts.$query.get()?.of === threadId

/** Shows a reply that was just posted, unless the reader has left its thread. */
export async function addReply(post: ForumPost): Promise<void> {
  if (!isOpen(post.threadId)) return
  await posts.add(post)
  countReplies(post.threadId, post.moderationStatus === 'approved' ? 1 : 0)
}

/** Updates the reply count of the open thread: counted from the list when it is complete, else changed by `by`. */
export function countReplies(threadId: number, by: number): void {
  const state = $thread.get()
  const listed = posts.$state.value
  if (state.status !== 'loaded' || state.thread.id !== threadId || !isOpen(threadId) || listed?.status !== 'loaded')
    return
  const replyCount = listed.hasMore
    ? Math.max(0, state.thread.replyCount + by)
    : listed.items.filter(({ moderationStatus }) => moderationStatus === 'approved').length
  putThread({ ...state.thread, replyCount })
}
