import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { EmailCampaignDraft, EmailCampaignEvent } from './email-campaign-events.ts'
import { emailCampaigns } from './email-campaigns.ts'

const id = { campaignId: 7 }
const draft: EmailCampaignDraft = {
  ...id,
  kind: 'composed',
  name: 'March letter',
  subject: 'News from the trail',
  preheader: '',
  body: 'Dear {{firstName|friend}}',
  segmentIds: ['donors'],
  purpose: null,
  replyTo: null,
  writtenBy: 1,
}
const edit = {
  ...id,
  name: 'March letter',
  subject: 'News',
  preheader: '',
  body: 'Hello',
  segmentIds: ['donors'],
  purpose: null,
  replyTo: null,
  writtenBy: 2,
}
const ledger = {
  rules: [{ segmentId: 'donors', version: 1, sentence: 'Everybody who gave.' }],
  evaluatedAt: '2026-03-01T12:00:00.000Z',
  purpose: 'campaignNews',
  obeys: ['campaignNews'],
  confirmedOptIn: false,
  position: '41',
  recipients: 120,
  leftOut: { unsubscribed: 3 },
  recipientsHash: 'ab',
  listId: '5b1c6f0e-0000-4000-8000-000000000001',
}
const drafted: EmailCampaignEvent = { type: 'CampaignDrafted', data: draft }
const edited: EmailCampaignEvent = { type: 'CampaignEdited', data: { ...edit, kind: 'composed' } }
const at = '2026-03-02T15:00:00.000Z'
const scheduled: EmailCampaignEvent = { type: 'CampaignScheduled', data: { ...id, at } }
const approved: EmailCampaignEvent = { type: 'CampaignApproved', data: { ...id, approvedBy: 3 } }
const sent: EmailCampaignEvent = { type: 'CampaignSent', data: { ...draft, ...ledger } }
const paused: EmailCampaignEvent = { type: 'CampaignPaused', data: { ...id, by: 'admin' } }
const resumed: EmailCampaignEvent = { type: 'CampaignResumed', data: id }
const cancelled: EmailCampaignEvent = { type: 'CampaignCancelled', data: id }
const totals = { ...id, sent: 118, failed: 1, skipped: 1 }
const finished: EmailCampaignEvent = { type: 'CampaignFinished', data: { ...totals, isCancelled: false } }
const deleted: EmailCampaignEvent = { type: 'CampaignDeleted', data: id }

const failures = { ...id, codes: ['554 5.7.1'], recipients: 80, leftOut: 2 }
const again: EmailCampaignEvent = { type: 'CampaignSentAgain', data: failures }
const sendAgain = { type: 'SendCampaignAgain', data: failures } as const

const rules = (...history: EmailCampaignEvent[]) => given(emailCampaigns, history)
const send = (maxAlone: number | null = null) => ({ type: 'SendCampaign', data: { ...id, ledger, maxAlone } }) as const
const schedule = (now: string) =>
  ({ type: 'ScheduleCampaign', data: { ...id, at, now, recipients: 120, maxAlone: null } }) as const

const change = (data: Omit<typeof edit, 'purpose'> & { purpose: string | null }, maySend = true) =>
  ({ type: 'EditCampaign', data: { ...data, maySend } }) as const

describe('a draft', () => {
  it('is kept', () => rules().when({ type: 'DraftCampaign', data: draft }).then([drafted]))
  it('is edited', () => rules(drafted).when(change(edit)).then([edited]))
  it('is edited when only what it is about changes', () => {
    const invitation = { ...edit, purpose: 'eventInvitations' }
    rules(drafted, edited)
      .when(change(invitation))
      .then([{ type: 'CampaignEdited', data: { ...invitation, kind: 'composed' } }])
  })
  it('stays as it is when nothing changes', () => rules(drafted, edited).when(change(edit)).thenNothing())
  it('is deleted once', () => {
    rules(drafted).when({ type: 'DeleteCampaign', data: id }).then([deleted])
    rules(drafted, deleted).when({ type: 'DeleteCampaign', data: id }).thenNothing()
  })
  it('is unknown before its creation and after its deletion', () => {
    rules().when(send()).then('not_found')
    rules(drafted, deleted).when(change(edit)).then('not_found')
  })
})

