import type { FastifyInstance, FastifyRequest } from 'fastify'
import { campaign } from '../../../contract/campaign.ts'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import * as api from '../../../contract/email-campaigns.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import type { EmailCampaignDraft } from '../../domain/mail/email-campaign-events.ts'
import { type EmailCampaignCommand, emailCampaignStream, emailCampaigns } from '../../domain/mail/email-campaigns.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { checkProof, requireRight, signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { audienceOf, emailCampaignRow } from '../../read-model/email-campaigns.ts'
import { type Execute, type NextId, numbered } from '../command.ts'
import { type EditForm, showingCurrent, sinceRevision } from '../concurrent-edits.ts'
import { type CardKind, cards } from './cards.ts'
import { checkReplyTo } from './reply-to.ts'
import { type EmailCampaignSendTools, rejectUnsendable, sendDraft, sendNew } from './sends.ts'

type EmailCampaignTools = EmailCampaignSendTools & {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'email_campaign'>
}

type Seen = { check: ReturnType<typeof sinceRevision> }

const form: EditForm = { fields: ['name', 'subject', 'preheader', 'body', 'segmentIds', 'purpose', 'replyTo'] }

export async function emailCampaignCommands(app: FastifyInstance, tools: EmailCampaignTools): Promise<void> {
  const { execute, waitForProjection, nextId, knex, emailCampaignSending } = tools

  /** Decides, applies the decision to waiting emails, and returns the campaign. */
  async function change(
    command: EmailCampaignCommand,
    request: FastifyRequest,
    options?: Seen,
  ): Promise<api.EmailCampaign> {
    const { campaignId } = command.data
    await execute(request, emailCampaigns, emailCampaignStream(campaignId), command, options)
    await emailCampaignSending.apply(campaignId)
    return row(campaignId, request)
  }

  async function row(id: number, request: FastifyRequest): Promise<api.EmailCampaign> {
    const found = await emailCampaignRow(knex, id, signedIn(request))
    if (!found) throw new DomainError('not_found', 'Campaign not found.')
    return found
  }

  /** An admin who releases or approves a text must have seen its latest revision: the one in If-Match. */
  const asSeen = <Result>(id: number, request: FastifyRequest, act: (options: Seen) => Promise<Result>) =>
    showingCurrent(
      { waitForProjection, request },
      () => emailCampaignRow(knex, id, signedIn(request)),
      () => act({ check: sinceRevision(request, form) }),
    )

  async function sendCard(kind: CardKind, customContent: string | null, request: FastifyRequest) {
    const { segmentId, ...card } = cards[kind]
    const draw = (taken?: number) => nextId('email_campaign', request.idempotency, taken)
    const { accepted, position } = await numbered(await draw(), draw, (campaignId) =>
      sendNew(
        tools,
        {
          campaignId,
          kind,
          ...card,
          body: customContent ?? card.body,
          segmentIds: [segmentId],
          purpose: null,
          replyTo: null,
          writtenBy: signedIn(request).id,
        },
        commandContext(request),
      ),
    )
    await waitForProjection(position, request)
    return accepted
  }
  route(app, api.sendVolunteerUpdate, proven('send'), ({ body, request }) =>
    sendCard('volunteer-update', body.customContent, request),
  )
  route(app, api.sendDonorThankYou, proven('send'), ({ body, request }) =>
    sendCard('donor-thank-you', body.customContent, request),
  )
  route(app, api.sendReEngagement, proven('send'), ({ request }) => sendCard('re-engagement', null, request))

  route(app, api.draftEmailCampaign, staff('drafts'), async ({ body, request }) => {
    checkReplyTo(tools, body.replyTo)
    const draw = (taken?: number) => nextId('email_campaign', request.idempotency, taken)
    return numbered(await draw(), draw, async (campaignId) => {
      const data: EmailCampaignDraft = { campaignId, kind: 'composed', ...body, writtenBy: signedIn(request).id }
      const command = { type: 'DraftCampaign', data } as const
      const stream = emailCampaignStream(campaignId)
      const [drafted] = await execute(request, emailCampaigns, stream, command, { isNumbered: true })
      return row(drafted?.data.campaignId ?? campaignId, request)
    })
  })

  route(app, api.editEmailCampaign, staff('drafts'), async ({ params: { id }, body, request }) => {
    // A scheduled email campaign is sent without another click, so rewriting it is as good as sending another one.
    const send = 'send' satisfies StaffRight
    const maySend = signedIn(request).rights.has(send)
    if (maySend && (await row(id, request)).status === 'scheduled') {
      requireRight(request, send)
      checkProof(request)
      rejectUnsendable(tools, body)
    }
    checkReplyTo(tools, body.replyTo)
    const data = { campaignId: id, ...body, writtenBy: signedIn(request).id, maySend }
    await asSeen(id, request, (options) =>
      execute(request, emailCampaigns, emailCampaignStream(id), { type: 'EditCampaign', data }, options),
    )
    return row(id, request)
  })

  route(app, api.deleteEmailCampaign, staff('drafts'), async ({ params: { id }, request }) => {
    const command = { type: 'DeleteCampaign', data: { campaignId: id } } as const
    await execute(request, emailCampaigns, emailCampaignStream(id), command)
  })

  route(app, api.scheduleEmailCampaign, proven('send'), async ({ params: { id }, body, request }) => {
    const moment = campaignClock.momentOf(body.at)
    if (moment === null)
      throw new DomainError(
        'invalid',
        'Because of daylight saving time, this time doesn’t exist that night. Choose another one.',
      )
    const mail = await row(id, request)
    rejectUnsendable(tools, mail)
    const { chosen } = await audienceOf(knex, mail)
    const data = {
      campaignId: id,
      at: moment.toISOString(),
      now: new Date().toISOString(),
      recipients: chosen,
      maxAlone: campaign.maxRecipientsAlone,
    }
    return asSeen(id, request, (options) => change({ type: 'ScheduleCampaign', data }, request, options))
  })

  route(app, api.sendEmailCampaign, proven('send'), async ({ params: { id }, request }) => {
    const { accepted, position } = await asSeen(id, request, ({ check }) =>
      sendDraft(tools, id, commandContext(request), check),
    )
    await waitForProjection(position, request)
    return accepted
  })

  route(app, api.unscheduleEmailCampaign, staff('drafts'), ({ params: { id }, request }) =>
    change({ type: 'UnscheduleCampaign', data: { campaignId: id } }, request),
  )
  route(app, api.approveEmailCampaign, proven('send'), ({ params: { id }, request }) =>
    asSeen(id, request, (options) =>
      change({ type: 'ApproveCampaign', data: { campaignId: id, approvedBy: signedIn(request).id } }, request, options),
    ),
  )
  route(app, api.pauseEmailCampaign, staff('drafts'), ({ params: { id }, request }) =>
    change({ type: 'PauseCampaign', data: { campaignId: id, by: 'admin' } }, request),
  )
  route(app, api.resumeEmailCampaign, proven('send'), ({ params: { id }, request }) =>
    change({ type: 'ResumeCampaign', data: { campaignId: id } }, request),
  )
  route(app, api.cancelEmailCampaign, staff('send'), ({ params: { id }, request }) =>
    change({ type: 'CancelCampaign', data: { campaignId: id } }, request),
  )
}
