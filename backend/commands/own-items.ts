import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { ZodType } from 'zod'
import type { OwnItemEndpoints } from '../../contract/own-items.ts'
import type { ReviewedTopic } from '../../contract/topic-words.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route } from '../kernel/http/route.ts'
import { authorOfOwn, type Owner } from '../read-model/own-items.ts'
import { requireLiving } from './command.ts'
import { showingCurrent } from './concurrent-edits.ts'
import { accountOwner, linkGuard, linkOwner, type OwnerTools } from './own-links.ts'

/** An item, and the subject under which the caller sent it in. */
type Own = { id: number; author: string }
type Topic<Row extends object, Body> = {
  topic: ReviewedTopic
  notFound: string
  row: (knex: Knex, id: number) => Promise<Row | null>
  correct: (request: FastifyRequest, own: Own, said: Body) => Promise<unknown>
  withdraw: (request: FastifyRequest, own: Own) => Promise<unknown>
}
type Tools = OwnerTools & { waitForProjection: WaitForProjection }

/** The routes by which people correct or withdraw what they sent in for review. */
export function ownItemRoutes<Row extends object, Body>(
  app: FastifyInstance,
  api: OwnItemEndpoints<ReviewedTopic, ZodType<Row, Row>, ZodType<Body>>,
  tools: Tools,
  { topic, notFound, row, correct, withdraw }: Topic<Row, Body>,
): void {
  const { knex, waitForProjection } = tools

  async function ownOf(owner: Owner, id: number): Promise<Own> {
    const author = await authorOfOwn(knex, owner, { topic, id })
    if (author === null) throw new DomainError('not_found', notFound)
    await requireLiving(tools, topic, id, 'It is no longer shown.')
    return { id, author }
  }
  const current = async (id: number) => (await row(knex, id)) ?? Promise.reject(new DomainError('not_found', notFound))

  async function correctOwn(request: FastifyRequest, owner: Owner, id: number, said: Body): Promise<Row> {
    const own = await ownOf(owner, id)
    await showingCurrent(
      { waitForProjection, request },
      () => row(knex, id),
      () => correct(request, own, said),
    )
    return current(id)
  }
  async function withdrawOwn(request: FastifyRequest, owner: Owner, id: number): Promise<Row> {
    await withdraw(request, await ownOf(owner, id))
    return current(id)
  }

  route(app, api.correct, { policy: 'user' }, async ({ params: { id }, body, request }) =>
    correctOwn(request, await accountOwner(tools, request), id, body),
  )
  route(app, api.withdraw, { policy: 'user' }, async ({ params: { id }, request }) =>
    withdrawOwn(request, await accountOwner(tools, request), id),
  )
  const { linked } = api
  route(app, linked.read, linkGuard, async ({ params: { id }, body: { token }, request }) => {
    await ownOf(await linkOwner(tools, token, request), id)
    return current(id)
  })
  route(app, linked.correct, linkGuard, async ({ params: { id }, body: { token, words }, request }) =>
    correctOwn(request, await linkOwner(tools, token, request), id, words),
  )
  route(app, linked.withdraw, linkGuard, async ({ params: { id }, body: { token }, request }) =>
    withdrawOwn(request, await linkOwner(tools, token, request), id),
  )
}