describe('the schedule', () => {
  it('takes a time in the future', () => rules(drafted).when(schedule('2026-03-02T14:59:59.999Z')).then([scheduled]))
  it('rejects a time that has passed', () => rules(drafted).when(schedule(at)).then('invalid'))
  it('rejects an empty segment', () =>
    rules(drafted)
      .when({ type: 'ScheduleCampaign', data: { ...id, at, now: '2026-01-01', recipients: 0, maxAlone: null } })
      .then('conflict'))
  it('is removed again', () => {
    rules(drafted, scheduled)
      .when({ type: 'UnscheduleCampaign', data: id })
      .then([{ type: 'CampaignUnscheduled', data: id }])
    rules(drafted).when({ type: 'UnscheduleCampaign', data: id }).thenNothing()
  })
  it('ends when a person who may not send rewrites the mail', () => {
    const unscheduled = { type: 'CampaignUnscheduled', data: { ...id, rewrittenBy: edit.writtenBy } } as const
    rules(drafted, scheduled).when(change(edit)).then([edited])
    rules(drafted, scheduled).when(change(edit, false)).then([edited, unscheduled])
    rules(drafted).when(change(edit, false)).then([edited])
    rules(drafted, edited, scheduled).when(change(edit, false)).thenNothing()
  })
  it('says why an email campaign could not be sent', () => {
    const data = { ...id, reason: 'The segment is empty.' }
    rules(drafted, scheduled)
      .when({ type: 'FailCampaign', data })
      .then([{ type: 'CampaignFailed', data }])
    rules(drafted, scheduled, sent).when({ type: 'FailCampaign', data }).thenNothing()
  })
  it('accepts a failed email campaign once it is a draft again', () => {
    const failed: EmailCampaignEvent = { type: 'CampaignFailed', data: { ...id, reason: 'The segment is empty.' } }
    const unscheduled: EmailCampaignEvent = { type: 'CampaignUnscheduled', data: id }
    rules(drafted, scheduled, failed).when(schedule('2026-03-02T14:00:00.000Z')).then('conflict')
    rules(drafted, scheduled, failed).when({ type: 'UnscheduleCampaign', data: id }).then([unscheduled])
    rules(drafted, scheduled, failed, unscheduled).when(schedule('2026-03-02T14:00:00.000Z')).then([scheduled])
    rules(drafted, sent, finished).when({ type: 'UnscheduleCampaign', data: id }).then('conflict')
  })
})

describe('sending', () => {
  it('freezes text, rules and recipients', () => rules(drafted).when(send()).then([sent]))
  it('writes and sends the mail of a card in one step', () =>
    rules()
      .when({ type: 'SendNewCampaign', data: { ...id, draft, ledger, maxAlone: null } })
      .then([drafted, sent]))
  it('happens once', () => rules(drafted, sent).when(send()).then('conflict'))
  it('rejects an empty segment', () =>
    rules(drafted)
      .when({ type: 'SendCampaign', data: { ...id, ledger: { ...ledger, recipients: 0 }, maxAlone: null } })
      .then('conflict'))
  it('ends editing', () => rules(drafted, sent).when(change(edit)).then('conflict'))
})

describe('an email campaign too large for one admin', () => {
  const approve = (approvedBy: number) => ({ type: 'ApproveCampaign', data: { ...id, approvedBy } }) as const
  it('waits for another admin', () => rules(drafted).when(send(119)).then('conflict'))
  it('goes out once approved', () => rules(drafted, approved).when(send(119)).then([sent]))
  it('needs no approval at the limit', () => rules(drafted).when(send(120)).then([sent]))
  it('cannot be approved by its authors', () => {
    rules(drafted, edited).when(approve(1)).then('conflict')
    rules(drafted, edited).when(approve(2)).then('conflict')
    rules(drafted, edited).when(approve(3)).then([approved])
  })
  it('is approved once', () => rules(drafted, approved).when(approve(4)).thenNothing())
  it('has to be approved again after an edit', () => rules(drafted, approved, edited).when(send(119)).then('conflict'))
})

