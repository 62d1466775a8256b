import type { Knex } from 'knex'
import { type CampaignEventEvent, campaignEvents, newsForGuests } from '../domain/campaign-events.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import { eventBackMail, eventCancelledMail, eventChangedMail, eventHiddenMail } from '../mail/rsvp-templates.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { changedEvent } from '../pages/campaign-calendar.ts'
import { campaignEventRow } from '../read-model/campaign-events.ts'
import { openRsvps, type RsvpRow } from '../read-model/rsvps.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'
import { isErased, type RsvpTokens, rsvpInvitations } from './rsvp-invitations.ts'

type Edited = Extract<CampaignEventEvent, { type: 'CampaignEventEdited' }>
type Cancelled = Extract<CampaignEventEvent, { type: 'CampaignEventCancelled' }>

/**
 * Tells registered guests that an event has a new time or place, leaves the calendar, comes back, or is cancelled: each
 * guest once per change. Changes to past events send no email.
 */
export function campaignEventMailsReactor({
  knex,
  reached,
  earlier,
  sentMails,
  rsvpTokens,
  sender,
}: {
  knex: Knex
  reached: Reached
  /** The earlier events of the same stream. */
  earlier: (said: Recorded<CampaignEventEvent>) => Promise<Recorded<CampaignEventEvent>[]>
  sentMails: SentMails
  rsvpTokens: RsvpTokens
  sender: () => Sender
}): ReactsTo<Edited | Cancelled> {
  const { invitationTo, hiddenUrl, cancelUrl, calendar } = rsvpInvitations({ rsvpTokens, sender })

  /** People who registered later already saw the new date. */
  async function guestsAt({ data, metadata }: Recorded<Edited | Cancelled>): Promise<RsvpRow[]> {
    const guests = await openRsvps(knex, { campaign_event_id: data.campaignEventId })
    return guests.filter((guest) => !isErased(guest) && guest.createdAt <= metadata.at)
  }

  const letterTo = (guest: RsvpRow, said: Recorded<Edited | Cancelled>) => ({
    key: `${said.id}.${guest.id}`,
    ...causedBy('campaign-event-mails', said),
  })

  return {
    name: 'campaign-event-mails',
    on: {
      async CampaignEventEdited(said) {
        const before = stateAfter(campaignEvents, await earlier(said))
        if (!('details' in before)) return
        const news = newsForGuests(before, said.data)
        if (news === null) return
        await requireReached(reached, said.position)
        const { campaignEventId, noteToGuests: note, ...details } = said.data
        // The event was cancelled in between, which sends its own email, or deleted, which sends none.
        const now = await campaignEventRow(knex, campaignEventId)
        if (!now || now.status === 'cancelled') return
        const change = { id: now.id, uid: now.uid, sequence: said.revision, changedAt: said.metadata.at }
        const [old, event] = [changedEvent(before.details, change), changedEvent(details, change)]
        if (old.endsAt < said.metadata.at && event.endsAt < said.metadata.at) return
        for (const guest of await guestsAt(said))
          await sentMails.sendOnce(letterTo(guest, said), async () => {
            const method = news === 'hidden' ? 'CANCEL' : 'PUBLISH'
            const words = {
              guest,
              event: invitationTo(event),
              note,
              cancelUrl: await cancelUrl(event, guest.id),
              calendar: guest.status === 'confirmed' ? calendar(event, guest, method) : null,
            }
            switch (news) {
              case 'hidden':
                return eventHiddenMail(sender(), { ...words, event: invitationTo(old), hiddenUrl: hiddenUrl() })
              case 'back':
                return eventBackMail(sender(), words)
              case 'changed':
                return eventChangedMail(sender(), { ...words, before: invitationTo(old) })
            }
          })
      },

      async CampaignEventCancelled(said) {
        await requireReached(reached, said.position)
        const event = await campaignEventRow(knex, said.data.campaignEventId)
        if (!event || event.endsAt < said.metadata.at) return
        for (const guest of await guestsAt(said))
          await sentMails.sendOnce(letterTo(guest, said), async () =>
            eventCancelledMail(sender(), {
              guest,
              event: invitationTo(event),
              note: said.data.noteToGuests,
              calendar: guest.status === 'confirmed' ? calendar(event, guest, 'CANCEL') : null,
            }),
          )
      },
    },
  }
}
