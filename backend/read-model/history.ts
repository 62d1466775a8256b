import type { Knex } from 'knex'
import type { HistoryEntry } from '../../contract/admin.ts'
import { type ActorRow, actorColumns, apiKeyJoin, apiKeyName } from './actors.ts'
import { subjectOf } from './subjects.ts'
import { personOf } from './users.ts'

type Fields = { [field: string]: unknown }

/** One event of an item; `said` holds its fields, personal ones included. */
export type HistoryRow = ActorRow<HistoryEntry['actor']['kind']> & { type: string; at: string; said: Fields }

const rowsWhere = (knex: Knex, where: Fields) =>
  knex({ item: 'read.history' })
    .leftJoin({ person: 'read.users' }, 'person.id', 'item.actor_id')
    .joinRaw(apiKeyJoin)
    .where(where)
    .orderBy('item.revision')
    .select<HistoryRow[]>(
      { type: 'item.type', at: 'item.at', ...actorColumns },
      personOf(knex, 'person', 'person'),
      knex.raw(`${apiKeyName} AS "apiKey", item.changes || item.personal AS said`),
    )

/** Facts that belong to the person and are part of the story of an item. */
const alsoTold: { readonly [topic: string]: readonly string[] } = {
  'email-signups': ['mail-consents'],
  users: ['mail-consents', 'admin-invitations'],
}

/**
 * The events of the item by revision, with the erasure of its person and, for sign-ups and users, the person’s
 * decisions about mail and invitations inserted at the time they happened.
 */
export async function historyRows(knex: Knex, topic: string, id: number): Promise<HistoryRow[]> {
  const subject = await subjectOf(knex, topic, id)
  const ofPerson = (others: string) => rowsWhere(knex, { 'item.topic': others, 'item.subject': subject })
  const others = subject === null ? [] : [...(alsoTold[topic] ?? []), 'subjects']
  const [own, ...told] = await Promise.all([
    rowsWhere(knex, { 'item.topic': topic, 'item.item_id': id }),
    ...others.map(ofPerson),
  ])
  return told.flat().reduce(insertedByTime, own)
}

/** Inserts before the first later row, so that rows of one stream keep their order. */
function insertedByTime(rows: readonly HistoryRow[], row: HistoryRow): HistoryRow[] {
  const later = rows.findIndex(({ at }) => at > row.at)
  return rows.toSpliced(later < 0 ? rows.length : later, 0, row)
}