describe('an email campaign in progress', () => {
  const pause = { type: 'PauseCampaign', data: { ...id, by: 'admin' } } as const
  const resume = { type: 'ResumeCampaign', data: id } as const
  const cancel = { type: 'CancelCampaign', data: id } as const
  const finish = { type: 'FinishCampaign', data: totals } as const
  it('pauses and resumes, each once', () => {
    rules(drafted, sent).when(pause).then([paused])
    rules(drafted, sent, paused).when(pause).thenNothing()
    rules(drafted, sent, paused).when(resume).then([resumed])
    rules(drafted, sent, paused, resumed).when(resume).thenNothing()
  })
  it('is cancelled for good', () => {
    rules(drafted, sent, paused).when(cancel).then([cancelled])
    rules(drafted, sent, cancelled).when(cancel).thenNothing()
    rules(drafted, sent, cancelled).when(resume).then('conflict')
  })
  it('is finished once, also after a cancellation', () => {
    rules(drafted, sent).when(finish).then([finished])
    rules(drafted, sent, cancelled)
      .when(finish)
      .then([{ type: 'CampaignFinished', data: { ...totals, isCancelled: true } }])
    rules(drafted, sent, finished).when(finish).thenNothing()
  })
  it('is over when finished', () => {
    rules(drafted, sent, finished).when(pause).then('conflict')
    rules(drafted, sent, finished).when(cancel).then('conflict')
  })
  it('has to be sent first', () => {
    rules(drafted).when(pause).then('conflict')
    rules(drafted).when(cancel).then('conflict')
    rules(drafted).when(finish).then('conflict')
  })
})

describe('an email campaign that is over', () => {
  const note = { type: 'NoteExceededLimit', data: { ...id, by: 'bounces' } } as const
  const exceeded: EmailCampaignEvent = { type: 'CampaignLimitExceeded', data: { ...id, by: 'bounces' } }

  it('is marked once when too much is reported of it', () => {
    rules(drafted, sent, finished).when(note).then([exceeded])
    rules(drafted, sent, finished, exceeded)
      .when({ type: 'NoteExceededLimit', data: { ...id, by: 'complaints' } })
      .thenNothing()
  })
  it('is not marked when an admin cancelled it, nor before its end, when it is paused instead', () => {
    rules(drafted, sent, cancelled, finished).when(note).thenNothing()
    rules(drafted, sent).when(note).thenNothing()
  })
})

describe('an email campaign whose emails failed because of us', () => {
  it('is sent again to those people once it is finished', () =>
    rules(drafted, sent, finished).when(sendAgain).then([again]))
  it('is not sent again while it is being sent, also for the second time', () => {
    rules(drafted, sent).when(sendAgain).then('conflict')
    rules(drafted, sent, finished, again).when(sendAgain).then('conflict')
  })
  it('is not sent again without recipients, before it was sent, or after it was cancelled', () => {
    const none = { ...sendAgain, data: { ...failures, recipients: 0 } }
    rules(drafted, sent, finished).when(none).then('conflict')
    rules(drafted).when(sendAgain).then('conflict')
    rules(drafted, sent, cancelled).when(sendAgain).then('conflict')
    rules().when(sendAgain).then('not_found')
  })
  it('can be paused, cancelled and finished again', () => {
    const history = [drafted, sent, finished, again]
    rules(...history)
      .when({ type: 'PauseCampaign', data: { ...id, by: 'admin' } })
      .then([paused])
    rules(...history)
      .when({ type: 'FinishCampaign', data: totals })
      .then([finished])
    rules(...history, finished)
      .when({ type: 'FinishCampaign', data: totals })
      .thenNothing()
  })
})
