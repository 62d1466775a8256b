import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { ZodType } from 'zod'
import type { OwnItemEndpoints } from '../../contract/own-items.ts'
import type { ReviewedTopic } from '../../contract/topic-words.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { signedIn } from '../kernel/http/guards.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route } from '../kernel/http/route.ts'
import { authorOfOwn } from '../read-model/own-items.ts'
import { requireLiving } from './command.ts'
import { showingCurrent } from './concurrent-edits.ts'

/** An item, and the subject under which the caller sent it in. */
type Own = { id: number; author: string }
type Topic<Row extends object, Body> = {
  topic: ReviewedTopic
  notFound: string
  row: (knex: Knex, id: number) => Promise<Row | null>
  correct: (request: FastifyRequest, own: Own, said: Body) => Promise<unknown>
  withdraw: (request: FastifyRequest, own: Own) => Promise<unknown>
}
type Tools = { knex: Knex; subjects: Pick<SubjectKeys, 'read'>; waitForProjection: WaitForProjection }

/** The routes by which people correct or withdraw what they sent in for review. */
export function ownItemRoutes<Row extends object, Body>(
  app: FastifyInstance,
  api: OwnItemEndpoints<ReviewedTopic, ZodType<Row, Row>, ZodType<Body>>,
  tools: Tools,
  { topic, notFound, row, correct, withdraw }: Topic<Row, Body>,
): void {
  const { knex, waitForProjection } = tools

  async function ownOf(request: FastifyRequest, id: number): Promise<Own> {
    const author = await authorOfOwn(knex, signedIn(request).id, { topic, id })
    if (author === null) throw new DomainError('not_found', notFound)
    await requireLiving(tools, topic, id, 'It is no longer shown.')
    return { id, author }
  }
  const current = async (id: number) => (await row(knex, id)) ?? Promise.reject(new DomainError('not_found', notFound))

  route(app, api.correct, { policy: 'user' }, async ({ params: { id }, body, request }) => {
    const own = await ownOf(request, id)
    await showingCurrent(
      { waitForProjection, request },
      () => row(knex, id),
      () => correct(request, own, body),
    )
    return current(id)
  })

  route(app, api.withdraw, { policy: 'user' }, async ({ params: { id }, request }) => {
    await withdraw(request, await ownOf(request, id))
    return current(id)
  })
}
