import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { ZodType } from 'zod'
import type { OwnItemEndpoints } from '../../contract/own-items.ts'
import type { ReviewedTopic } from '../../contract/topic-words.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import { authorOfOwn, ownerOfAccount } from '../read-model/own-items.ts'

type Topic<Row> = { topic: ReviewedTopic; notFound: string; row: (knex: Knex, id: number) => Promise<Row | null> }

/** The route by which people read what they sent in, to correct it. */
export function ownItemQuery<Row extends { status: string }>(
  app: FastifyInstance,
  { read }: OwnItemEndpoints<ReviewedTopic, ZodType<Row, Row>>,
  knex: Knex,
  { topic, notFound, row }: Topic<Row>,
): void {
  route(app, read, { policy: 'user' }, async ({ params: { id }, request }) => {
    const author = await authorOfOwn(knex, await ownerOfAccount(knex, signedIn(request).id), { topic, id })
    const found = author === null ? null : await row(knex, id)
    if (found === null || found.status === 'deleted') throw new HttpProblem(404, notFound)
    return found
  })
}
