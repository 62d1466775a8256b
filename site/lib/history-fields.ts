import { campaignEvent, guestNote } from '../../records/campaign-events.ts'
import { donation } from '../../records/donations.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { endorsement } from '../../records/endorsements.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { article } from '../../records/news.ts'
import { prayer } from '../../records/prayers.ts'
import { account } from '../../records/users.ts'
import { volunteer } from '../../records/volunteers.ts'

/** Events come first, because others have some of their fields in the same order. */
const items = [
  { ...campaignEvent, ...guestNote },
  prayer,
  endorsement,
  article,
  volunteer,
  account,
  donation,
  emailSignup,
]

/** Every field once, so that those of each item keep their order: a new one follows the one before it. */
function inOneOrder(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = []
  for (const list of lists) {
    let place = 0
    for (const name of list) {
      if (!merged.includes(name)) merged.splice(place, 0, name)
      place = merged.indexOf(name) + 1
    }
  }
  return merged
}

/** The order in which people read an item: its name, who it is about, what it says, and what happened to it. */
const order = [
  'status',
  ...inOneOrder(items.map(namesOf)),
  ...['entrySource', ...namesOf(handEntry)],
  ...['appeal', 'adminNotes', 'violationType', 'confidence', 'outcome', 'reason', 'suggestion', 'moderator'],
  ...['thresholds', 'guests', 'isPublished', 'isAdmin', 'isBanned', 'banReason', 'bannedUntil', 'deleted', 'erased'],
]

/** Only useful to programs, or shown elsewhere on the page. */
const hiddenFields = [
  ...['isReworded', 'spans', 'contentType', 'threadId', 'decidedBy', 'writtenBy', 'approvedBy'],
  ...['photo', 'replaced', 'position', 'recipientsHash', 'rules', 'refundKey', 'items', 'shared'],
]

const notes = ['noteToGuests', 'entryNote']

/** Ids that no person knows, and a note that was not written. */
function isHidden(name: string, value: unknown): boolean {
  if (name.endsWith('Id')) return typeof value !== 'number' && name !== 'paymentId'
  return hiddenFields.includes(name) || (notes.includes(name) && value === null)
}

const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The fields of an item in reading order; fields without a place follow, sorted by name. */
export const inFieldOrder = (fields: { [name: string]: unknown }): [name: string, value: unknown][] =>
  Object.entries(fields)
    .filter(([name, value]) => !isHidden(name, value))
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'))

/** Events that no person decided. */
const isAutomatic = (type: string, changes: { [name: string]: unknown }) =>
  type === 'ContentScreened' || type === 'ContentFlagged' || changes.decidedBy === 'moderator'

/** The actor of an event, for the history that staff read. */
export function actorLabel({
  type,
  changes,
  actor,
}: {
  type: string
  changes: { [name: string]: unknown }
  actor: { kind: string; name: string }
}): string {
  if (type === 'ContentHidden' || type === 'ContentShownAgain') return 'Reports by readers'
  if (isAutomatic(type, changes)) return 'Automatic check'
  return actor.kind === 'admin' ? `${actor.name} (staff)` : actor.name
}
