import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { running } from './settled.ts'

/** Opens the forum, whose links then open in place. */
export async function openForum(page: Page): Promise<void> {
  await page.goto('/forum')
  await running(page.getByRole('tab', { name: 'Categories' }))
}

/** Creates a user who writes in the forum, in the category 'General' by default. */
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
    /** Edits a thread when given a title, otherwise a reply. */
    async edit({ id }: { id: number }, words: { title?: string; content: string }): Promise<void> {
      const path = words.title === undefined ? 'posts' : 'threads'
      const answer = await request.put(`/api/forum/${path}/${id}`, { headers: sameOrigin(), data: words })
      expect(answer.status(), await answer.text()).toBe(200)
    },
    /** Posts a reply that the moderator rejects. */
    async offend(threadId: number, content: string): Promise<void> {
      const answer = await request.post('/api/forum/posts', { headers: sameOrigin(), data: { threadId, content } })
      expect(answer.status()).toBe(422)
    },
  }
}

/** Signs in this page's browser as a new user. */
export async function signIn(page: Page): Promise<void> {
  await register(page.request, newPerson())
}

export const addressOf = ({ categoryId, id }: ForumThread) => `/forum?category=${categoryId}&thread=${id}`

/** A post on the page, original or reply. */
export const postOf = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
