import type { EmailCampaign, listEmailCampaigns } from '../../../contract/email-campaigns.ts'
import { callForPage } from '../../lib/api.ts'
import { campaignAddress, campaignPlaceIn } from '../../lib/campaign-place.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { moves, reloadWhile } from './live.ts'

/** Every campaign: drafts, those in progress, and sent ones. */
export const campaignList = createAdminList<EmailCampaign>({
  tab: {
    isIn: (search) => {
      const { tab, campaign, compose } = campaignPlaceIn(search)
      return tab === 'send' && campaign === null && compose === null
    },
    addressOf: (query) => campaignAddress({ tab: 'send' }, query),
  },
  sort: '-createdAt',
  filters: ['status', 'kind'],
  failed: emailCampaignMessages.emailCampaign.listFailed,
  read: (query) => callForPage<typeof listEmailCampaigns>('/api/email-campaigns', { query }),
})

reloadWhile(campaignList, (state) => state.status === 'loaded' && state.items.some(moves))
