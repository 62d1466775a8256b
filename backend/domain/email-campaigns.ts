import { type Decider, DomainError, type Fact } from './decider.ts'
import type {
  CampaignDraft,
  CampaignLedger,
  CampaignMail,
  CampaignTotals,
  EmailCampaignEvent,
} from './email-campaign-events.ts'

type Id = { campaignId: number }
/** `maxAlone`: the number of recipients up to which one admin may send alone; null: no limit. */
type Audience = { recipients: number; maxAlone: number | null }

export type EmailCampaignCommand =
  | Fact<'DraftCampaign', CampaignDraft>
  | Fact<'EditCampaign', Id & CampaignMail & { segmentIds: string[]; writtenBy: number }>
  | Fact<'ScheduleCampaign', Id & Audience & { at: string; now: string }>
  | Fact<'UnscheduleCampaign', Id>
  | Fact<'ApproveCampaign', Id & { approvedBy: number }>
  | Fact<'SendCampaign', Id & { ledger: CampaignLedger; maxAlone: number | null }>
  /** One of the quick-send cards: written and sent in one step. */
  | Fact<'SendNewCampaign', Id & { draft: CampaignDraft; ledger: CampaignLedger; maxAlone: number | null }>
  | Fact<'FailCampaign', Id & { reason: string }>
  | Fact<'PauseCampaign', Id & { by: 'admin' | 'bounces' | 'complaints' }>
  | Fact<'ResumeCampaign', Id>
  | Fact<'CancelCampaign', Id>
  | Fact<'FinishCampaign', Id & CampaignTotals>
  | Fact<'DeleteCampaign', Id>

export type CampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed'

type Known = {
  draft: CampaignDraft
  /** Every admin who wrote or edited the campaign. */
  authors: number[]
  status: CampaignStatus
  isApproved: boolean
  isFinished: boolean
  /** The list of recipients; set by the decision to send. */
  listId: string | null
}
export type EmailCampaign = { status: 'unknown' | 'deleted' } | Known

export const emailCampaignStream = (campaignId: number) => `campaign-${campaignId}`

const notFound = () => new DomainError('not_found', 'Campaign not found.')
const conflict = (message: string) => new DomainError('conflict', message)

export const tooManyAlone = (maxAlone: number) =>
  conflict(
    `This would go to more than ${maxAlone.toLocaleString('en-US')} people, so another admin has to approve it first.`,
  )
export const nobodyThere = () => conflict('There is nobody in this segment who may be mailed.')

function requireAudience({ recipients, maxAlone }: Audience, isApproved: boolean): void {
  if (recipients === 0) throw nobodyThere()
  if (maxAlone !== null && recipients > maxAlone && !isApproved) throw tooManyAlone(maxAlone)
}

const isSame = (one: CampaignDraft, other: CampaignDraft) =>
  one.name === other.name &&
  one.subject === other.subject &&
  one.preheader === other.preheader &&
  one.body === other.body &&
  one.segmentIds.join() === other.segmentIds.join()

const unsent = (campaign: Known, what: string) => {
  if (campaign.status !== 'draft' && campaign.status !== 'scheduled')
    throw conflict(`This campaign was already sent or ended, so it can no longer be ${what}.`)
}

