import type { Knex } from 'knex'
import type { AdminAction, AdminActionListQuery } from '../../contract/admin.ts'
import { type ActorRow, actorColumns, actorOf, apiKeyJoin, apiKeyName } from './actors.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { sinceDay, untilDay } from './campaign-days.ts'
import { columnsOf } from './columns.ts'
import type { HistoryRow } from './history.ts'
import { itemStates } from './item-states.ts'
import { rolesNamer } from './staff-sets.ts'
import { personOf } from './users.ts'

const timestamp = 'item."timestamp"'
/** Excludes erased people, so that a search for the replacement words finds none of them. */
const nameWords = (person: string) =>
  `CASE WHEN ${person}.is_erased THEN '' ELSE coalesce(concat_ws(' ', ${person}.first_name, ${person}.last_name, ${person}.email), '') END`

export const adminActionList: AdminListOf<AdminActionListQuery> = {
  table: 'read.admin_actions',
  key: ['request_id', 'command', 'stream'],
  joins: `LEFT JOIN read.users AS actor ON actor.id = item.actor_id
    LEFT JOIN read.users AS target ON target.id = item.target_user_id
    ${apiKeyJoin}
    LEFT JOIN app.admin_addresses AS address ON address.request_id = item.request_id`,
  sorts: { timestamp },
  filters: {
    admin: (admin) => {
      if (admin === 'server') return { sql: `item.actor_kind = 'server'` }
      const [, apiKeyId] = admin.split('key-')
      if (apiKeyId !== undefined) return { sql: 'item.api_key_id = ?', values: [Number(apiKeyId)] }
      return { sql: 'item.actor_id = ? AND item.api_key_id IS NULL', values: [Number(admin)] }
    },
    action: (action) => ({ sql: 'lower(item.action) = ?', values: [action.toLowerCase()] }),
    right: (right) => ({ sql: 'item.rights @> ARRAY[?]', values: [right.toLowerCase().replaceAll(' ', '-')] }),
    target: (userId) => ({ sql: 'item.target_user_id = ?', values: [Number(userId)] }),
    topic: (topic) => ({ sql: 'item.topic = ?', values: [topic] }),
    from: (day) => sinceDay(timestamp, day),
    to: (day) => untilDay(timestamp, day),
  },
  searched: `item.action || ' ' || coalesce(${apiKeyName}, ${nameWords('actor')}) || ' ' || ${nameWords('target')}`,
}

type Row = Omit<AdminAction, 'actor' | 'admin' | 'target' | 'before' | 'after'> &
  ActorRow<AdminAction['actor']['kind']> & { topic: string | null; itemId: number | null; command: string }

/** Actions of admins and others, and the number of all that match. */
export async function adminActions(
  knex: Knex,
  query: AdminActionListQuery,
): Promise<{ actions: AdminAction[]; total: number }> {
  const { items, total } = await adminListPage(knex, adminActionList, query, (rows) =>
    rows.select<Row[]>(
      {
        ...columnsOf('item', 'id, timestamp, action, rights, details, topic, itemId, command'),
        ...actorColumns,
        ipAddress: 'address.ip_address',
      },
      knex.raw(`${apiKeyName} AS "apiKey"`),
      personOf(knex, 'actor', 'person'),
      personOf(knex, 'target', 'targetUser'),
    ),
  )
  const [histories, people] = await Promise.all([historiesOf(knex, items), peopleOf(knex, items)])
  const actions = items.map((row) => actionOf(row, histories, people))
  const named = await rolesNamer(
    knex,
    actions.flatMap(({ before, after }) => [before, after]),
  )
  return {
    actions: actions.map(({ before, after, ...action }) => ({
      ...action,
      before: before && named(before),
      after: after && named(after),
    })),
    total,
  }
}

type Entry = Pick<HistoryRow, 'type' | 'at' | 'said'> & {
  topic: string
  itemId: number | null
  subject: string | null
  command: string
}

