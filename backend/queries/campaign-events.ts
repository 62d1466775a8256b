import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllCampaignEvents, listCampaignEvents, readCampaignEvent } from '../../contract/campaign-events.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { keptRoute, listRoute, route } from '../kernel/http/route.ts'
import {
  allCampaignEvents,
  everyPublicCampaignEvent,
  publicCampaignEvent,
  publicCampaignEvents,
} from '../read-model/campaign-events.ts'
import { pageOf } from '../read-model/paging.ts'

export async function campaignEventQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  const everyEvent = everyPublicCampaignEvent(knex)
  keptRoute(app, listCampaignEvents, { policy: 'public' }, async ({ query }) => {
    const page = pageOf(query)
    return page ? { rows: await publicCampaignEvents(knex, page) } : { kept: await everyEvent() }
  })

  route(app, readCampaignEvent, { policy: 'public' }, async ({ params: { id } }) => {
    const event = await publicCampaignEvent(knex, id)
    if (!event) throw new HttpProblem(404, 'Event not found.')
    return event
  })

  listRoute(app, reads, listAllCampaignEvents, { right: 'events' }, (knex, { query, now }) =>
    allCampaignEvents(knex, query, now),
  )
}
