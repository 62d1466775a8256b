import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import type {
  EmailCampaignDraft,
  EmailCampaignEvent,
  EmailCampaignLedger,
  EmailCampaignMail,
  EmailCampaignTotals,
} from './email-campaign-events.ts'

type Id = { campaignId: number }
/** `maxAlone`: the number of recipients up to which one admin may send alone; null: no limit. */
type Audience = { recipients: number; maxAlone: number | null }

export type EmailCampaignCommand =
  | Fact<'DraftCampaign', EmailCampaignDraft>
  | Fact<
      'EditCampaign',
      Id &
        EmailCampaignMail &
        Pick<EmailCampaignDraft, 'segmentIds' | 'purpose' | 'replyTo' | 'writtenBy'> & { maySend: boolean }
    >
  | Fact<'ScheduleCampaign', Id & Audience & { at: string; now: string }>
  | Fact<'UnscheduleCampaign', Id>
  | Fact<'ApproveCampaign', Id & { approvedBy: number }>
  | Fact<'SendCampaign', Id & { ledger: EmailCampaignLedger; maxAlone: number | null }>
  /** One of the quick-send cards: written and sent in one step. */
  | Fact<'SendNewCampaign', Id & { draft: EmailCampaignDraft; ledger: EmailCampaignLedger; maxAlone: number | null }>
  | Fact<'SendCampaignAgain', Id & { codes: string[]; recipients: number; leftOut: number }>
  | Fact<'FailCampaign', Id & { reason: string }>
  | Fact<'PauseCampaign', Id & { by: 'admin' | 'bounces' | 'complaints' | 'rights' }>
  | Fact<'ResumeCampaign', Id>
  | Fact<'CancelCampaign', Id>
  | Fact<'FinishCampaign', Id & EmailCampaignTotals>
  /** The reports about an email campaign are above what pauses one. */
  | Fact<'NoteExceededLimit', Id & { by: 'bounces' | 'complaints' }>
  | Fact<'DeleteCampaign', Id>

export type EmailCampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'failed'

type Known = {
  draft: EmailCampaignDraft
  /** Every admin who wrote or edited the campaign. */
  authors: number[]
  status: EmailCampaignStatus
  isApproved: boolean
  isFinished: boolean
  isOverLimit: boolean
  /** The list of recipients; set by the decision to send. */
  listId: string | null
  /** Number of times that it was sent again after failures of ours, and the codes of the last time. */
  again: { rounds: number; codes: readonly string[] }
}
export type EmailCampaign = { status: 'unknown' | 'deleted' } | Known

export const emailCampaignStream = (campaignId: number) => `campaign-${campaignId}`

const notFound = () => new DomainError('not_found', 'Campaign not found.')
const conflict = (message: string) => new DomainError('conflict', message)

export const tooManyAlone = (maxAlone: number) =>
  conflict(
    `This would go to more than ${maxAlone.toLocaleString('en-US')} people, so another person who may send has to approve it first.`,
  )
export const nobodyThere = () => conflict('No one in this segment can get email right now.')

function requireAudience({ recipients, maxAlone, isApproved }: Audience & { isApproved: boolean }): void {
  if (recipients === 0) throw nobodyThere()
  if (maxAlone !== null && recipients > maxAlone && !isApproved) throw tooManyAlone(maxAlone)
}

const isSame = (one: EmailCampaignDraft, other: EmailCampaignDraft) =>
  one.name === other.name &&
  one.subject === other.subject &&
  one.preheader === other.preheader &&
  one.body === other.body &&
  one.purpose === other.purpose &&
  one.replyTo === other.replyTo &&
  one.segmentIds.join() === other.segmentIds.join()

const unsent = (emailCampaign: Known, what: string) => {
  if (emailCampaign.status !== 'draft' && emailCampaign.status !== 'scheduled')
    throw conflict(`This campaign was already sent or ended, so it can no longer be ${what}.`)
}

