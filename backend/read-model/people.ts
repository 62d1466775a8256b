import type { Knex } from 'knex'
import type { PersonItem, PersonTopic } from '../../contract/people.ts'
import { columnOf } from '../../records/columns.ts'
import { donationDetails } from '../../records/donations.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { endorsement } from '../../records/endorsements.ts'
import { erasedEmail, type ItemRecord } from '../../records/fields.ts'
import { prayer } from '../../records/prayers.ts'
import { guest } from '../../records/rsvps.ts'
import { account } from '../../records/users.ts'
import { volunteer } from '../../records/volunteers.ts'

/** The topics whose rows name a person. */
export const namingRecords = {
  users: account,
  volunteers: volunteer,
  'email-signups': emailSignup,
  rsvps: guest,
  donations: donationDetails,
  prayers: prayer,
  endorsements: endorsement,
} as const satisfies { [Topic in PersonTopic]?: ItemRecord }
export type NamingTopic = keyof typeof namingRecords
const isNaming = (topic: string): topic is NamingTopic => Object.hasOwn(namingRecords, topic)
export const namingTopics = Object.keys(namingRecords).filter(isNaming)

/** `nameKey`: folded, as `app.sort_key` does; empty where the row has no name. */
export type NamingRow = PersonItem & { subject: string; nameKey: string }

const columnIn = (record: ItemRecord, field: string) => (field in record ? `item.${columnOf(field)}` : 'NULL::text')

/** SQL expressions about `item`, a row of the read table of this topic. */
export function namingColumns(topic: NamingTopic) {
  const record: ItemRecord = namingRecords[topic]
  const names = ['firstName', 'lastName', 'name'].filter((field) => field in record)
  return {
    table: `read.${columnOf(topic).replaceAll('-', '_')}`,
    record,
    name: `concat_ws(' ', ${names.map((field) => `nullif(trim(item.${columnOf(field)}), '')`).join(', ')})`,
    email: columnIn(record, 'email'),
    phone: columnIn(record, 'phone'),
    zipCode: columnIn(record, 'zipCode'),
    paymentId: columnIn(record, 'paymentId'),
    /** Guests have no mark of their erasure but the address. */
    isThere: topic === 'rsvps' ? `item.email <> '${erasedEmail}'` : 'NOT item.is_erased',
  }
}

/** SELECT of the rows of a topic that match the condition on `item`, as `NamingRow`. */
export function namingRows(topic: NamingTopic, condition: string): string {
  const { table, name, email, phone, zipCode, isThere } = namingColumns(topic)
  return `SELECT '${topic}' AS topic, item.id, item.subject, nullif(${name}, '') AS name, app.sort_key(${name}) AS "nameKey",
    ${email} AS email, ${phone} AS phone, ${zipCode} AS "zipCode", item.created_at AS at
    FROM ${table} AS item WHERE ${isThere} AND ${condition}`
}

/** Every row that names a person under one of these subjects, newest first. */
export async function rowsUnder(knex: Knex, subjects: readonly string[]): Promise<NamingRow[]> {
  const parts = namingTopics.map((topic) => namingRows(topic, 'item.subject = ANY(:subjects::uuid[])'))
  const { rows } = await knex.raw<{ rows: NamingRow[] }>(
    `SELECT * FROM (${parts.join('\nUNION ALL ')}) AS item ORDER BY at DESC, topic, id`,
    { subjects: [...subjects] },
  )
  return rows
}

const wordsOf = (key: string) => key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/**
 * Tells the people of one address apart by their names: an address is not a person. The same words in any order are one
 * name. A first name alone is that of the only full name that begins with it. A row without a name (null) may be of each
 * of them.
 */
export function peopleOf(keys: Iterable<string>): (key: string) => string | null {
  const all = [...new Set(keys)].map(wordsOf)
  const full = (words: string[]) => words.toSorted().join(' ')
  return (key) => {
    const words = wordsOf(key)
    const [first] = words
    if (first === undefined) return null
    if (words.length > 1) return full(words)
    const longer = new Set(all.filter((other) => other.length > 1 && other[0] === first).map(full))
    const [only] = longer
    return longer.size === 1 && only !== undefined ? only : first
  }
}
