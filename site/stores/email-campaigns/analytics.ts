import type * as api from '../../../contract/email-campaign-analytics.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createSingle } from '../lists/single.ts'

const failed = emailCampaignMessages.emailCampaign.analyticsFailed

/** The results of each email campaign that was sent. */
export const analyticsList = createSingle<api.EmailCampaignSummary[], object>({
  query: {},
  failed,
  read: () => call<typeof api.listEmailCampaignAnalytics>('GET', '/api/email-campaigns/analytics'),
})

/** The results of one campaign. */
export const createAnalytics = (id: number) =>
  createSingle<api.EmailCampaignAnalytics, object>({
    query: {},
    failed,
    read: () =>
      call<typeof api.readEmailCampaignAnalytics>('GET', '/api/email-campaigns/:id/analytics', { params: { id } }),
  })
