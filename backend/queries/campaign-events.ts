import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listAllCampaignEvents, listCampaignEvents, readCampaignEvent } from '../../contract/campaign-events.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allCampaignEvents, publicCampaignEvent, publicCampaignEvents } from '../read-model/campaign-events.ts'

export async function campaignEventQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listCampaignEvents, { policy: 'public' }, ({ query }) => publicCampaignEvents(knex, query))

  route(app, readCampaignEvent, { policy: 'public' }, async ({ params: { id } }) => {
    const event = await publicCampaignEvent(knex, id)
    if (!event) throw new HttpProblem(404, 'Event not found.')
    return event
  })

  route(app, listAllCampaignEvents, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allCampaignEvents(knex, query)),
  )
}
