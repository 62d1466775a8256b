/** What an item is called, who it is about, what it says, and what became of it: the order in which people read. */
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
  'deleted',
  'erased',
]

/** Of use to programs only, or said elsewhere on the page. */
const hiddenFields = ['spans', 'contentType', 'threadId', 'decidedBy']

const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The fields of an item in one order for all; those that have no place follow by name. */
export const inFieldOrder = (fields: { [name: string]: unknown }): [name: string, value: unknown][] =>
  Object.entries(fields)
    .filter(([name]) => !hiddenFields.includes(name))
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'))

/** A value in words where its JSON would be hard to read; as it is otherwise. */
export function displayValue(name: string, value: unknown): unknown {
  if (name !== 'thresholds' || typeof value !== 'object' || value === null) return value
  const { review, reject } = { review: '?', reject: '?', ...value }
  return `Review from ${review}%, reject from ${reject}%`
}

/** Events that follow from what a person wrote, but that no person decided. */
const isAutomatic = (type: string, changes: { [name: string]: unknown }) =>
  type === 'ContentScreened' || type === 'ContentFlagged' || changes.decidedBy === 'moderator'

/** Who did it, as an admin reads it. */
export function actorLabel({
  type,
  changes,
  actor,
}: {
  type: string
  changes: { [name: string]: unknown }
  actor: { kind: string; name: string }
}): string {
  if (isAutomatic(type, changes)) return 'Automatic check'
  return actor.kind === 'admin' ? `${actor.name} (admin)` : actor.name
}
