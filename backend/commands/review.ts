import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { ZodType } from 'zod'
import type { ReviewEndpoints } from '../../contract/review.ts'
import type { ReviewedTopic } from '../../contract/topic-words.ts'
import { rightOfTopic } from '../../records/rights-of-topics.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route, staff } from '../kernel/http/route.ts'
import { cannotRestore, requireLiving } from './command.ts'
import { showingCurrent } from './concurrent-edits.ts'

type Topic<Row extends object> = {
  topic: ReviewedTopic
  notFound: string
  row: (knex: Knex, id: number) => Promise<Row | null>
  approve: Decide
  reject: (request: FastifyRequest, id: number, reason: string) => Promise<unknown>
  delete: Decide
  restore: Decide
}
/** For decisions about words: every event of an item is about its one text. */
export const readBefore = {
  isAbout: () => true,
  refusal: 'Someone corrected this since you read it. Read it again, then decide.',
}

type Decide = (request: FastifyRequest, id: number) => Promise<unknown>
type Tools = { knex: Knex; subjects: Pick<SubjectKeys, 'read'>; waitForProjection: WaitForProjection }

/** The routes by which admins decide whether the site shows what visitors sent in. */
export function reviewRoutes<Row extends object>(
  app: FastifyInstance,
  api: ReviewEndpoints<ReviewedTopic, ZodType<Row, Row>>,
  tools: Tools,
  topic: Topic<Row>,
): void {
  async function row(id: number): Promise<Row> {
    const found = await topic.row(tools.knex, id)
    if (!found) throw new DomainError('not_found', topic.notFound)
    return found
  }

  const guard = staff(rightOfTopic[topic.topic])

  /** Words that were corrected since the admin read them are not decided: the answer shows them. */
  const decided = (request: FastifyRequest, id: number, decide: () => Promise<unknown>) =>
    showingCurrent({ waitForProjection: tools.waitForProjection, request }, () => topic.row(tools.knex, id), decide)

  route(app, api.approve, guard, async ({ params: { id }, request }) => {
    await requireLiving(tools, topic.topic, id)
    await decided(request, id, () => topic.approve(request, id))
    return row(id)
  })

  route(app, api.reject, guard, async ({ params: { id }, body: { reason }, request }) => {
    await requireLiving(tools, topic.topic, id)
    await decided(request, id, () => topic.reject(request, id, reason))
    return row(id)
  })

  route(app, api.delete, guard, async ({ params: { id }, request }) => {
    await decided(request, id, () => topic.delete(request, id))
  })

  route(app, api.restore, guard, async ({ params: { id }, request }) => {
    await requireLiving(tools, topic.topic, id, cannotRestore)
    await decided(request, id, () => topic.restore(request, id))
    return row(id)
  })
}