export const emailCampaigns: Decider<EmailCampaign, EmailCampaignCommand, EmailCampaignEvent> = {
  initialState: { status: 'unknown' },
  decide(command, emailCampaign) {
    const { campaignId } = command.data
    if (command.type === 'DraftCampaign') {
      if (emailCampaign.status !== 'unknown') throw conflict('This campaign already exists.')
      return [{ type: 'CampaignDrafted', data: command.data }]
    }
    if (command.type === 'SendNewCampaign') {
      if (emailCampaign.status !== 'unknown') throw conflict('This campaign already exists.')
      const { maxAlone, draft, ledger } = command.data
      requireAudience({ recipients: ledger.recipients, maxAlone, isApproved: false })
      return [
        { type: 'CampaignDrafted', data: draft },
        { type: 'CampaignSent', data: { ...draft, ...ledger } },
      ]
    }
    if (!('draft' in emailCampaign)) {
      if (emailCampaign.status === 'deleted' && command.type === 'DeleteCampaign') return []
      throw notFound()
    }
    const { status } = emailCampaign
    switch (command.type) {
      case 'EditCampaign': {
        unsent(emailCampaign, 'edited')
        const { maySend, ...mail } = command.data
        const draft = { ...mail, kind: emailCampaign.draft.kind }
        if (isSame(emailCampaign.draft, draft)) return []
        const edited = { type: 'CampaignEdited', data: draft } as const
        // Otherwise the words of a person who may not send would go out at the time that another one chose.
        if (status !== 'scheduled' || maySend) return [edited]
        return [edited, { type: 'CampaignUnscheduled', data: { campaignId, rewrittenBy: mail.writtenBy } }]
      }
      case 'ScheduleCampaign': {
        unsent(emailCampaign, 'scheduled')
        const { at, now, ...audience } = command.data
        if (at <= now) throw new DomainError('invalid', 'This time has already passed.')
        requireAudience({ ...audience, isApproved: emailCampaign.isApproved })
        return [{ type: 'CampaignScheduled', data: { campaignId, at } }]
      }
      case 'UnscheduleCampaign':
        if (status !== 'failed') unsent(emailCampaign, 'taken off the schedule')
        return status === 'draft' ? [] : [{ type: 'CampaignUnscheduled', data: { campaignId } }]
      case 'ApproveCampaign': {
        unsent(emailCampaign, 'approved')
        if (emailCampaign.authors.includes(command.data.approvedBy))
          throw conflict('Another admin has to approve what you wrote yourself.')
        return emailCampaign.isApproved ? [] : [{ type: 'CampaignApproved', data: command.data }]
      }
      case 'SendCampaign': {
        unsent(emailCampaign, 'sent again')
        const { maxAlone, ledger } = command.data
        const { isApproved } = emailCampaign
        requireAudience({ recipients: ledger.recipients, maxAlone, isApproved })
        return [{ type: 'CampaignSent', data: { ...emailCampaign.draft, ...ledger } }]
      }
      case 'SendCampaignAgain':
        if (status !== 'sent') throw conflict('Only a campaign that was sent to its end can be sent again.')
        if (command.data.recipients === 0) throw conflict('No one is left to send this campaign to again.')
        return [{ type: 'CampaignSentAgain', data: command.data }]
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
        if (emailCampaign.isFinished) return []
        if (status !== 'sending' && status !== 'paused' && status !== 'cancelled')
          throw conflict('This campaign was not sent.')
        return [{ type: 'CampaignFinished', data: { ...command.data, isCancelled: status === 'cancelled' } }]
      case 'NoteExceededLimit':
        return status === 'sent' && !emailCampaign.isOverLimit
          ? [{ type: 'CampaignLimitExceeded', data: command.data }]
          : []
      case 'DeleteCampaign':
        if (status !== 'draft') throw conflict('Only a draft can be deleted.')
        return [{ type: 'CampaignDeleted', data: command.data }]
    }
  },
  evolve(emailCampaign, event) {
    if (event.type === 'CampaignDrafted')
      return {
        draft: event.data,
        authors: [event.data.writtenBy],
        status: 'draft',
        isApproved: false,
        isFinished: false,
        isOverLimit: false,
        listId: null,
        again: { rounds: 0, codes: [] },
      }
    if (!('draft' in emailCampaign)) return emailCampaign
    switch (event.type) {
      case 'CampaignEdited':
        return {
          ...emailCampaign,
          draft: event.data,
          authors: [...emailCampaign.authors, event.data.writtenBy],
          isApproved: false,
        }
      case 'CampaignScheduled':
        return { ...emailCampaign, status: 'scheduled' }
      case 'CampaignUnscheduled':
        return { ...emailCampaign, status: 'draft' }
      case 'CampaignApproved':
        return { ...emailCampaign, isApproved: true }
      case 'CampaignSent':
        return { ...emailCampaign, status: 'sending', listId: event.data.listId }
      case 'CampaignSentAgain':
        return {
          ...emailCampaign,
          status: 'sending',
          isFinished: false,
          again: { rounds: emailCampaign.again.rounds + 1, codes: event.data.codes },
        }
      case 'CampaignResumed':
        return { ...emailCampaign, status: 'sending' }
      case 'CampaignFailed':
        return { ...emailCampaign, status: 'failed' }
      case 'CampaignPaused':
        return { ...emailCampaign, status: 'paused' }
      case 'CampaignCancelled':
        return { ...emailCampaign, status: 'cancelled' }
      case 'CampaignFinished':
        return {
          ...emailCampaign,
          status: emailCampaign.status === 'cancelled' ? 'cancelled' : 'sent',
          isFinished: true,
        }
      case 'CampaignLimitExceeded':
        return { ...emailCampaign, isOverLimit: true }
      case 'CampaignDeleted':
        return { status: 'deleted' }
    }
  },
}
