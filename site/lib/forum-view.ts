import { paths, withQuery } from './paths.ts'

export type ForumTab = 'categories' | 'threads' | 'posts'

/** Selection in the forum, and which tab is open. */
export type ForumView = { tab: ForumTab; category: number | null; thread: number | null; post: number | null }

export const forumHome: ForumView = { tab: 'categories', category: null, thread: null, post: null }

export const categoryView = (category: number): ForumView => ({ ...forumHome, tab: 'threads', category })

/** A thread, or one reply in it. */
export const threadView = (category: number, thread: number, post: number | null = null): ForumView => ({
  tab: 'posts',
  category,
  thread,
  post,
})

/** The tab that a selection opens. */
function furthest({ category, thread }: Pick<ForumView, 'category' | 'thread'>): ForumTab {
  if (thread !== null) return 'posts'
  return category === null ? 'categories' : 'threads'
}

const idIn = (query: URLSearchParams, name: string): number | null => {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

/** '?category=1&thread=2&post=3' → the posts of thread 2; a tab with nothing selected for it is not opened. */
export function viewFrom(search: string): ForumView {
  const query = new URLSearchParams(search)
  const thread = idIn(query, 'thread')
  const chosen = { category: idIn(query, 'category'), thread, post: thread === null ? null : idIn(query, 'post') }
  const wanted = query.get('tab')
  const isOpen =
    wanted === 'categories' ||
    (wanted === 'threads' && chosen.category !== null) ||
    (wanted === 'posts' && thread !== null)
  return { ...chosen, tab: isOpen ? wanted : furthest(chosen) }
}

/** The address of a view: `viewFrom` the other way around. */
export function addressOf(view: ForumView): string {
  const query = new URLSearchParams()
  for (const name of ['category', 'thread', 'post'] as const) {
    const id = view[name]
    if (id !== null) query.set(name, String(id))
  }
  if (view.tab !== furthest(view)) query.set('tab', view.tab)
  return withQuery(paths.forum, query)
}
