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

const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The fields of an item in one order for all; those that have no place follow by name. */
export const inFieldOrder = (fields: { [name: string]: unknown }): [name: string, value: unknown][] =>
  Object.entries(fields).sort(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'))
