import type { Knex } from 'knex'
import type { AdminAction, AdminActionListQuery } from '../../contract/admin.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { sinceDay, untilDay } from './campaign-days.ts'
import type { HistoryRow } from './history.ts'
import { itemStates } from './item-states.ts'
import { nameOf, type Person, personOf } from './users.ts'

const timestamp = 'item."timestamp"'
/** Nobody is found by the words that replaced their name. */
const nameWords = (person: string) =>
  `CASE WHEN ${person}.is_erased THEN '' ELSE coalesce(concat_ws(' ', ${person}.first_name, ${person}.last_name, ${person}.email), '') END`

const list: AdminListOf<AdminActionListQuery> = {
  table: 'read.admin_actions',
  key: ['request_id', 'command', 'stream'],
  joins: `LEFT JOIN read.users AS actor ON actor.id = item.actor_id
    LEFT JOIN read.users AS target ON target.id = item.target_user_id
    LEFT JOIN app.admin_addresses AS address ON address.request_id = item.request_id`,
  sorts: { timestamp },
  filters: {
    admin: (admin) =>
      admin === 'server'
        ? { sql: `item.actor_kind = 'server'` }
        : { sql: 'item.actor_id = ?', values: [Number(admin)] },
    action: (action) => ({ sql: 'lower(item.action) = ?', values: [action.toLowerCase()] }),
    target: (userId) => ({ sql: 'item.target_user_id = ?', values: [Number(userId)] }),
    topic: (topic) => ({ sql: 'item.topic = ?', values: [topic] }),
    from: (day) => sinceDay(timestamp, day),
    to: (day) => untilDay(timestamp, day),
  },
  searched: `lower(item.action || ' ' || ${nameWords('actor')} || ' ' || ${nameWords('target')})`,
}

type Row = Omit<AdminAction, 'actor' | 'admin' | 'target' | 'before' | 'after'> & {
  actorKind: AdminAction['actor']['kind']
  actorId: number | null
  person: Person | null
  topic: string | null
  itemId: number | null
  command: string
}

/** What admins and others did, and the number of all that match. */
export async function adminActions(
  knex: Knex,
  query: AdminActionListQuery,
): Promise<{ actions: AdminAction[]; total: number }> {
  const { items, total } = await adminListPage(knex, list, query, (rows) =>
    rows.select<Row[]>(
      {
        id: 'item.id',
        timestamp: 'item.timestamp',
        action: 'item.action',
        details: 'item.details',
        actorKind: 'item.actor_kind',
        actorId: 'item.actor_id',
        topic: 'item.topic',
        itemId: 'item.item_id',
        command: 'item.command',
        ipAddress: 'address.ip_address',
      },
      personOf(knex, 'actor', 'person'),
      personOf(knex, 'target', 'targetUser'),
    ),
  )
  const histories = await historiesOf(knex, items)
  return { actions: items.map((row) => actionOf(row, histories)), total }
}

type Entry = Pick<HistoryRow, 'type' | 'at' | 'said'> & { topic: string; itemId: number; command: string }

const keyOf = ({ topic, itemId }: { topic: string | null; itemId: number | null }) => `${topic} ${itemId}`

/** Every event of the items that a page of actions is about, in order. */
async function historiesOf(knex: Knex, rows: readonly Row[]): Promise<Map<string, Entry[]>> {
  const items = [...new Map(rows.filter(({ itemId }) => itemId !== null).map((row) => [keyOf(row), row])).values()]
  if (items.length === 0) return new Map()
  const entries = await knex({ item: 'read.history' })
    .whereIn(
      ['item.topic', 'item.item_id'],
      items.map(({ topic, itemId }) => [topic ?? '', itemId ?? 0]),
    )
    .orderBy(['item.topic', 'item.item_id', 'item.revision'])
    .select<Entry[]>(
      { topic: 'item.topic', itemId: 'item.item_id', type: 'item.type', at: 'item.at', command: 'item.command' },
      knex.raw('item.changes || item.personal AS said'),
    )
  return Map.groupBy(entries, keyOf)
}

function actionOf(
  { actorKind, actorId, person, topic, itemId, command, ...row }: Row,
  histories: Map<string, Entry[]>,
): AdminAction {
  const act = { at: row.timestamp, command, type: row.details.event }
  const { before, after } = changesOf(histories.get(keyOf({ topic, itemId })) ?? [], act)
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName(actorKind, actorId, person) },
    admin: actorKind === 'admin' ? person : null,
    target: topic === null || itemId === null ? null : { topic, id: itemId },
    before,
    after,
  }
}

/** The fields that an act changed. All events of a command have its time; each step of an edit of a user is an act. */
function changesOf(
  history: readonly Entry[],
  { at, command, type }: { at: string; command: string; type: unknown },
): Pick<AdminAction, 'before' | 'after'> {
  const isOwn = (entry: Entry) =>
    entry.at === at && (entry.type === type || (entry.command === command && command !== 'EditUser'))
  const first = history.findIndex(isOwn)
  if (first < 0) return { before: null, after: null }
  const states = itemStates(history)
  const before = states[first - 1]?.state ?? {}
  const after = states[history.findLastIndex(isOwn)]?.state ?? {}
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const pick = (state: { [field: string]: unknown }) =>
    Object.fromEntries(changed.filter((field) => field in state).map((field) => [field, state[field]]))
  return { before: pick(before), after: pick(after) }
}

function actorName(kind: AdminAction['actor']['kind'], id: number | null, person: Person | null): string {
  if (kind === 'server') return 'Server'
  if (kind === 'visitor') return 'Visitor'
  return person ? nameOf(person) : `Person ${id}`
}
