import { paths } from './paths.ts'

export type ForumTab = 'categories' | 'threads' | 'posts'

/** Where in the forum somebody is: what is chosen, and which tab of it is looked at. */
export type Place = { tab: ForumTab; category: number | null; thread: number | null; post: number | null }

export const entrance: Place = { tab: 'categories', category: null, thread: null, post: null }

export const categoryPlace = (category: number): Place => ({ ...entrance, tab: 'threads', category })

/** A thread, or one reply in it. */
export const threadPlace = (category: number, thread: number, post: number | null = null): Place => ({
  tab: 'posts',
  category,
  thread,
  post,
})

/** The tab that a choice leads to. */
function furthest({ category, thread }: Pick<Place, 'category' | 'thread'>): ForumTab {
  if (thread !== null) return 'posts'
  return category === null ? 'categories' : 'threads'
}

const idIn = (query: URLSearchParams, name: string): number | null => {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

/** '?category=1&thread=2&post=3' → the posts of thread 2; a tab that nothing is chosen for is not opened. */
export function placeIn(search: string): Place {
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

/** The other way round. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams()
  for (const name of ['category', 'thread', 'post'] as const) {
    const id = place[name]
    if (id !== null) query.set(name, String(id))
  }
  if (place.tab !== furthest(place)) query.set('tab', place.tab)
  return query.size === 0 ? paths.forum : `${paths.forum}?${query}`
}
