/** The order in which people read an item: its name, who it is about, what it says, and what happened to it. */
const order = [
  'status',
  'title',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'location',
  'eventDate',
  'startTime',
  'endTime',
  'category',
  'capacity',
  'noteToGuests',
  'excerpt',
  'description',
  'content',
  'appeal',
  'adminNotes',
  'violationType',
  'confidence',
  'outcome',
  'reason',
  'suggestion',
  'moderator',
  'thresholds',
  'prayer',
  'endorsementText',
  'skills',
  'availability',
  'interests',
  'imageUrl',
  'guests',
  'isActive',
  'isPublished',
  'isAdmin',
  'isBanned',
  'banReason',
  'bannedUntil',
  'deleted',
  'erased',
]

/** Only useful to programs, or shown elsewhere on the page. */
const hiddenFields = [
  ...['spans', 'contentType', 'threadId', 'decidedBy', 'writtenBy', 'approvedBy'],
  ...['photo', 'replaced', 'position', 'recipientsHash', 'rules', 'refundKey', 'items', 'shared'],
]

/** Ids that no person knows, and a note that was not written. */
function isHidden(name: string, value: unknown): boolean {
  if (name.endsWith('Id')) return typeof value !== 'number' && name !== 'paymentId'
  return hiddenFields.includes(name) || (name === 'noteToGuests' && value === null)
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

/** The actor of an event, for the admin’s history. */
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
  return actor.kind === 'admin' ? `${actor.name} (admin)` : actor.name
}
