import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import { listPrayers, ownPrayer, prayerReview } from '../../contract/prayers.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route } from '../kernel/http/route.ts'
import { allPrayers, ownPrayerRow, prayerList, publicPrayers } from '../read-model/prayers.ts'
import { sourcesRoute } from './list-sources.ts'
import { ownItemQuery } from './own-items.ts'

export async function prayerQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  if (campaign.hasPrayers) route(app, listPrayers, { policy: 'public' }, ({ query }) => publicPrayers(knex, query))
  listRoute(app, reads, prayerReview.list, { right: 'prayers' }, (knex, { query }) => allPrayers(knex, query))
  sourcesRoute(app, reads, prayerReview.sources, { right: 'prayers' }, prayerList)
  const own = { topic: 'prayers', notFound: 'Prayer not found.', row: ownPrayerRow } as const
  ownItemQuery(app, ownPrayer, knex, own)
}