export const emailCampaigns: Decider<EmailCampaign, EmailCampaignCommand, EmailCampaignEvent> = {
  initialState: { status: 'unknown' },
  decide(command, campaign) {
    const { campaignId } = command.data
    if (command.type === 'DraftCampaign') {
      if (campaign.status !== 'unknown') throw conflict('This campaign already exists.')
      return [{ type: 'CampaignDrafted', data: command.data }]
    }
    if (command.type === 'SendNewCampaign') {
      if (campaign.status !== 'unknown') throw conflict('This campaign already exists.')
      const { maxAlone, draft, ledger } = command.data
      requireAudience({ recipients: ledger.recipients, maxAlone }, false)
      return [
        { type: 'CampaignDrafted', data: draft },
        { type: 'CampaignSent', data: { ...draft, ...ledger } },
      ]
    }
    if (!('draft' in campaign)) {
      if (campaign.status === 'deleted' && command.type === 'DeleteCampaign') return []
      throw notFound()
    }
    const { status } = campaign
    switch (command.type) {
      case 'EditCampaign': {
        unsent(campaign, 'edited')
        const draft = { ...command.data, kind: campaign.draft.kind }
        return isSame(campaign.draft, draft) ? [] : [{ type: 'CampaignEdited', data: draft }]
      }
      case 'ScheduleCampaign': {
        unsent(campaign, 'scheduled')
        const { at, now, ...audience } = command.data
        if (at <= now) throw new DomainError('invalid', 'This time has already passed.')
        requireAudience(audience, campaign.isApproved)
        return [{ type: 'CampaignScheduled', data: { campaignId, at } }]
      }
      case 'UnscheduleCampaign':
        if (status !== 'failed') unsent(campaign, 'taken off the schedule')
        return status === 'draft' ? [] : [{ type: 'CampaignUnscheduled', data: { campaignId } }]
      case 'ApproveCampaign': {
        unsent(campaign, 'approved')
        if (campaign.authors.includes(command.data.approvedBy))
          throw conflict('Another admin has to approve what you wrote yourself.')
        return campaign.isApproved ? [] : [{ type: 'CampaignApproved', data: command.data }]
      }
      case 'SendCampaign': {
        unsent(campaign, 'sent again')
        const { maxAlone, ledger } = command.data
        requireAudience({ recipients: ledger.recipients, maxAlone }, campaign.isApproved)
        return [{ type: 'CampaignSent', data: { ...campaign.draft, ...ledger } }]
      }
      case 'FailCampaign':
        return status === 'scheduled' ? [{ type: 'CampaignFailed', data: command.data }] : []
      case 'PauseCampaign':
        if (status === 'paused') return []
        if (status !== 'sending') throw conflict('This campaign is not being sent.')
        return [{ type: 'CampaignPaused', data: command.data }]
      case 'ResumeCampaign':
        if (status === 'sending') return []
        if (status !== 'paused') throw conflict('This campaign is not paused.')
        return [{ type: 'CampaignResumed', data: command.data }]
      case 'CancelCampaign':
        if (status === 'cancelled') return []
        if (status !== 'sending' && status !== 'paused' && status !== 'scheduled')
          throw conflict('This campaign is not being sent.')
        return [{ type: 'CampaignCancelled', data: command.data }]
      case 'FinishCampaign':
        if (campaign.isFinished) return []
        if (status !== 'sending' && status !== 'paused' && status !== 'cancelled')
          throw conflict('This campaign was not sent.')
        return [{ type: 'CampaignFinished', data: { ...command.data, isCancelled: status === 'cancelled' } }]
      case 'DeleteCampaign':
        if (status !== 'draft') throw conflict('Only a draft can be deleted.')
        return [{ type: 'CampaignDeleted', data: command.data }]
    }
  },
  evolve(campaign, event) {
    if (event.type === 'CampaignDrafted')
      return {
        draft: event.data,
        authors: [event.data.writtenBy],
        status: 'draft',
        isApproved: false,
        isFinished: false,
        listId: null,
      }
    if (!('draft' in campaign)) return campaign
    switch (event.type) {
      case 'CampaignEdited':
        return {
          ...campaign,
          draft: event.data,
          authors: [...campaign.authors, event.data.writtenBy],
          isApproved: false,
        }
      case 'CampaignScheduled':
        return { ...campaign, status: 'scheduled' }
      case 'CampaignUnscheduled':
        return { ...campaign, status: 'draft' }
      case 'CampaignApproved':
        return { ...campaign, isApproved: true }
      case 'CampaignSent':
        return { ...campaign, status: 'sending', listId: event.data.listId }
      case 'CampaignResumed':
        return { ...campaign, status: 'sending' }
      case 'CampaignFailed':
        return { ...campaign, status: 'failed' }
      case 'CampaignPaused':
        return { ...campaign, status: 'paused' }
      case 'CampaignCancelled':
        return { ...campaign, status: 'cancelled' }
      case 'CampaignFinished':
        return { ...campaign, status: campaign.status === 'cancelled' ? 'cancelled' : 'sent', isFinished: true }
      case 'CampaignDeleted':
        return { status: 'deleted' }
    }
  },
}
