import type { EmailCampaign, listEmailCampaigns } from '../../../contract/email-campaigns.ts'
import { callForPage } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { emailCampaignAddress, emailCampaignPlaceIn } from '../../lib/email-campaign-place.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { moves, reloadWhile } from './live.ts'

/** Every campaign: drafts, those in progress, and sent ones. */
export const emailCampaignList = createAdminList<EmailCampaign>({
  tab: {
    isIn: (search) => {
      const { tab, emailCampaign, compose } = emailCampaignPlaceIn(search)
      return tab === 'send' && emailCampaign === null && compose === null
    },
    addressOf: (query) => emailCampaignAddress({ tab: 'send' }, query),
  },
  sort: '-createdAt',
  filters: ['status', 'kind'],
  failed: emailCampaignMessages.emailCampaign.listFailed,
  read: (query) => callForPage<typeof listEmailCampaigns>('/api/email-campaigns', { query }),
})

reloadWhile(emailCampaignList, (state) => state.status === 'loaded' && state.items.some(moves))
