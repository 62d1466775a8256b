import { atom, computed } from 'nanostores'
import type {
  CampaignExplanation,
  CampaignLedger,
  CampaignRecipient,
  explainRecipient,
  listCampaignRecipients,
  readCampaignLedger,
} from '../../../contract/email-campaign-ledger.ts'
import type { EmailCampaign, readEmailCampaign } from '../../../contract/email-campaigns.ts'
import { call, callForPage } from '../../lib/api.ts'
import { campaignAddress, campaignPlaceIn } from '../../lib/campaign-place.ts'
import { messages } from '../../lib/messages.ts'
import { createAdminList } from '../admin/admin-list.ts'
import { createForm } from '../form.ts'
import { createSingle } from '../lists/single.ts'
import { moves, reloadWhile } from './live.ts'

/** One campaign: how far it is, its ledger, its people, and the answer to 'Why did this person get this?'. */
export function createCampaign(id: number) {
  const parts = { params: { id } }
  const campaign = createSingle<EmailCampaign, object>({
    query: {},
    failed: messages.emailCampaign.loadFailed,
    read: () => call<typeof readEmailCampaign>('GET', '/api/email-campaigns/:id', parts),
  })
  reloadWhile(campaign, (state) => state.status === 'loaded' && moves(state.value))

  const ledger = createSingle<CampaignLedger, object>({
    query: {},
    failed: messages.emailCampaign.ledgerFailed,
    read: () => call<typeof readCampaignLedger>('GET', '/api/email-campaigns/:id/ledger', parts),
  })

  const recipients = createAdminList<CampaignRecipient>({
    tab: {
      isIn: (search) => campaignPlaceIn(search).campaign === id,
      addressOf: (query) => campaignAddress({ tab: 'send', campaign: id }, query),
    },
    sort: 'id',
    filters: ['status', 'outcome'],
    failed: messages.emailCampaign.recipientsFailed,
    read: (query) =>
      callForPage<typeof listCampaignRecipients>('/api/email-campaigns/:id/recipients', { ...parts, query }),
  })

  const $answer = atom<{ email: string; explanation: CampaignExplanation } | null>(null)
  const whyForm = createForm({
    required: ['email'],
    failed: messages.emailCampaign.whyFailed,
    showsServerMessage: true,
    async send(read) {
      const email = read('email')
      const query = { email }
      const explanation = await call<typeof explainRecipient>('GET', '/api/email-campaigns/:id/why', {
        ...parts,
        query,
      })
      $answer.set({ email, explanation })
    },
  })
  /** When the people on the screen may have changed: after each wave of mails. */
  const $handled = computed(campaign.$state, (state) =>
    state.status === 'loaded' && state.value.progress
      ? state.value.progress.recipients - state.value.progress.waiting
      : null,
  )
  return { id, campaign, ledger, recipients, whyForm, $answer, $handled }
}

export type CampaignStores = ReturnType<typeof createCampaign>
