import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../../contract/email-campaign-analytics.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { fileRoute, route, staff } from '../../kernel/http/route.ts'
import { emailCampaignAnalytics, emailCampaignSummaries } from '../../read-model/email-campaign-analytics.ts'
import { analyticsCsv, summariesCsv } from './analytics-files.ts'

/** Totals only: these responses hold nothing about one person. */
export async function emailCampaignAnalyticsQueries(
  app: FastifyInstance,
  { reads }: { reads: ConsoleReads },
): Promise<void> {
  const found = (id: number, request: FastifyRequest): Promise<api.EmailCampaignAnalytics> =>
    reads.list(request, async ({ knex }) => {
      const analytics = await emailCampaignAnalytics(knex, id)
      if (!analytics) throw new HttpProblem(404, 'This campaign hasn’t been sent yet.')
      return analytics
    })
  const summaries = (request: FastifyRequest) => reads.list(request, ({ knex }) => emailCampaignSummaries(knex))

  route(app, api.listEmailCampaignAnalytics, staff('figures'), ({ request }) => summaries(request))

  route(app, api.readEmailCampaignAnalytics, staff('figures'), ({ params: { id }, request }) => found(id, request))

  fileRoute(app, api.exportEmailCampaignAnalytics, staff('figures'), async ({ reply, request }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="campaigns.csv"')
    return Readable.from([summariesCsv(await summaries(request))])
  })

  fileRoute(app, api.exportOneEmailCampaignAnalytics, staff('figures'), async ({ params: { id }, reply, request }) => {
    const file = analyticsCsv(await found(id, request))
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="campaign-${id}.csv"`)
    return Readable.from([file])
  })
}
