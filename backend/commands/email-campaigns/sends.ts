import type { Knex } from 'knex'
import { campaign } from '../../../contract/campaign.ts'
import type { EmailCampaignAccepted } from '../../../contract/email-campaigns.ts'
import * as api from '../../../contract/email-segments.ts'
import type {
  EmailCampaignDraft,
  EmailCampaignEvent,
  EmailCampaignLedger,
} from '../../domain/mail/email-campaign-events.ts'
import {
  type EmailCampaign,
  emailCampaignStream,
  emailCampaigns,
  nobodyThere,
} from '../../domain/mail/email-campaigns.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import { eventId, NumberTaken } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { type Released, releasedEmailCampaigns } from '../../read-model/email-campaigns.ts'
import { choiceOf, type SegmentChoice, segments } from '../../read-model/email-segments.ts'
import type { Holds } from '../held-rights.ts'
import type { ReplyToTools } from './reply-to.ts'
import { releaseSlot, type SlotTools, takeSlot } from './slots.ts'

type RecipientList = {
  listId: string
  position: string
  recipients: number
  leftOut: api.LeftOut
  recipientsHash: string
}

export type EmailCampaignSendTools = SlotTools &
  ReplyToTools & {
    knex: Knex
    emailCampaignSending: {
      stateOf(campaignId: number): Promise<{ emailCampaign: EmailCampaign; revision: number }>
      /** Carries out the log’s decision. */
      apply(campaignId: number): Promise<unknown>
      makeList(wanted: { draft: EmailCampaignDraft; choice: SegmentChoice }): Promise<RecipientList>
      dropList(listId: string): Promise<void>
      /** One sentence about a text that would arrive as raw Markdown; null when it would not. */
      rawMarkdown(body: string): string | null
    }
  }

type UnsendableTools = {
  emailCampaignSending: Pick<EmailCampaignSendTools['emailCampaignSending'], 'rawMarkdown' | 'replyAddressProblem'>
}

/** Throws 400 for a text that would arrive as raw Markdown: also one that was written when that was accepted. */
export function rejectRawMarkdown(
  {
    emailCampaignSending,
  }: { emailCampaignSending: Pick<EmailCampaignSendTools['emailCampaignSending'], 'rawMarkdown'> },
  body: string,
): void {
  const problem = emailCampaignSending.rawMarkdown(body)
  if (problem !== null) throw new DomainError('invalid', problem)
}

/** The same, and for an address for replies that the settings allowed when it was written. */
export function rejectUnsendable(
  tools: UnsendableTools,
  { body, replyTo }: { body: string; replyTo: string | null },
): void {
  rejectRawMarkdown(tools, body)
  const problem = tools.emailCampaignSending.replyAddressProblem(replyTo)
  if (problem !== null) throw new DomainError('invalid', problem)
}

type Sent = { accepted: EmailCampaignAccepted; position: Position | null }
type Check = (history: readonly Recorded<EmailCampaignEvent>[]) => void
type SentEvent = Recorded<Extract<EmailCampaignEvent, { type: 'CampaignSent' }>>

const isKnown = (id: string): id is api.SegmentId => api.segmentId.safeParse(id).success

function choiceFor({ segmentIds, purpose }: EmailCampaignDraft, at: Date): SegmentChoice {
  const [first, ...others] = segmentIds.filter(isKnown)
  if (!first) throw new DomainError('invalid', 'Choose at least one segment.')
  return choiceOf([first, ...others], { at, purpose: api.mailPurpose.nullable().parse(purpose) })
}

const ledgerOf = (
  { rules, at, purpose, obeys, confirmedOptIn }: SegmentChoice,
  list: RecipientList,
): EmailCampaignLedger => ({
  ...list,
  rules: rules.map((rule) => ({
    ...rule,
    sentence: segments.find(({ id }) => id === rule.segmentId)?.sentence ?? '',
  })),
  evaluatedAt: at,
  purpose,
  obeys: [...obeys],
  confirmedOptIn,
})

function acceptedFrom(events: readonly Recorded<EmailCampaignEvent>[]): {
  accepted: EmailCampaignAccepted
  sent: SentEvent
} {
  const sent = events.find((event) => event.type === 'CampaignSent')
  const [segmentId] = sent?.data.segmentIds.filter(isKnown) ?? []
  if (!sent || !segmentId) throw new Error('A campaign was sent without an event.')
  const { campaignId, recipients, leftOut } = sent.data
  const skipped = Object.values(leftOut).reduce((sum, people) => sum + people, 0)
  return { sent, accepted: { campaignId, segmentId, recipients, skipped, status: 'sending' } }
}

/**
 * Decides to send a campaign: takes its slot, writes the list of recipients, records the decision with that list, and
 * starts the sending. A crash in between leaves an unused list and a slot that is free again two minutes later;
 * repeating the request completes it.
 */
