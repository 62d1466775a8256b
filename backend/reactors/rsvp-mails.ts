import type { Knex } from 'knex'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import { cancelledMail, removedMail, seatMail, waitingListMail } from '../mail/rsvp-templates.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { campaignEventRow } from '../read-model/campaign-events.ts'
import { rsvpRow, rsvpsOfAddress } from '../read-model/rsvps.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'
import { isErased, type RsvpTokens, rsvpInvitations } from './rsvp-invitations.ts'

type Told = Extract<RsvpEvent, { type: 'RsvpConfirmed' | 'RsvpWaitlisted' | 'RsvpPromoted' | 'RsvpMailAskedForAgain' }>
type Cancelled = Extract<RsvpEvent, { type: 'RsvpCancelled' }>

/** Tells people the status of their registration, once per event and when they ask again, while it is current. */
export function rsvpMailsReactor({
  knex,
  reached,
  sentMails,
  rsvpTokens,
  sender,
  acknowledgments = { rsvp: true },
}: {
  knex: Knex
  reached: Reached
  sentMails: SentMails
  rsvpTokens: RsvpTokens
  sender: () => Sender
  /** Switched off: people hear only about a seat they get later, and about changes. */
  acknowledgments?: { rsvp: boolean }
}): ReactsTo<Told | Cancelled> {
  const { invitationTo, cancelUrl, calendar } = rsvpInvitations({ rsvpTokens, sender })

  const letter = (said: Recorded<Told | Cancelled>) => ({ key: said.id, ...causedBy('rsvp-mails', said) })

  async function about({ position, data }: Recorded<Told | Cancelled>) {
    await requireReached(reached, position)
    const [guest, event] = await Promise.all([rsvpRow(knex, data.rsvpId), campaignEventRow(knex, data.campaignEventId)])
    return guest && event && !isErased(guest) && event.status !== 'cancelled' ? { guest, event } : null
  }

  async function tell(said: Recorded<Told>): Promise<void> {
    if (!acknowledgments.rsvp && said.type !== 'RsvpPromoted') return
    const known = await about(said)
    if (!known || known.guest.status === 'cancelled') return
    const { guest, event } = known
    // The guest was promoted in between: that event sends its own email.
    if (said.type === 'RsvpWaitlisted' && guest.status !== 'waiting') return
    await sentMails.sendOnce(letter(said), async () => {
      const words = {
        guest,
        event: invitationTo(event),
        cancelUrl: await cancelUrl(event, guest.id),
        ofAddress: await rsvpsOfAddress(knex, guest),
      }
      if (guest.status === 'waiting') return waitingListMail(sender(), words)
      return seatMail(sender(), {
        ...words,
        calendar: calendar(event, guest),
        isPromoted: said.type === 'RsvpPromoted',
      })
    })
  }

  return {
    name: 'rsvp-mails',
    on: {
      RsvpConfirmed: tell,
      RsvpWaitlisted: tell,
      RsvpPromoted: tell,
      RsvpMailAskedForAgain: tell,
      async RsvpCancelled(said) {
        const known = await about(said)
        if (!known) return
        const { guest, event } = known
        const words = { guest, event: invitationTo(event), calendar: calendar(event, guest, 'CANCEL') }
        // Staff who come as guests give back a seat of their own.
        if (said.metadata.actor.kind === 'admin' && said.metadata.command !== 'CancelOwnRsvp')
          return sentMails.sendOnce(letter(said), async () => removedMail(sender(), words))
        // Guests who cancel know, but the event is in their calendar, where another person with their address may need it.
        const isInCalendar = acknowledgments.rsvp && guest.wasSeated && event.isActive && event.status === 'upcoming'
        if (!isInCalendar || (await rsvpsOfAddress(knex, guest)) > 0) return
        await sentMails.sendOnce(letter(said), async () => cancelledMail(sender(), words))
      },
    },
  }
}
