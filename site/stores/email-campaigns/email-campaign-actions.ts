import { atom } from 'nanostores'
import type * as api from '../../../contract/email-campaigns.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { call, conflictIn } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import type { Message } from '../../lib/messages.ts'
import { runExclusively } from '../exclusive.ts'
import type { May } from '../rights.ts'
import { showToast } from '../toasts.ts'
import { emailCampaignList } from './email-campaign-list.ts'
import { goTo } from './place.ts'

export const emailCampaignSteps = ['pause', 'resume', 'cancel', 'approve', 'unschedule'] as const
export type EmailCampaignStep = (typeof emailCampaignSteps)[number]

/** As the admin sees it. */
type Shown = Pick<api.EmailCampaign, 'id' | 'revision'>

const words = emailCampaignMessages.emailCampaign
const texts: { [Step in EmailCampaignStep]: { done: Message; failed: Message } } = {
  pause: { done: words.paused, failed: words.pauseFailed },
  resume: { done: words.resumed, failed: words.resumeFailed },
  cancel: { done: words.cancelled, failed: words.cancelFailed },
  approve: { done: words.approved, failed: words.approveFailed },
  unschedule: { done: words.unscheduled, failed: words.unscheduleFailed },
}

function request(step: EmailCampaignStep, { id, revision }: Shown): Promise<api.EmailCampaign> {
  const parts = { params: { id } }
  switch (step) {
    case 'pause':
      return call<typeof api.pauseEmailCampaign>('POST', '/api/email-campaigns/:id/pause', parts)
    case 'resume':
      return call<typeof api.resumeEmailCampaign>('POST', '/api/email-campaigns/:id/resume', parts)
    case 'cancel':
      return call<typeof api.cancelEmailCampaign>('POST', '/api/email-campaigns/:id/cancel', parts)
    case 'approve':
      return call<typeof api.approveEmailCampaign>('POST', '/api/email-campaigns/:id/approve', { ...parts, revision })
    case 'unschedule':
      return call<typeof api.unscheduleEmailCampaign>('POST', '/api/email-campaigns/:id/unschedule', parts)
  }
}

const waitsForApproval = ({ needsApproval, approvedBy }: api.EmailCampaign) => needsApproval && approvedBy === null

/** Needs another admin than the one with this id, who wrote it. */
export const lacksApproval = (emailCampaign: api.EmailCampaign, adminId: number | null): boolean =>
  waitsForApproval(emailCampaign) && adminId !== null && emailCampaign.createdById === adminId

/** Stopping a sending is for everyone who drafts. */
const rightOf: { [Step in EmailCampaignStep]: StaffRight } = {
  pause: 'drafts',
  resume: 'send',
  cancel: 'send',
  approve: 'send',
  unschedule: 'drafts',
}

/** The actions that the signed-in person, who has this id, may take now. */
export const stepsOf = (emailCampaign: api.EmailCampaign, ownId: number | null, may: May): EmailCampaignStep[] =>
  stepsIn(emailCampaign, ownId).filter((step) => may(rightOf[step]))

function stepsIn(emailCampaign: api.EmailCampaign, adminId: number | null): EmailCampaignStep[] {
  const { status } = emailCampaign
  const mayApprove = waitsForApproval(emailCampaign) && !lacksApproval(emailCampaign, adminId)
  const approve: EmailCampaignStep[] = mayApprove ? ['approve'] : []
  switch (status) {
    case 'sending':
      return ['pause', 'cancel']
    case 'paused':
      return ['resume', 'cancel']
    case 'scheduled':
      return [...approve, 'unschedule', 'cancel']
    case 'draft':
      return approve
    case 'failed':
      return ['unschedule']
    case 'sent':
    case 'cancelled':
      return []
  }
}

export const $isActing = atom(false)

/** Takes a step, and passes on the updated campaign. */
export const takeStep = (
  step: EmailCampaignStep,
  shown: Shown,
  show: (emailCampaign: api.EmailCampaign) => void = () => {},
) =>
  runExclusively($isActing, texts[step].failed, async () => {
    function update(emailCampaign: api.EmailCampaign) {
      emailCampaignList.replace(emailCampaign)
      show(emailCampaign)
    }
    update(
      await request(step, shown).catch((error: unknown) => {
        // Another admin edited it; the current text can be approved next.
        const conflict = conflictIn<api.EmailCampaign>(error)
        if (conflict) update(conflict.current)
        throw error
      }),
    )
    showToast(texts[step].done)
  })

/** True when its text can be used again: an email of the welcome series has no segment. */
export const isReusable = ({ kind, progress }: api.EmailCampaign) => kind !== 'welcome' && progress !== null

/** Keeps its text as a new draft, and opens that. */
export const copyToDraft = ({ name, subject, preheader, body, segmentIds, purpose, replyTo }: api.EmailCampaign) =>
  runExclusively($isActing, words.copyFailed, async () => {
    const { id } = await call<typeof api.draftEmailCampaign>('POST', '/api/email-campaigns', {
      body: { name: copyName(name), subject, preheader, body, segmentIds, purpose, replyTo },
    })
    void emailCampaignList.reload()
    goTo({ tab: 'send', compose: id })
    showToast(words.copied)
  })

const longestName = 200 // characters, as in ComposeFields
const copyName = (name: string) => `Copy of ${name}`.slice(0, longestName)

export const deleteDraft = (id: number) =>
  emailCampaignList.actAndRemove(
    id,
    () => call<typeof api.deleteEmailCampaign>('DELETE', '/api/email-campaigns/:id', { params: { id } }),
    { done: words.deleted, failed: words.deleteFailed },
  )
