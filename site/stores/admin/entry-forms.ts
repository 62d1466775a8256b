import { campaignClock } from '../../../contract/campaign-event-times.ts'
import type { enterDonation } from '../../../contract/donations.ts'
import type { enterEmailSignup } from '../../../contract/email-signups.ts'
import type { enterEndorsement } from '../../../contract/endorsements.ts'
import type { Entered } from '../../../contract/hand-entry.ts'
import type { enterPrayer } from '../../../contract/prayers.ts'
import type { enterGuest } from '../../../contract/rsvps.ts'
import type { enterVolunteer } from '../../../contract/volunteers.ts'
import { donationEntry } from '../../../records/donations.ts'
import { signupDetails } from '../../../records/email-signups.ts'
import { endorsement } from '../../../records/endorsements.ts'
import type { ItemRecord } from '../../../records/fields.ts'
import type { HandEntry, handEntry } from '../../../records/hand-entry.ts'
import { prayer } from '../../../records/prayers.ts'
import { guest } from '../../../records/rsvps.ts'
import { volunteerEntry } from '../../../records/volunteers.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { suppressionSentence } from '../../lib/mail-suppressions.ts'
import { type Message, messages, tryAgain } from '../../lib/messages.ts'
import { createForm, type Form, type Read } from '../form.ts'
import { showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { $entry, type EntryKind, type EntryTarget } from './entry.ts'
import { countPending } from './pending.ts'

/** The fields of each form, as people sign up themselves. */
export const entryItems = {
  emails: signupDetails,
  volunteers: volunteerEntry,
  prayers: prayer,
  endorsements: endorsement,
  guests: guest,
  donations: donationEntry,
} as const satisfies { [Kind in EntryKind]: ItemRecord }

/** Titles of the dialogs: 'Add a volunteer'. */
export const entryTitles: { [Kind in EntryKind]: string } = {
  emails: 'Add an email signup',
  volunteers: 'Add a volunteer',
  prayers: 'Add a prayer',
  endorsements: 'Add an endorsement',
  guests: 'Add a guest',
  donations: 'Add a donation',
}

type How = { entrySource: HandEntry['entrySource'] } & Written<typeof handEntry>
/** The parts of a form that are no single text. */
type Beside = { interests: string[]; cents: number; joinWaitingList: boolean; eventId: number }

/** Methods, because each accepts only the texts of its own form. */
type Send = { send(written: object, beside: Beside): Promise<Entered> }['send']

const senders: { [Kind in EntryKind]: Send } = {
  emails: (body: Written<typeof signupDetails> & How) =>
    call<typeof enterEmailSignup>('POST', '/api/admin/emails', { body }),
  volunteers: (written: Written<typeof volunteerEntry> & How & { availability: '' }, { interests }) =>
    call<typeof enterVolunteer>('POST', '/api/admin/volunteers', { body: { ...written, interests } }),
  prayers: (body: Written<typeof prayer> & How) => call<typeof enterPrayer>('POST', '/api/admin/prayers', { body }),
  endorsements: (body: Written<typeof endorsement> & How) =>
    call<typeof enterEndorsement>('POST', '/api/admin/endorsements', { body }),
  guests: (written: Written<typeof guest> & How, { joinWaitingList, eventId }) =>
    call<typeof enterGuest>('POST', '/api/admin/events/:id/rsvps', {
      params: { id: eventId },
      body: { ...written, joinWaitingList },
    }),
  donations: (written: Written<typeof donationEntry> & How, { cents: amount }) =>
    call<typeof enterDonation>('POST', '/api/admin/donations', { body: { ...written, amount } }),
}

const nothingBeside: Beside = { interests: [], cents: 0, joinWaitingList: false, eventId: 0 }

/** Adds one person or item to a list; `written`: the texts of its form, and how the person is known. */
export const enter = (kind: EntryKind, written: object, beside: Partial<Beside> = {}): Promise<Entered> =>
  senders[kind](written, { ...nothingBeside, ...beside })

const filled = (item: ItemRecord) =>
  Object.entries(item).flatMap(([name, field]) =>
    field.isNullable || field.form === 'flag' || field.form === 'texts' || ('mayBeBlank' in field && field.mayBeBlank)
      ? []
      : [name],
  )
export const requiredIn = (kind: EntryKind): string[] => filled(entryItems[kind])

export const today = () => campaignClock.dateAt(new Date())

/** '12.50', '$1,200' in cents; null: no amount. */
export function centsOf(typed: string): number | null {
  const digits = typed.replace(/[$,\s]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : null
}

/** Outcome of an entry, with the reason why the person gets no campaign mail. */
export function outcomeOf({ outcome, mailSuppression }: Entered): Message {
  const title = outcome === 'added' ? 'Added' : 'Already there'
  const why = mailSuppression && suppressionSentence(mailSuppression.reason, shortDate(mailSuppression.at))
  const description = why ?? (outcome === 'added' ? undefined : 'Nothing was added a second time.')
  return description === undefined ? { title } : { title, description }
}

const failed = { title: 'Error adding by hand', description: tryAgain }

function problemsOf(kind: EntryKind, read: Read): { [field: string]: string } {
  const isGift = kind === 'donations' && read('amount') !== ''
  return isGift && centsOf(read('amount')) === null ? { amount: 'Use an amount such as 25 or 12.50.' } : {}
}

/** The form of one person or item; the dialog closes when it was added, or was there already. */
export function entryForm({ kind, eventId = 0, reload }: EntryTarget): Form {
  return createForm({
    required: [...requiredIn(kind), 'entrySource', 'entryDay'],
    missing: messages.admin.missingFields,
    hasErrorToast: true,
    failed,
    signedOut: { ...failed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    check: (read) => problemsOf(kind, read),
    async send(read, readAll, written) {
      const isOpen = unchanged($entry)
      const beside = {
        interests: readAll('interests'),
        cents: centsOf(read('amount')) ?? 0,
        joinWaitingList: readAll('joinWaitingList').length > 0,
        eventId,
      }
      showToast(outcomeOf(await enter(kind, written, beside)))
      void reload()
      if (kind === 'prayers' || kind === 'endorsements') void countPending()
      if (isOpen()) $entry.set(null)
    },
  })
}
