import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import { eventCancelledMail, type Invitation, seatMail, waitingListMail } from '../mail/rsvp-letters.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { type CalendarEvent, calendarOf, whenOf } from '../pages/campaign-calendar.ts'
import { type RsvpReadModel, requireReached } from './rsvps.ts'

type MailedEvent =
  | Extract<RsvpEvent, { type: 'RsvpConfirmed' | 'RsvpWaitlisted' | 'RsvpPromoted' }>
  | Extract<CampaignEventEvent, { type: 'CampaignEventCancelled' }>

export type RsvpMailsReactor = {
  name: 'rsvp-mails'
  on: { [E in MailedEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** A link of a mail is still good when the event was put off by less than this; ms. */
const graceAfterEnd = 180 * 24 * 3600 * 1000

/** Tells people what became of their registration: each once, and only while it still holds. */
export function rsvpMailsReactor({
  model,
  sentMails,
  tokens,
  sender,
}: {
  model: RsvpReadModel
  sentMails: SentMails
  tokens: { issue(place: { campaignEventId: number; rsvpId: number }, expires: Date): Promise<string> }
  sender: () => Sender
}): RsvpMailsReactor {
  const invitationTo = (event: CalendarEvent): Invitation => ({
    title: event.title,
    when: whenOf(event),
    location: event.location,
    url: `${sender().publicUrl}/events/${event.id}`,
  })

  async function cancelUrl({ id, endsAt }: CalendarEvent, rsvpId: number): Promise<string> {
    const expires = new Date(Date.parse(endsAt) + graceAfterEnd)
    const token = await tokens.issue({ campaignEventId: id, rsvpId }, expires)
    // Behind '#': the token stands in nobody's request log.
    return `${sender().publicUrl}/events/cancel#token=${token}`
  }

  async function tell(said: Recorded<Extract<MailedEvent, { type: `Rsvp${string}` }>>): Promise<void> {
    await requireReached(model, said.position)
    const { rsvpId, campaignEventId } = said.data
    const [guest, event] = await Promise.all([model.rsvps.one(rsvpId), model.campaignEvent(campaignEventId)])
    const isErased = guest?.email.endsWith('@erased.invalid')
    if (!guest || !event || isErased || guest.status === 'cancelled' || event.status === 'cancelled') return
    // Promoted meanwhile: that event has a mail of its own.
    if (said.type === 'RsvpWaitlisted' && guest.status !== 'waiting') return
    await sentMails.sendOnce(said.id, async () => {
      const about = { guest, event: invitationTo(event), cancelUrl: await cancelUrl(event, rsvpId) }
      if (said.type === 'RsvpWaitlisted') return waitingListMail(sender(), about)
      const content = calendarOf([event], sender().publicUrl)
      const calendar = { filename: 'event.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content }
      return seatMail(sender(), { ...about, calendar, isPromoted: said.type === 'RsvpPromoted' })
    })
  }

  return {
    name: 'rsvp-mails',
    on: {
      RsvpConfirmed: tell,
      RsvpWaitlisted: tell,
      RsvpPromoted: tell,
      async CampaignEventCancelled(said) {
        await requireReached(model, said.position)
        const event = await model.campaignEvent(said.data.campaignEventId)
        if (!event || new Date(event.endsAt) < new Date(said.metadata.at)) return
        for (const guest of await model.rsvps.open({ campaign_event_id: event.id })) {
          if (guest.email.endsWith('@erased.invalid')) continue
          await sentMails.sendOnce(`${said.id}.${guest.id}`, async () =>
            eventCancelledMail(sender(), { guest, event: invitationTo(event) }),
          )
        }
      },
    },
  }
}
