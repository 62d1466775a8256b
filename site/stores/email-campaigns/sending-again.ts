import { atom } from 'nanostores'
import type * as api from '../../../contract/email-campaigns.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle } from '../lists/single.ts'
import { showToast } from '../toasts.ts'
import { emailCampaignList } from './email-campaign-list.ts'

type Failures = { recipients: number; leftOut: number; codes: string[] }

const words = emailCampaignMessages.emailCampaign

/** The emails of a sent email campaign that failed because of us. */
export const createFailures = (id: number) =>
  createSingle<Failures, object>({
    query: {},
    failed: words.failuresFailed,
    read: () =>
      call<typeof api.readEmailCampaignFailures>('GET', '/api/email-campaigns/:id/send-again', { params: { id } }),
  })

export const $isSendingAgain = atom(false)

/** Sends the email campaign once more to those people, and passes on the updated email campaign. */
export const sendAgain = (id: number, show: (emailCampaign: api.EmailCampaign) => void) =>
  runExclusively($isSendingAgain, words.sendAgainFailed, async () => {
    const emailCampaign = await call<typeof api.sendEmailCampaignAgain>('POST', '/api/email-campaigns/:id/send-again', {
      params: { id },
    })
    emailCampaignList.replace(emailCampaign)
    show(emailCampaign)
    showToast(words.sentAgain)
  })
