import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

type Taking = {
  slot: string
  campaignId: number
  /** Hash of text and segments. */
  contentHash: string
  /** ISO 8601. */
  at: string
}

export type EmailCampaignSlotCommand =
  /** `ended`: email campaigns that are known to be over, or were never sent. */
  | Fact<'TakeCampaignSlot', Taking & { ended: number[] }>
  /** The email campaign could not be sent after all. */
  | Fact<'ReleaseCampaignSlot', { slot: string; campaignId: number }>
export type EmailCampaignSlotEvent =
  | Fact<'CampaignSlotTaken', Taking>
  | Fact<'CampaignSlotReleased', { slot: string; campaignId: number }>

/** `recent`: the email campaigns sent lately, oldest first. */
export type EmailCampaignSlot = { recent: Taking[] }

/**
 * A reservation. Email campaigns of one kind are sent one after the other, and the same text is not sent twice to the
 * same people when several admins press the button at once.
 */
export const emailCampaignSlotStream = (slot: string) => `campaign-slot-${slot}`

export const repeatAfter = 10 * 60_000 // ms
const kept = 20

export const emailCampaignSlots: Decider<EmailCampaignSlot, EmailCampaignSlotCommand, EmailCampaignSlotEvent> = {
  initialState: { recent: [] },
  decide({ type, data }, { recent }) {
    const holder = recent.at(-1)
    switch (type) {
      case 'TakeCampaignSlot': {
        const { ended, ...taking } = data
        if (holder && !ended.includes(holder.campaignId))
          throw new DomainError('conflict', 'A campaign of this kind is still being sent. Wait until it is finished.')
        const earliest = Date.parse(data.at) - repeatAfter
        if (recent.some((other) => other.contentHash === data.contentHash && Date.parse(other.at) > earliest))
          throw new DomainError('conflict', 'The same text went to the same people less than 10 minutes ago.')
        return [{ type: 'CampaignSlotTaken', data: taking }]
      }
      case 'ReleaseCampaignSlot':
        return recent.some(({ campaignId }) => campaignId === data.campaignId)
          ? [{ type: 'CampaignSlotReleased', data }]
          : []
    }
  },
  evolve({ recent }, { type, data }) {
    switch (type) {
      case 'CampaignSlotTaken':
        return { recent: [...recent, data].slice(-kept) }
      case 'CampaignSlotReleased':
        return { recent: recent.filter(({ campaignId }) => campaignId !== data.campaignId) }
    }
  },
}
