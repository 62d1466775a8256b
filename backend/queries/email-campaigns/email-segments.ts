import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listEmailSegments, readEmailAudience, readSegmentStats } from '../../../contract/email-segments.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { audienceOf } from '../../read-model/email-campaigns.ts'
import { segmentStats, segments, switchesOf } from '../../read-model/email-segments.ts'

export async function emailSegmentQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, listEmailSegments, staff('figures'), async () => [...segments])
  route(app, readSegmentStats, staff('figures'), ({ request }) =>
    reads.list(request, ({ knex }) => segmentStats(knex, new Date())),
  )
  route(app, readEmailAudience, staff('drafts'), async ({ query: { segments: segmentIds, purpose = null } }) => {
    const { chosen, leftOut } = await audienceOf(knex, { segmentIds, purpose })
    return { recipients: chosen, leftOut, obeys: switchesOf(segmentIds, purpose) }
  })
}
