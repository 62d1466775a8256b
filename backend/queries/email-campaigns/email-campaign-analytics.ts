import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import {
  type CampaignAnalytics,
  exportCampaignAnalytics,
  exportOneCampaignAnalytics,
  listCampaignAnalytics,
  readCampaignAnalytics,
} from '../../../contract/email-campaign-analytics.ts'
import { HttpProblem } from '../../http/problem.ts'
import { fileRoute, route } from '../../http/route.ts'
import { campaignAnalytics, campaignSummaries } from '../../read-model/email-campaign-analytics.ts'
import { analyticsCsv, summariesCsv } from './analytics-files.ts'

/** Totals only: these responses hold nothing about one person. */
export async function emailCampaignAnalyticsQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  async function found(id: number): Promise<CampaignAnalytics> {
    const analytics = await campaignAnalytics(knex, id)
    if (!analytics) throw new HttpProblem(404, 'This campaign hasn’t been sent yet.')
    return analytics
  }

  route(app, listCampaignAnalytics, { policy: 'admin' }, () => campaignSummaries(knex))

  route(app, readCampaignAnalytics, { policy: 'admin' }, ({ params: { id } }) => found(id))

  fileRoute(app, exportCampaignAnalytics, { policy: 'admin' }, async ({ reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="campaigns.csv"')
    return Readable.from([summariesCsv(await campaignSummaries(knex))])
  })

  fileRoute(app, exportOneCampaignAnalytics, { policy: 'admin' }, async ({ params: { id }, reply }) => {
    const file = analyticsCsv(await found(id))
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="campaign-${id}.csv"`)
    return Readable.from([file])
  })
}
