import { renderMail, type Sender } from './layout.ts'
import type { Attachment, Mail } from './mailer.ts'

export type Invitation = {
  title: string
  /** Date and time in words. */
  when: string
  location: string | null
  url: string
}

type Guest = { name: string; email: string }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const facts = ({ title, when, location }: Invitation) => [title, when, ...(location === null ? [] : [location])]
const whenAndWhere = ({ when, location }: Invitation) => `${when}, ${location ?? 'place to be announced'}`
const because = (sender: Sender, { title }: Invitation) =>
  `You get this message because somebody, most likely you, registered this address for “${oneLine(title)}” with ${sender.siteName}. If it was not you, cancel the registration and nothing more will come.`

/** A seat is theirs: at once, or because somebody else gave it back. */
export function seatMail(
  sender: Sender,
  {
    guest,
    event,
    cancelUrl,
    calendar,
    isPromoted,
  }: { guest: Guest; event: Invitation; cancelUrl: string; calendar: Attachment; isPromoted: boolean },
): Mail {
  const mail = renderMail(sender, {
    subject: `${isPromoted ? 'A seat is yours' : 'You’re registered'}: ${oneLine(event.title)}`,
    heading: isPromoted ? 'A seat is free, and it is yours' : 'You’re registered',
    paragraphs: [
      isPromoted
        ? `${guest.name}, you were on the waiting list. Somebody could not come, so we saved their seat for you.`
        : `Thank you, ${guest.name}. We saved a seat for you.`,
      ...facts(event),
      `All about it: ${event.url}`,
      'The file attached puts it into your calendar. If you cannot come, please give your seat back, so that somebody else can have it.',
    ],
    action: { label: 'Cancel my registration', url: cancelUrl },
    reason: because(sender, event),
  })
  return { to: guest.email, ...mail, attachments: [calendar] }
}

export function waitingListMail(
  sender: Sender,
  { guest, event, cancelUrl }: { guest: Guest; event: Invitation; cancelUrl: string },
): Mail {
  const mail = renderMail(sender, {
    subject: `You’re on the waiting list: ${oneLine(event.title)}`,
    heading: 'You’re on the waiting list',
    paragraphs: [
      `Thank you, ${guest.name}. All seats are taken at the moment. When one becomes free and it is your turn, it is yours and we write to you.`,
      ...facts(event),
      `All about it: ${event.url}`,
    ],
    action: { label: 'Leave the waiting list', url: cancelUrl },
    reason: because(sender, event),
  })
  return { to: guest.email, ...mail }
}

/** Date, time or place is another one. `calendar`: for those with a seat. */
export function eventChangedMail(
  sender: Sender,
  {
    guest,
    before,
    event,
    cancelUrl,
    calendar,
  }: { guest: Guest; before: Invitation; event: Invitation; cancelUrl: string; calendar: Attachment | null },
): Mail {
  const mail = renderMail(sender, {
    subject: `Changed: ${oneLine(event.title)}`,
    heading: 'This event has changed',
    paragraphs: [
      `${guest.name}, date, time or place of the event you registered for changed. Please take note of the new ones.`,
      event.title,
      `Now: ${whenAndWhere(event)}`,
      `Before: ${whenAndWhere(before)}`,
      `All about it: ${event.url}`,
      calendar
        ? 'Your seat is kept. The file attached brings your calendar up to date. If you cannot come any more, please give your seat back.'
        : 'Your place in the waiting list is kept.',
    ],
    action: { label: calendar ? 'Cancel my registration' : 'Leave the waiting list', url: cancelUrl },
    reason: because(sender, event),
  })
  return { to: guest.email, ...mail, ...(calendar && { attachments: [calendar] }) }
}

/** Our team gave the seat or the place in the waiting list to somebody else, or it was never meant. */
export function removedMail(
  sender: Sender,
  { guest, event, calendar }: { guest: Guest; event: Invitation; calendar: Attachment },
): Mail {
  const mail = renderMail(sender, {
    subject: `Your registration was cancelled: ${oneLine(event.title)}`,
    heading: 'Your registration was cancelled',
    paragraphs: [
      `${guest.name}, our team cancelled your registration for this event.`,
      ...facts(event),
      'If you think that this is a mistake, please answer this message.',
    ],
    action: { label: 'See our other events', url: `${sender.publicUrl}/events` },
    reason: `You get this message because this address was registered for “${oneLine(event.title)}” with ${sender.siteName}.`,
  })
  return { to: guest.email, ...mail, attachments: [calendar] }
}

/** The event does not take place. `calendar`: for those who have it in their calendar. */
export function eventCancelledMail(
  sender: Sender,
  { guest, event, calendar }: { guest: Guest; event: Invitation; calendar: Attachment | null },
): Mail {
  const mail = renderMail(sender, {
    subject: `Cancelled: ${oneLine(event.title)}`,
    heading: 'This event is cancelled',
    paragraphs: [
      `${guest.name}, we are sorry: the event you registered for does not take place.`,
      ...facts(event),
      calendar
        ? 'You do not need to do anything. The file attached takes it out of your calendar.'
        : 'You do not need to do anything.',
    ],
    action: { label: 'See our other events', url: `${sender.publicUrl}/events` },
    reason: `You get this message because this address is registered for “${oneLine(event.title)}” with ${sender.siteName}.`,
  })
  return { to: guest.email, ...mail, ...(calendar && { attachments: [calendar] }) }
}
