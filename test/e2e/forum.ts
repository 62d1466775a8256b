import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'

/** Somebody with an account who writes; the category 'General' unless said otherwise. */
export async function writer(request: APIRequestContext) {
  await register(request, newPerson())
  const send = async <Row>(path: string, data: object): Promise<Row> => {
    const answer = await request.post(`/api/forum/${path}`, { headers: sameOrigin(), data })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }
  return {
    start: (words: { title?: string; content?: string; categoryId?: number } = {}) =>
      send<ForumThread>('threads', {
        title: unique('Roads'),
        content: unique('They wash out'),
        categoryId: 4,
        ...words,
      }),
    reply: (threadId: number, content = unique('Ours too')) => send<ForumPost>('posts', { threadId, content }),
    /** Of a thread with its title, or of a reply. */
    async edit({ id }: { id: number }, words: { title?: string; content: string }): Promise<void> {
      const path = words.title === undefined ? 'posts' : 'threads'
      const answer = await request.put(`/api/forum/${path}/${id}`, { headers: sameOrigin(), data: words })
      expect(answer.status(), await answer.text()).toBe(200)
    },
    /** Says something that the moderator refuses. */
    async offend(threadId: number, content: string): Promise<void> {
      const answer = await request.post('/api/forum/posts', { headers: sameOrigin(), data: { threadId, content } })
      expect(answer.status()).toBe(422)
    },
  }
}

/** Signs the browser of this page in, as somebody new. */
export async function signIn(page: Page): Promise<void> {
  await register(page.request, newPerson())
}

export const addressOf = ({ categoryId, id }: ForumThread) => `/forum?category=${categoryId}&thread=${id}`

/** One post on the page, original or reply. */
export const postOf = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
