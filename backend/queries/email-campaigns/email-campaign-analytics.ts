import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../../contract/email-campaign-analytics.ts'
import { HttpProblem } from '../../http/problem.ts'
import { fileRoute, route } from '../../http/route.ts'
import { emailCampaignAnalytics, emailCampaignSummaries } from '../../read-model/email-campaign-analytics.ts'
import { analyticsCsv, summariesCsv } from './analytics-files.ts'

/** Totals only: these responses hold nothing about one person. */
export async function emailCampaignAnalyticsQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  async function found(id: number): Promise<api.EmailCampaignAnalytics> {
    const analytics = await emailCampaignAnalytics(knex, id)
    if (!analytics) throw new HttpProblem(404, 'This campaign hasn’t been sent yet.')
    return analytics
  }

  route(app, api.listEmailCampaignAnalytics, { policy: 'admin' }, () => emailCampaignSummaries(knex))

  route(app, api.readEmailCampaignAnalytics, { policy: 'admin' }, ({ params: { id } }) => found(id))

  fileRoute(app, api.exportEmailCampaignAnalytics, { policy: 'admin' }, async ({ reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="campaigns.csv"')
    return Readable.from([summariesCsv(await emailCampaignSummaries(knex))])
  })

  fileRoute(app, api.exportOneEmailCampaignAnalytics, { policy: 'admin' }, async ({ params: { id }, reply }) => {
    const file = analyticsCsv(await found(id))
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="campaign-${id}.csv"`)
    return Readable.from([file])
  })
}
