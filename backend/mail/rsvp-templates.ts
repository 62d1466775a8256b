import { type MailContent, renderMail, type Sender } from './layout.ts'
import type { Attachment, Mail } from './mailer.ts'

export type Invitation = {
  title: string
  /** Formatted date and time. */
  when: string
  location: string | null
  url: string
}

/** Only the address: the person who typed it may be a stranger, who must not put words of their own into our email. */
type Guest = { email: string }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const facts = ({ title, when, location }: Invitation) => [
  [
    { label: 'Event', words: oneLine(title) },
    { label: 'When', words: when },
    ...(location === null ? [] : [{ label: 'Where', words: location }]),
  ],
]
const whenAndWhere = ({ when, location }: Invitation) => `${when}, ${location ?? 'place to be announced'}`
/** Text that our team adds to a mail about a change; null: nothing. */
type Note = string | null
const noted = (note: Note) => (note === null ? [] : ['A note from our team:', ...note.split(/\s*\n\s*/)])
const seeEvent = ({ url }: Invitation) => ({ label: 'See the event', url })
const because = (sender: Sender, { title }: Invitation) =>
  `You are receiving this message because someone, most likely you, registered this address for “${oneLine(title)}” with ${sender.siteName}. If it wasn’t you, cancel the registration and we won’t write again.`

/** Subject of a mail to a guest, and where they cancel. `calendar`: for guests who have, or get, a seat. */
type Told = { guest: Guest; event: Invitation; cancelUrl: string; calendar: Attachment | null }

/** Mail to a guest who stays registered. */
const guestMail = (
  sender: Sender,
  { guest, event, cancelUrl, calendar }: Told,
  content: Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'action'>,
): Mail => ({
  ...renderMail(sender, guest.email, {
    action: seeEvent(event),
    secondary: { label: calendar ? 'Cancel my registration' : 'Leave the waiting list', url: cancelUrl },
    reason: because(sender, event),
    ...content,
  }),
  ...(calendar && { attachments: [calendar] }),
})

/** The people of a household get emails that look the same. `ofAddress`: registrations for the event with this address. */
const shared = (ofAddress: number) =>
  ofAddress < 2
    ? []
    : [
        `This address has ${ofAddress} registrations for this event, one for each person. Each has its own email, and the link in it cancels only that one.`,
      ]

/** The guest has a seat: immediately, or after waiting for it. */
export const seatMail = (
  sender: Sender,
  { isPromoted, ofAddress, ...told }: Told & { calendar: Attachment; isPromoted: boolean; ofAddress: number },
): Mail =>
  guestMail(sender, told, {
    subject: `${isPromoted ? 'You have a seat' : 'You’re registered'}: ${oneLine(told.event.title)}`,
    heading: isPromoted ? 'A seat opened up, and it is yours' : 'You’re registered',
    paragraphs: [
      isPromoted
        ? 'You were on the waiting list. A seat is free now, and we saved it for you.'
        : 'Thank you! We saved a seat for you.',
      ...facts(told.event),
      ...shared(ofAddress),
      'The attached file adds the event to your calendar. If you cannot make it, please cancel your registration so that someone else can have your seat.',
    ],
  })

export const waitingListMail = (
  sender: Sender,
  { ofAddress, ...told }: Omit<Told, 'calendar'> & { ofAddress: number },
): Mail =>
  guestMail(
    sender,
    { ...told, calendar: null },
    {
      subject: `You’re on the waiting list: ${oneLine(told.event.title)}`,
      heading: 'You’re on the waiting list',
      paragraphs: [
        'Thank you! All seats are taken right now. If one opens up and it is your turn, we will save it for you and let you know.',
        ...facts(told.event),
        ...shared(ofAddress),
      ],
    },
  )

/** The date, time or place has changed. `calendar`: for guests with a seat. */
export function eventChangedMail(
  sender: Sender,
  { before, note, ...told }: Told & { before: Invitation; note: Note },
): Mail {
  const { event, calendar } = told
  return guestMail(sender, told, {
    subject: `Changed: ${oneLine(event.title)}`,
    heading: 'This event has changed',
    paragraphs: [
      'The date, time or place of an event you registered for has changed. Please note the new details.',
      [
        { label: 'Event', words: oneLine(event.title) },
        { label: 'Before', words: whenAndWhere(before) },
        { label: 'Now', words: whenAndWhere(event) },
      ],
      ...noted(note),
      calendar
        ? 'You still have your seat. The attached file updates your calendar. If you can no longer make it, please cancel your registration so that someone else can have your seat.'
        : 'You are still on the waiting list.',
    ],
  })
}

