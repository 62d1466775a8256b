import type { Knex } from 'knex'
import type { FoundPerson } from '../../contract/people.ts'
import { searchedIn } from '../../records/list-sql.ts'
import { type NamingRow, type NamingTopic, namingColumns, namingRows, peopleOf } from './people.ts'
import { type Condition, searchConditions } from './search.ts'

/** Rows of each topic that a search looks at, and people that it answers. */
const maxRows = 60
const maxPeople = 12

const valuesOf = ({ values = [] }: Condition) => [...values]

/** The index finds rows by all that their lists search, such as the words of a prayer; only what names a person counts here. */
function conditionsOf(topic: NamingTopic, q: string): Condition[] {
  const { record, name, email, phone, zipCode, paymentId } = namingColumns(topic)
  const own = `concat_ws(' ', ${[name, email, phone, zipCode, paymentId].join(', ')})`
  const asPhone = 'phone' in record ? { phone } : {}
  return [
    ...searchConditions(q, { searched: searchedIn(record), ...asPhone }),
    ...searchConditions(q, { searched: own, ...asPhone }),
  ]
}

/** The rows of each person, in their order: one address and one name. */
function grouped(rows: readonly NamingRow[]): NamingRow[][] {
  const bySubject = Map.groupBy(rows, ({ subject }) => subject)
  return [...bySubject.values()].flatMap((shared) => {
    const nameOf = peopleOf(shared.map(({ nameKey }) => nameKey))
    return [...Map.groupBy(shared, ({ nameKey }) => nameOf(nameKey)).values()]
  })
}

const shown = (items: readonly NamingRow[]): FoundPerson[] => {
  const topics = [...new Set(items.map(({ topic }) => topic))]
  return items.slice(0, 1).map(({ subject: _, nameKey: __, ...newest }) => ({ ...newest, topics }))
}

/** People in these lists; those whose name or address begins with `q` come first, then the newest. */
export async function findPeople(
  knex: Knex,
  { topics, q }: { topics: readonly NamingTopic[]; q: string },
): Promise<{ people: FoundPerson[]; isMore: boolean }> {
  if (topics.length === 0) return { people: [], isMore: false }
  const parts = topics.map((topic) => {
    const conditions = conditionsOf(topic, q)
    const matches = conditions.map(({ sql }) => `(${sql})`).join(' AND ')
    return { sql: `(${namingRows(topic, matches)} LIMIT ${maxRows})`, values: conditions.flatMap(valuesOf) }
  })
  const { rows } = await knex.raw<{ rows: NamingRow[] }>(
    `SELECT * FROM (${parts.map(({ sql }) => sql).join('\nUNION ALL ')}) AS found
     ORDER BY (starts_with("nameKey", app.sort_key(?)) OR starts_with(lower(email), lower(?))) IS TRUE DESC, at DESC, topic, id`,
    [...parts.flatMap(({ values }) => values), q, q],
  )
  const people = grouped(rows)
  const isCut = topics.some((topic) => rows.filter((row) => row.topic === topic).length === maxRows)
  return { people: people.slice(0, maxPeople).flatMap(shown), isMore: isCut || people.length > maxPeople }
}
