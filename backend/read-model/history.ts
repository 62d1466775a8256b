import type { Knex } from 'knex'
import type { HistoryEntry } from '../../contract/admin.ts'
import { subjectOf } from './subjects.ts'
import { type Person, personOf } from './users.ts'

type Fields = { [field: string]: unknown }

/** One event of an item; `said` holds its fields, personal ones included. */
export type HistoryRow = {
  type: string
  at: string
  actorKind: HistoryEntry['actor']['kind']
  actorId: number | null
  person: Person | null
  said: Fields
}

const rowsWhere = (knex: Knex, where: Fields) =>
  knex({ item: 'read.history' })
    .leftJoin({ person: 'read.users' }, 'person.id', 'item.actor_id')
    .where(where)
    .orderBy('item.revision')
    .select<HistoryRow[]>(
      { type: 'item.type', at: 'item.at', actorKind: 'item.actor_kind', actorId: 'item.actor_id' },
      personOf(knex, 'person', 'person'),
      knex.raw('item.changes || item.personal AS said'),
    )

/** The events of the item by revision, with the erasure of its person at the right point in time. */
export async function historyRows(knex: Knex, topic: string, id: number): Promise<HistoryRow[]> {
  const subject = await subjectOf(knex, topic, id)
  const [own, [erasure]] = await Promise.all([
    rowsWhere(knex, { 'item.topic': topic, 'item.item_id': id }),
    subject === null ? [] : rowsWhere(knex, { 'item.topic': 'subjects', 'item.subject': subject }),
  ])
  if (!erasure) return own
  const later = own.findIndex(({ at }) => at > erasure.at)
  return own.toSpliced(later < 0 ? own.length : later, 0, erasure)
}
