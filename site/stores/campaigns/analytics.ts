import type {
  CampaignAnalytics,
  CampaignSummary,
  listCampaignAnalytics,
  readCampaignAnalytics,
} from '../../../contract/email-campaign-analytics.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createSingle } from '../lists/single.ts'

const failed = emailCampaignMessages.emailCampaign.analyticsFailed

/** The results of each campaign that was sent. */
export const analyticsList = createSingle<CampaignSummary[], object>({
  query: {},
  failed,
  read: () => call<typeof listCampaignAnalytics>('GET', '/api/email-campaigns/analytics'),
})

/** The results of one campaign. */
export const createAnalytics = (id: number) =>
  createSingle<CampaignAnalytics, object>({
    query: {},
    failed,
    read: () => call<typeof readCampaignAnalytics>('GET', '/api/email-campaigns/:id/analytics', { params: { id } }),
  })