/** Decisions about mail and invitations belong to a person, everything else to an item. */
const ofPersons = ['mail-consents', 'admin-invitations']
const isOfPerson = (topic: string | null) => topic !== null && ofPersons.includes(topic)
const subjectIn = ({ topic, details }: Pick<Row, 'topic' | 'details'>) =>
  isOfPerson(topic) && typeof details.subject === 'string' ? details.subject : null

const keyOf = ({ topic, itemId, subject }: { topic: string | null; itemId: number | null; subject: string | null }) =>
  `${topic} ${isOfPerson(topic) ? subject : itemId}`

/** Every event of the items and persons that a page of actions is about, in order. */
async function historiesOf(knex: Knex, rows: readonly Row[]): Promise<Map<string, Entry[]>> {
  const items = rows.flatMap(({ topic, itemId }) => (topic === null || itemId === null ? [] : [[topic, itemId]]))
  const subjects = rows.map(subjectIn).filter((subject) => subject !== null)
  if (items.length === 0 && subjects.length === 0) return new Map()
  const entries = await knex({ item: 'read.history' })
    .where((item) => void item.whereIn('item.topic', ofPersons).whereIn('item.subject', subjects))
    .orWhere((item) => void item.whereIn(['item.topic', 'item.item_id'], items))
    .orderBy(['item.topic', 'item.item_id', 'item.subject', 'item.revision'])
    .select<Entry[]>(
      columnsOf('item', 'topic, itemId, subject, type, at, command'),
      knex.raw('item.changes || item.personal AS said'),
    )
  return Map.groupBy(entries, keyOf)
}

type Target = { topic: string; id: number }

/** The sign-up of each of these persons, else their account. */
async function peopleOf(knex: Knex, rows: readonly Row[]): Promise<Map<string, Target>> {
  const subjects = rows.map(subjectIn).filter((subject) => subject !== null)
  if (subjects.length === 0) return new Map()
  const found = await knex('read.history')
    .whereIn('subject', subjects)
    .whereIn('topic', ['email-signups', 'users'])
    .orderBy('topic', 'desc')
    .select<(Target & { subject: string })[]>('subject', 'topic', { id: 'item_id' })
  return new Map(found.map(({ subject, topic, id }) => [subject, { topic, id }]))
}

function actionOf(
  { actorKind, actorId, apiKeyId, apiKey, person, topic, itemId, command, ...row }: Row,
  histories: ReadonlyMap<string, Entry[]>,
  people: ReadonlyMap<string, Target>,
): AdminAction {
  const subject = subjectIn({ topic, details: row.details })
  const act = { at: row.timestamp, command, type: row.details.event }
  const history = histories.get(keyOf({ topic, itemId, subject })) ?? []
  // Every act about an invitation tells the address, the same as before: nothing else says who was invited.
  const isWhole = topic === 'admin-invitations'
  const { before, after } = changesOf(isWhole ? history.filter((entry) => isPartOf(entry, act)) : history, act)
  return {
    ...row,
    actor: actorOf({ actorKind, actorId, apiKeyId, apiKey, person }, 'Server'),
    admin: actorKind === 'admin' ? person : null,
    target: topic === null || itemId === null ? (people.get(subject ?? '') ?? null) : { topic, id: itemId },
    before,
    after,
  }
}

type Act = { at: string; command: string; type: unknown }

/** All events of a command have its time; each step of an edit of a user is an act. */
const isPartOf = (entry: Entry, { at, command, type }: Act) =>
  entry.at === at && (entry.type === type || (entry.command === command && command !== 'EditUser'))

/** The fields that an act changed. */
function changesOf(history: readonly Entry[], act: Act): Pick<AdminAction, 'before' | 'after'> {
  const first = history.findIndex((entry) => isPartOf(entry, act))
  if (first < 0) return { before: null, after: null }
  const states = itemStates(history)
  const before = states[first - 1]?.state ?? {}
  const after = states[history.findLastIndex((entry) => isPartOf(entry, act))]?.state ?? {}
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const pick = (state: { [field: string]: unknown }) =>
    Object.fromEntries(changed.filter((field) => field in state).map((field) => [field, state[field]]))
  return { before: pick(before), after: pick(after) }
}
