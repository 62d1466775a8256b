import { computed } from 'nanostores'
import type * as api from '../../../contract/email-campaign-ledger.ts'
import type { EmailCampaign, readEmailCampaign } from '../../../contract/email-campaigns.ts'
import { call, callForPage } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { emailCampaignAddress, emailCampaignPlaceIn } from '../../lib/email-campaign-place.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { createSingle } from '../lists/single.ts'
import { moves, reloadWhile } from './live.ts'
import { createWhy } from './why.ts'

/** One campaign: its progress, its ledger, its recipients, and the answer to 'Why did this person get this?'. */
export function createEmailCampaign(id: number) {
  const parts = { params: { id } }
  const emailCampaign = createSingle<EmailCampaign, object>({
    query: {},
    failed: emailCampaignMessages.emailCampaign.loadFailed,
    read: () => call<typeof readEmailCampaign>('GET', '/api/email-campaigns/:id', parts),
  })
  reloadWhile(emailCampaign, (state) => state.status === 'loaded' && moves(state.value))

  const ledger = createSingle<api.EmailCampaignLedger, object>({
    query: {},
    failed: emailCampaignMessages.emailCampaign.ledgerFailed,
    read: () => call<typeof api.readEmailCampaignLedger>('GET', '/api/email-campaigns/:id/ledger', parts),
  })

  const recipients = createAdminList<api.EmailCampaignRecipient>({
    tab: {
      isIn: (search) => emailCampaignPlaceIn(search).emailCampaign === id,
      addressOf: (query) => emailCampaignAddress({ tab: 'send', emailCampaign: id }, query),
    },
    sort: 'id',
    filters: ['status', 'outcome'],
    failed: emailCampaignMessages.emailCampaign.recipientsFailed,
    read: (query) =>
      callForPage<typeof api.listEmailCampaignRecipients>('/api/email-campaigns/:id/recipients', { ...parts, query }),
  })

  /** When the visible recipients may have changed: after each wave of emails. */
  const $handled = computed(emailCampaign.$state, (state) =>
    state.status === 'loaded' && state.value.progress
      ? state.value.progress.recipients - state.value.progress.waiting
      : null,
  )
  return { id, emailCampaign, ledger, recipients, why: createWhy(id), $handled }
}

export type EmailCampaignStores = ReturnType<typeof createEmailCampaign>
