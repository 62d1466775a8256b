import { atom } from 'nanostores'
import type { ForumPost, ForumThread, listPosts, listThreads, readThread } from '../../../contract/forum-threads.ts'
import { ApiError, call } from '../../lib/api.ts'
import { createForumList } from './forum-list.ts'

const threadsPerPage = 20
const postsPerPage = 50

/** Threads of the chosen category. */
export const threads = createForumList<ForumThread>({
  async read(categoryId, last) {
    const query = { categoryId: String(categoryId), limit: String(threadsPerPage) }
    const items = await call<typeof listThreads>('GET', '/api/forum/threads', {
      query: { ...query, ...(last && { before: String(last.id) }) },
    })
    // Pinned ones stand in front, uncounted.
    return { items, hasMore: items.filter(({ isPinned }) => !isPinned).length === threadsPerPage }
  },
})

/** Replies of the chosen thread. */
export const posts = createForumList<ForumPost>({
  order: (one, other) => one.id - other.id,
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

/** The chosen thread itself. */
export const $thread = atom<ThreadState>({ status: 'loading' })

let wanted: number | null = null
let wantedReply: number | null = null

/** Shows a thread with its replies, as far as one of them; a thread that is listed is there at once. */
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

/** A link to a reply leads to it, however many pages down it stands. */
async function readToReply(threadId: number): Promise<void> {
  const state = posts.$state.value
  if (threadId !== wanted || wantedReply === null || state?.status !== 'loaded' || !state.hasMore) return
  if ((state.items.at(-1)?.id ?? 0) >= wantedReply) return
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

/** A thread changed: wherever it is shown. */
export function putThread(thread: ForumThread): void {
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === thread.id) $thread.set({ status: 'loaded', thread })
  threads.replace(thread)
}

/** A thread that was just started; its list is read anew, since it may stand in another category. */
export function addThread(thread: ForumThread): void {
  $thread.set({ status: 'loaded', thread })
  void threads.reload()
}

export function dropThread(id: number): void {
  threads.remove(id)
  const state = $thread.get()
  if (state.status === 'loaded' && state.thread.id === id) $thread.set({ status: 'missing' })
}

/** Visible replies as they are listed, once all of them are; until then as many more, or fewer, than before. */
export function countReplies(by: number): void {
  const state = $thread.get()
  const listed = posts.$state.value
  if (state.status !== 'loaded' || listed?.status !== 'loaded') return
  const replyCount = listed.hasMore
    ? Math.max(0, state.thread.replyCount + by)
    : listed.items.filter(({ moderationStatus }) => moderationStatus === 'approved').length
  putThread({ ...state.thread, replyCount })
}
