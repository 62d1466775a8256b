import { atom } from 'nanostores'
import type * as api from '../../../contract/email-campaign-ledger.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createForm } from '../form.ts'

/** The answer to 'Why did this person get this?', by address or for a row of the list. */
export function createWhy(id: number) {
  const $answer = atom<{ who: string; explanation: api.EmailCampaignExplanation } | null>(null)
  let asked = 0

  /** Shows the answer to the latest question. */
  async function show(who: string, answer: Promise<api.EmailCampaignExplanation>): Promise<void> {
    asked += 1
    const mine = asked
    const explanation = await answer
    if (mine === asked) $answer.set({ who, explanation })
  }

  const whyForm = createForm({
    required: ['email'],
    failed: emailCampaignMessages.emailCampaign.whyFailed,
    showsServerMessage: true,
    async send(read) {
      const email = read('email')
      const parts = { params: { id }, query: { email } }
      await show(email, call<typeof api.explainRecipient>('GET', '/api/email-campaigns/:id/why', parts))
    },
  })

  const $isAsking = atom(false)
  /** True once the answer is there. */
  const askAbout = ({ id: number, email }: Pick<api.EmailCampaignRecipient, 'id' | 'email'>): Promise<boolean> =>
    runExclusively($isAsking, emailCampaignMessages.emailCampaign.whyFailed, async () => {
      const parts = { params: { id, number } }
      const url = '/api/email-campaigns/:id/recipients/:number/why'
      await show(email ?? 'A person who was erased', call<typeof api.explainListedRecipient>('GET', url, parts))
    })
  return { whyForm, $answer, $isAsking, askAbout }
}

export type WhyStores = ReturnType<typeof createWhy>
