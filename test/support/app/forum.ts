import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Shorthands for posting as Ben and Cora, and deciding as Ada. */
export const ben = { as: 'supporter' } as const
export const cora = { as: 'neighbor' } as const
export const ada = { as: 'admin' } as const

export const opening = { title: 'Roads', content: 'Ours wash out every spring.', categoryId: 4 }

export async function startThread(app: TestApp, words: object = {}, caller: object = ben): Promise<number> {
  const answer = await app.post('/api/forum/threads', { ...opening, ...words }, caller)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

export async function postReply(app: TestApp, threadId: number, content: string, caller: object = cora) {
  const answer = await app.post('/api/forum/posts', { threadId, content }, caller)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** Posts a reply that the moderator rejects. */
export async function refusedReply(app: TestApp, threadId: number, content = 'A vile thing to say.') {
  const answer = await app.post('/api/forum/posts', { threadId, content }, cora)
  expect(answer.statusCode, answer.body).toBe(422)
  const [item] = (await app.get('/api/forum/mine', cora)).json()
  return item
}

export const repliesOf = async (app: TestApp, threadId: number, caller = {}) =>
  (await app.get(`/api/forum/posts/${threadId}`, caller)).json()

export const contents = (rows: { content: string }[]) => rows.map(({ content }) => content)

/** Without the events of accounts. */
export const eventTypes = async (app: TestApp) =>
  (await app.events()).map(({ type }) => type).filter((type) => type !== 'UserRegistered')

/** With accounts for everyone. */
export async function withPeople(app: TestApp): Promise<TestApp> {
  await app.registerPeople()
  return app
}
