import { createHash } from 'node:crypto'
import { type CampaignSlotEvent, campaignSlotStream, campaignSlots } from '../../domain/campaign-slots.ts'
import { type Fact, stateAfter } from '../../domain/decider.ts'
import type { CampaignDraft } from '../../domain/email-campaign-events.ts'
import type { EmailCampaign } from '../../domain/email-campaigns.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { EventLog, RecordedEvent } from '../../eventlog/event-log.ts'
import type { Handle } from '../../eventlog/handle.ts'
import type { Recorded } from '../../eventlog/metadata.ts'

export type SlotTools = {
  handle: Handle
  log: Pick<EventLog, 'readStream'>
  decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  campaignSending: { stateOf(campaignId: number): Promise<{ campaign: EmailCampaign; revision: number }> }
}

/** A campaign that holds the slot and is not sending after this time has crashed. */
const patience = 2 * 60_000 // ms

const hashOf = ({ subject, preheader, body, segmentIds }: CampaignDraft) =>
  createHash('sha256')
    .update(JSON.stringify([subject, preheader, body, [...segmentIds].sort()]))
    .digest('hex')

/** Cards are sent one of a kind at a time; composed campaigns only must not repeat themselves. */
export function slotOf(draft: CampaignDraft): { slot: string; contentHash: string } {
  const contentHash = hashOf(draft)
  return { slot: draft.kind === 'composed' ? `composed-${contentHash}` : draft.kind, contentHash }
}

/** The campaign that holds the slot, if it no longer needs it. */
async function endedHolders({ log, decode, campaignSending }: SlotTools, slot: string, at: string): Promise<number[]> {
  const history = await decode<CampaignSlotEvent>(await log.readStream(campaignSlotStream(slot)))
  const holder = stateAfter(campaignSlots, history).recent.at(-1)
  if (!holder) return []
  const { status } = (await campaignSending.stateOf(holder.campaignId)).campaign
  const isSending = status === 'sending' || status === 'paused'
  const isUnsent = status === 'unknown' || status === 'draft' || status === 'scheduled'
  const isDead = isUnsent && Date.parse(at) - Date.parse(holder.at) > patience
  return isDead || !(isSending || isUnsent) ? [holder.campaignId] : []
}

/**
 * The id of the campaign that may be sent: `draft.campaignId`, or that of the first time when this is a replay. Throws
 * DomainError 'conflict' while another one holds the slot.
 */
export async function takeSlot(tools: SlotTools, draft: CampaignDraft, context: CommandContext): Promise<number> {
  const taking = { ...slotOf(draft), campaignId: draft.campaignId, at: context.at }
  const stream = campaignSlotStream(taking.slot)
  const ended = await endedHolders(tools, taking.slot, context.at)
  const command = { type: 'TakeCampaignSlot', data: { ...taking, ended } } as const
  const { events } = await tools.handle(campaignSlots, stream, command, context)
  const taken = events.find((event) => event.type === 'CampaignSlotTaken')
  return taken?.data.campaignId ?? draft.campaignId
}

export async function releaseSlot({ handle }: SlotTools, draft: CampaignDraft, context: CommandContext): Promise<void> {
  const { slot } = slotOf(draft)
  const data = { slot, campaignId: draft.campaignId }
  await handle(campaignSlots, campaignSlotStream(slot), { type: 'ReleaseCampaignSlot', data }, context)
}
