import { createHash } from 'node:crypto'
import type { EmailCampaignDraft } from '../../domain/mail/email-campaign-events.ts'
import {
  type EmailCampaignSlotEvent,
  emailCampaignSlotStream,
  emailCampaignSlots,
} from '../../domain/mail/email-campaign-slots.ts'
import type { EmailCampaign } from '../../domain/mail/email-campaigns.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { type Fact, stateAfter } from '../../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'

export type SlotTools = {
  handle: Handle
  log: Pick<EventLog, 'readStream'>
  decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  emailCampaignSending: { stateOf(campaignId: number): Promise<{ emailCampaign: EmailCampaign; revision: number }> }
}

/** An email campaign that holds the slot and is not sending after this time has crashed. */
const deadAfter = 2 * 60_000 // ms

const hashOf = ({ subject, preheader, body, segmentIds }: EmailCampaignDraft) =>
  createHash('sha256')
    .update(JSON.stringify([subject, preheader, body, [...segmentIds].sort()]))
    .digest('hex')

/** Cards are sent one of a kind at a time; composed email campaigns only must not repeat themselves. */
export function slotOf(draft: EmailCampaignDraft): { slot: string; contentHash: string } {
  const contentHash = hashOf(draft)
  return { slot: draft.kind === 'composed' ? `composed-${contentHash}` : draft.kind, contentHash }
}

/** The email campaign that holds the slot, if it no longer needs it. */
async function endedHolders(
  { log, decode, emailCampaignSending }: SlotTools,
  slot: string,
  at: string,
): Promise<number[]> {
  const history = await decode<EmailCampaignSlotEvent>(await log.readStream(emailCampaignSlotStream(slot)))
  const holder = stateAfter(emailCampaignSlots, history).recent.at(-1)
  if (!holder) return []
  const { status } = (await emailCampaignSending.stateOf(holder.campaignId)).emailCampaign
  const isSending = status === 'sending' || status === 'paused'
  const isUnsent = status === 'unknown' || status === 'draft' || status === 'scheduled'
  const isDead = isUnsent && Date.parse(at) - Date.parse(holder.at) > deadAfter
  return isDead || !(isSending || isUnsent) ? [holder.campaignId] : []
}

/**
 * The id of the email campaign that may be sent: `draft.campaignId`, or that of the first time when this is a replay.
 * Throws DomainError 'conflict' while another one holds the slot.
 */
export async function takeSlot(tools: SlotTools, draft: EmailCampaignDraft, context: CommandContext): Promise<number> {
  const taking = { ...slotOf(draft), campaignId: draft.campaignId, at: context.at }
  const stream = emailCampaignSlotStream(taking.slot)
  const ended = await endedHolders(tools, taking.slot, context.at)
  const command = { type: 'TakeCampaignSlot', data: { ...taking, ended } } as const
  const { events } = await tools.handle(emailCampaignSlots, stream, command, context)
  const taken = events.find((event) => event.type === 'CampaignSlotTaken')
  return taken?.data.campaignId ?? draft.campaignId
}

export async function releaseSlot(
  { handle }: SlotTools,
  draft: EmailCampaignDraft,
  context: CommandContext,
): Promise<void> {
  const { slot } = slotOf(draft)
  const data = { slot, campaignId: draft.campaignId }
  await handle(emailCampaignSlots, emailCampaignSlotStream(slot), { type: 'ReleaseCampaignSlot', data }, context)
}
