import { computed } from 'nanostores'
import type {
  CampaignLedger,
  CampaignRecipient,
  listCampaignRecipients,
  readCampaignLedger,
} from '../../../contract/email-campaign-ledger.ts'
import type { EmailCampaign, readEmailCampaign } from '../../../contract/email-campaigns.ts'
import { call, callForPage } from '../../lib/api.ts'
import { campaignAddress, campaignPlaceIn } from '../../lib/campaign-place.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { createSingle } from '../lists/single.ts'
import { moves, reloadWhile } from './live.ts'
import { createWhy } from './why.ts'

/** One campaign: its progress, its ledger, its recipients, and the answer to 'Why did this person get this?'. */
export function createCampaign(id: number) {
  const parts = { params: { id } }
  const campaign = createSingle<EmailCampaign, object>({
    query: {},
    failed: emailCampaignMessages.emailCampaign.loadFailed,
    read: () => call<typeof readEmailCampaign>('GET', '/api/email-campaigns/:id', parts),
  })
  reloadWhile(campaign, (state) => state.status === 'loaded' && moves(state.value))

  const ledger = createSingle<CampaignLedger, object>({
    query: {},
    failed: emailCampaignMessages.emailCampaign.ledgerFailed,
    read: () => call<typeof readCampaignLedger>('GET', '/api/email-campaigns/:id/ledger', parts),
  })

  const recipients = createAdminList<CampaignRecipient>({
    tab: {
      isIn: (search) => campaignPlaceIn(search).campaign === id,
      addressOf: (query) => campaignAddress({ tab: 'send', campaign: id }, query),
    },
    sort: 'id',
    filters: ['status', 'outcome'],
    failed: emailCampaignMessages.emailCampaign.recipientsFailed,
    read: (query) =>
      callForPage<typeof listCampaignRecipients>('/api/email-campaigns/:id/recipients', { ...parts, query }),
  })

  /** When the visible recipients may have changed: after each wave of emails. */
  const $handled = computed(campaign.$state, (state) =>
    state.status === 'loaded' && state.value.progress
      ? state.value.progress.recipients - state.value.progress.waiting
      : null,
  )
  return { id, campaign, ledger, recipients, why: createWhy(id), $handled }
}

export type CampaignStores = ReturnType<typeof createCampaign>
