import { atom } from 'nanostores'
import type { ForumCategory, listForumCategories } from '../../../contract/forum-categories.ts'
import { call } from '../../lib/api.ts'
import type { ListState } from '../list.ts'

/** §7 and §9: retried three times, fresh for five minutes. */
const retries = 3
const fresh = 5 * 60_000
/** Milliseconds before the first retry; twice as long before each further one. */
const firstPause = 250

export const $categories = atom<ListState<ForumCategory>>({ status: 'loading' })

let loadedAt = Number.NEGATIVE_INFINITY

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function read(): Promise<ForumCategory[]> {
  for (let retry = 0; ; retry++) {
    try {
      return await call<typeof listForumCategories>('GET', '/api/forum/categories')
    } catch (error) {
      if (retry === retries) throw error
      await pause(firstPause * 2 ** retry)
    }
  }
}

let loading: Promise<void> | undefined

/** Asks unless what is known is fresh, or is being asked for. */
export function loadCategories(): Promise<void> {
  if (Date.now() - loadedAt < fresh) return Promise.resolve()
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<void> {
  if ($categories.get().status !== 'loaded') $categories.set({ status: 'loading' })
  try {
    $categories.set({ status: 'loaded', items: await read() })
    loadedAt = Date.now()
  } catch {
    if ($categories.get().status !== 'loaded') $categories.set({ status: 'failed' })
  }
}
