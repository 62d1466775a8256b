import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { historyEntry } from './admin.ts'
import { idParams, pageQuery, requiredText, timestamp } from './fields.ts'
import { historyTopics, topicsOfPeople } from './topic-words.ts'

/** The topics whose items are about one person each. */
const topics = historyTopics.filter((topic) => topicsOfPeople.has(topic))
const topic = z.enum(topics)
export type PersonTopic = z.infer<typeof topic>

/** An item that names a person; `name`: null where it names only an address. */
export const personItem = z.object({
  topic,
  id: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  zipCode: z.string().nullable(),
  at: timestamp,
})
export type PersonItem = z.infer<typeof personItem>

/** A person as a search finds them: their newest item that matches, and the topics of all that match. */
const foundPerson = personItem.extend({ topics: z.array(topic) })
export type FoundPerson = z.infer<typeof foundPerson>

export const findPeople = endpoint('GET', '/api/admin/people', {
  summary:
    'Find people by parts of their name, address, phone number, ZIP code or payment ID, in all lists that the caller may read.',
  schema: {
    querystring: z.strictObject({
      q: requiredText(100).refine((words) => [...words].length >= 2, 'Search for at least 2 letters.'),
    }),
    /** `isMore`: more people match than are listed. */
    response: { 200: z.object({ people: z.array(foundPerson), isMore: z.boolean() }) },
  },
})

/** `topic` and `id`: null where it belongs to the person and to no item. */
const personEntry = historyEntry
  .pick({ type: true, at: true, actor: true })
  .extend({ eventId: z.uuid(), topic: topic.nullable(), id: z.int().nullable() })
export type PersonEntry = z.infer<typeof personEntry>

const personMail = z.object({
  at: timestamp,
  campaignId: z.int(),
  name: z.string(),
  status: z.string(),
  clicks: z.int(),
})
export type PersonMail = z.infer<typeof personMail>

export const person = z.object({
  /** Null where only an address is known. */
  name: z.string().nullable(),
  /** Each once, the newest first. */
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  zipCodes: z.array(z.string()),
  /** Everything that the person sent in, or that staff entered or imported about them; the newest 100. */
  items: z.array(personItem),
  /** There are older ones than these. */
  isMore: z.boolean(),
  /** People of other names who use one of these addresses, each by their newest item. */
  sharing: z.array(personItem),
  /** A page of what happened, newest first. */
  entries: z.array(personEntry),
  /** Of all entries; 0 on a page behind the last one. */
  total: z.int(),
  /** The newest email campaigns that were sent to the person; null where the caller may not read recipients. */
  mails: z.array(personMail).nullable(),
  /** Topics that the caller may not read, whose items are left out whether there are any or not. */
  leftOut: z.array(topic),
})
export type Person = z.infer<typeof person>

export const readPerson = endpoint('GET', '/api/admin/people/:topic/:id', {
  summary:
    'The person of an item: their other items, people who share an address, mails, and everything that happened.',
  schema: {
    params: z.strictObject({ topic, id: idParams.shape.id }),
    querystring: pageQuery.omit({ before: true }),
    response: { 200: person },
  },
})
