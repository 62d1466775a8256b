import { atom } from 'nanostores'
import type * as api from '../../../contract/email-campaigns.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { showToast } from '../toasts.ts'
import { emailCampaignList } from './email-campaign-list.ts'
import { createMailPreview } from './mail-preview.ts'

export type OneClickKind = 'volunteer-update' | 'donor-thank-you' | 're-engagement'

/** The text of the volunteer and the donor card, which share one value (administration §2). */
export const $customContent = atom('')
/** The card whose question is open; null: none. */
export const $asked = atom<OneClickKind | null>(null)
/** The card whose mail is being sent. */
export const $sending = atom<OneClickKind | null>(null)
const $isSending = atom(false)

export const sendPreview = createMailPreview()

/** The mail of a card, with its text. */
export const mailOf = (kind: OneClickKind): api.AnyMail =>
  kind === 're-engagement' ? { kind } : { kind, customContent: $customContent.get() }

/** Asks before a mail goes out. */
export function ask(kind: OneClickKind): void {
  sendPreview.show(mailOf(kind))
  $asked.set(kind)
}

/** Closes the question about a card, unless another one is open. */
export function closeQuestion(kind: OneClickKind | null): void {
  if ($asked.get() === kind) $asked.set(null)
}

const texts = {
  'volunteer-update': {
    done: emailCampaignMessages.mail.volunteerUpdateSent,
    failed: emailCampaignMessages.mail.volunteerUpdateFailed,
  },
  'donor-thank-you': {
    done: emailCampaignMessages.mail.donorThankYouSent,
    failed: emailCampaignMessages.mail.donorThankYouFailed,
  },
  're-engagement': {
    done: emailCampaignMessages.mail.reEngagementSent,
    failed: emailCampaignMessages.mail.reEngagementFailed,
  },
}

function request(kind: OneClickKind) {
  const parts = { body: { customContent: $customContent.get() } }
  switch (kind) {
    case 'volunteer-update':
      return call<typeof api.sendVolunteerUpdate>('POST', '/api/email-campaigns/volunteer-update', parts)
    case 'donor-thank-you':
      return call<typeof api.sendDonorThankYou>('POST', '/api/email-campaigns/donor-thank-you', parts)
    case 're-engagement':
      return call<typeof api.sendReEngagement>('POST', '/api/email-campaigns/re-engagement')
  }
}

/** Sends to the segment of a card. The text clears after the first two (administration §8). */
export async function send(kind: OneClickKind): Promise<boolean> {
  const { done, failed } = texts[kind]
  const content = $customContent.get()
  $sending.set(kind)
  const isSent = await runExclusively($isSending, failed, async () => {
    await request(kind)
    if (kind !== 're-engagement' && $customContent.get() === content) $customContent.set('')
    showToast(done)
  })
  $sending.set(null)
  // The error often names an email campaign that another admin has just started.
  void emailCampaignList.reload()
  return isSent
}