/** The event has left the calendar for now. `calendar`: for guests who have it in their calendar. */
export function eventHiddenMail(
  sender: Sender,
  { note, hiddenUrl, ...told }: Told & { note: Note; hiddenUrl: string },
): Mail {
  const { event, calendar } = told
  return guestMail(sender, told, {
    subject: `Off our calendar for now: ${oneLine(event.title)}`,
    heading: 'This event is off our calendar for now',
    paragraphs: [
      'Our team has taken an event you registered for off our calendar. Please don’t make the trip unless you hear from us again.',
      ...facts(event),
      ...noted(note),
      calendar
        ? 'We keep your seat, and we’ll email you if the event comes back. The attached file removes it from your calendar.'
        : 'You keep your place on the waiting list, and we’ll email you if the event comes back.',
    ],
    action: { label: 'What this means', url: hiddenUrl },
  })
}

/** The event is on the calendar again. `calendar`: for guests with a seat. */
export function eventBackMail(sender: Sender, { note, ...told }: Told & { note: Note }): Mail {
  const { event, calendar } = told
  return guestMail(sender, told, {
    subject: `Back on our calendar: ${oneLine(event.title)}`,
    heading: 'This event is back on our calendar',
    paragraphs: [
      'An event you registered for is on our calendar again. Please check the date, time and place: they may have changed.',
      ...facts(event),
      ...noted(note),
      calendar
        ? 'You still have your seat. The attached file adds the event to your calendar. If you can no longer make it, please cancel your registration so that someone else can have your seat.'
        : 'You are still on the waiting list.',
    ],
  })
}

/** The guest cancelled the registration. */
export function cancelledMail(
  sender: Sender,
  { guest, event, calendar }: { guest: Guest; event: Invitation; calendar: Attachment },
): Mail {
  const mail = renderMail(sender, guest.email, {
    subject: `You cancelled: ${oneLine(event.title)}`,
    heading: 'You cancelled your registration',
    paragraphs: [
      'Your seat is free for someone else. Thank you for letting us know.',
      ...facts(event),
      'The attached file takes the event out of your calendar. If you can make it after all, please register again.',
    ],
    action: seeEvent(event),
    reason: `You are receiving this message because someone, most likely you, opened the link in our email and cancelled the registration of this address for “${oneLine(event.title)}” with ${sender.siteName}.`,
  })
  return { ...mail, attachments: [calendar] }
}

/** Our team cancelled the registration. */
export function removedMail(
  sender: Sender,
  { guest, event, calendar }: { guest: Guest; event: Invitation; calendar: Attachment },
): Mail {
  const mail = renderMail(sender, guest.email, {
    subject: `Your registration was cancelled: ${oneLine(event.title)}`,
    heading: 'Your registration was cancelled',
    paragraphs: [
      'Our team cancelled your registration for this event.',
      ...facts(event),
      `If you think this is a mistake, please write to ${sender.contact}.`,
    ],
    action: { label: 'See our other events', url: `${sender.publicUrl}/events` },
    reason: `You are receiving this message because this address was registered for “${oneLine(event.title)}” with ${sender.siteName}.`,
  })
  return { ...mail, attachments: [calendar] }
}

/** The event is cancelled. `calendar`: for guests who have it in their calendar. */
export function eventCancelledMail(
  sender: Sender,
  { guest, event, note, calendar }: { guest: Guest; event: Invitation; note: Note; calendar: Attachment | null },
): Mail {
  const mail = renderMail(sender, guest.email, {
    subject: `Cancelled: ${oneLine(event.title)}`,
    heading: 'This event is cancelled',
    paragraphs: [
      'We are sorry: the event you registered for has been cancelled.',
      ...facts(event),
      ...noted(note),
      calendar
        ? 'There is nothing you need to do. The attached file removes the event from your calendar.'
        : 'There is nothing you need to do.',
    ],
    action: { label: 'See our other events', url: `${sender.publicUrl}/events` },
    reason: `You are receiving this message because this address is registered for “${oneLine(event.title)}” with ${sender.siteName}.`,
  })
  return { ...mail, ...(calendar && { attachments: [calendar] }) }
}
