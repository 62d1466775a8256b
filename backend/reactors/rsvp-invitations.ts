import { day } from '../../records/durations.ts'
import type { Sender } from '../mail/layout.ts'
import type { Attachment } from '../mail/mailer.ts'
import type { Invitation } from '../mail/rsvp-templates.ts'
import { type CalendarEvent, calendarOf, whenOf } from '../pages/campaign-calendar.ts'
import type { CalendarMethod } from '../pages/formats/icalendar.ts'
import type { RsvpRow } from '../read-model/rsvps.ts'

export type RsvpTokens = { issue(place: { campaignEventId: number; rsvpId: number }, expires: Date): Promise<string> }

/** Time by which an event can be postponed before the links in its mails expire; ms. */
const graceAfterEnd = 180 * day

export const isErased = ({ email }: Pick<RsvpRow, 'email'>): boolean => email.endsWith('@erased.invalid')

/** The content shared by all mails about registrations. */
export function rsvpInvitations({ rsvpTokens, sender }: { rsvpTokens: RsvpTokens; sender: () => Sender }) {
  return {
    invitationTo: (event: CalendarEvent): Invitation => ({
      title: event.title,
      when: whenOf(event),
      location: event.location,
      url: `${sender().publicUrl}/events/${event.id}`,
    }),

    /** Explains that an event is off the calendar. It does not name the event, whose page is gone too. */
    hiddenUrl: () => `${sender().publicUrl}/events/off-calendar`,

    async cancelUrl({ id, endsAt }: CalendarEvent, rsvpId: number): Promise<string> {
      const expires = new Date(Date.parse(endsAt) + graceAfterEnd)
      const token = await rsvpTokens.issue({ campaignEventId: id, rsvpId }, expires)
      // Uses the query, because mail programs and scanners lose what stands after a '#'; request logs keep no query.
      return `${sender().publicUrl}/events/cancel?token=${token}`
    },

    /** The event as a file for a guest: its SEQUENCE increases with each change of the event and of their registration. */
    calendar: (
      event: CalendarEvent,
      { sequence }: Pick<RsvpRow, 'sequence'>,
      method: CalendarMethod = 'PUBLISH',
    ): Attachment => {
      const status = method === 'CANCEL' ? 'cancelled' : event.status
      const entry = { ...event, sequence: event.sequence + sequence, status }
      return {
        filename: method === 'CANCEL' ? 'cancelled.ics' : 'event.ics',
        contentType: `text/calendar; charset=utf-8; method=${method}`,
        content: calendarOf([entry], sender().publicUrl, { method }),
      }
    },
  }
}