async function send(
  tools: EmailCampaignSendTools,
  draft: EmailCampaignDraft,
  context: CommandContext,
  revision: number | null,
  requireSeen: Check = () => {},
): Promise<Sent> {
  const { handle, emailCampaignSending } = tools
  rejectUnsendable(tools, draft)
  const campaignId = await takeSlot(tools, draft, context)
  const own = { ...draft, campaignId }
  let listId: string | null = null
  try {
    const choice = choiceFor(draft, new Date(context.at))
    const list = await emailCampaignSending.makeList({ draft: own, choice })
    listId = list.listId
    const terms = { campaignId, ledger: ledgerOf(choice, list), maxAlone: campaign.maxRecipientsAlone }
    const command =
      revision === null
        ? ({ type: 'SendNewCampaign', data: { ...terms, draft: own } } as const)
        : ({ type: 'SendCampaign', data: terms } as const)
    if (list.recipients === 0) throw nobodyThere()
    const { events, position } = await handle(emailCampaigns, emailCampaignStream(campaignId), command, context, {
      check(history) {
        requireSeen(history)
        if (revision !== null && history.at(-1)?.revision !== revision)
          throw new DomainError('conflict', 'Someone else just changed this campaign. Review it before sending.')
      },
    })
    const { accepted, sent } = acceptedFrom(events)
    // A replay: the first list counts.
    if (sent.data.listId !== listId) await emailCampaignSending.dropList(listId)
    await emailCampaignSending.apply(campaignId)
    return { accepted, position }
  } catch (error) {
    const { emailCampaign: decided } = await emailCampaignSending.stateOf(campaignId)
    // The decision may be in the log anyway: it takes effect later, with this list.
    const isInUse = 'draft' in decided && decided.listId === listId
    if (listId !== null && !isInUse) await emailCampaignSending.dropList(listId)
    const { status } = decided
    if (status === 'unknown' || status === 'draft' || status === 'scheduled') await releaseSlot(tools, own, context)
    throw error
  }
}

/** One of the cards: written and sent in one step. Throws NumberTaken before anything is done. */
export async function sendNew(
  tools: EmailCampaignSendTools,
  draft: EmailCampaignDraft,
  context: CommandContext,
): Promise<Sent> {
  const stream = emailCampaignStream(draft.campaignId)
  const [first] = await tools.log.readStream(stream)
  // A repeated request finds its own event there, and gets the first answer again.
  if (first && first.id !== eventId(context.commandId, 'SendNewCampaign', 0)) throw new NumberTaken(stream)
  return send(tools, draft, context, null)
}

/** A draft, or a scheduled campaign. `requireSeen` throws when the caller has not seen the latest revision. */
export async function sendDraft(
  tools: EmailCampaignSendTools,
  campaignId: number,
  context: CommandContext,
  requireSeen?: Check,
): Promise<Sent> {
  const { emailCampaign: known, revision } = await tools.emailCampaignSending.stateOf(campaignId)
  if (!('draft' in known)) throw new DomainError('not_found', 'Campaign not found.')
  return send(tools, known.draft, context, revision, requireSeen)
}

type DueTools = EmailCampaignSendTools & { holds: Holds }

/**
 * Sends due email campaigns, and pauses each under way whose sender may no longer send, until another person resumes it.
 * Returns how many it sent. Two processes may do so at once, because they decide the same commands.
 */
export async function sendDueEmailCampaigns(tools: DueTools, now: Date): Promise<number> {
  let sent = 0
  for (const one of await releasedEmailCampaigns(tools.knex, now)) {
    const isHeld =
      one.releasedBy === null || (await tools.holds({ id: one.releasedBy, apiKeyId: one.releasedKey }, 'send'))
    if (one.status === 'scheduled') sent += await sendOne(tools, one, { isHeld, now })
    else if (!isHeld) await pause(tools, one, now)
  }
  return sent
}

async function pause(tools: DueTools, { id, revision }: Released, now: Date): Promise<void> {
  const command = { type: 'PauseCampaign', data: { campaignId: id, by: 'rights' } } as const
  const context = systemContext({ commandId: `pause campaign ${id} of revision ${revision}`, at: now })
  try {
    await tools.handle(emailCampaigns, emailCampaignStream(id), command, context)
    await tools.emailCampaignSending.apply(id)
  } catch (error) {
    // It was cancelled or finished, and the read table does not show it yet.
    if (!(error instanceof DomainError)) throw error
  }
}

/** Returns 1 when it was sent. */
async function sendOne(
  tools: DueTools,
  { id, at, releasedKey }: Released,
  { isHeld, now }: { isHeld: boolean; now: Date },
): Promise<0 | 1> {
  // The read model may not show yet that it was sent.
  if ((await tools.emailCampaignSending.stateOf(id)).emailCampaign.status !== 'scheduled') return 0
  const commandId = `send campaign ${id} of ${at}`
  try {
    if (!isHeld) {
      const who = releasedKey === null ? 'person who' : 'API key that'
      throw new DomainError('conflict', `The ${who} scheduled this campaign may no longer send email campaigns.`)
    }
    await sendDraft(tools, id, systemContext({ commandId, at: now }))
    return 1
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const data = { campaignId: id, reason: error.message }
    const context = systemContext({ commandId: `${commandId} failed`, at: now })
    await tools.handle(emailCampaigns, emailCampaignStream(id), { type: 'FailCampaign', data }, context)
    return 0
  }
}
