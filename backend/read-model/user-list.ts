import type { Knex } from 'knex'
import type { AdminUser, UserListQuery } from '../../contract/users.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { account } from '../../records/users.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import type { Condition } from './search.ts'
import { bySource, fromSource } from './sources.ts'
import { asAdminUser, heldRoles } from './users.ts'

const name = sortOf(account, 'firstName', 'lastName')
const statusFilter = {
  active: 'item.is_active AND NOT item.is_banned',
  inactive: 'NOT item.is_active AND NOT item.is_banned',
  banned: 'item.is_banned',
}

/**
 * A role ends at a full minute, so that the order of the rows is kept for one. `now()` may be in the past
 * (database/past-sql.ts).
 */
function withRole(role: NonNullable<UserListQuery['filter']['role']>): Condition {
  if (role === 'admin') return { sql: 'item.is_admin' }
  const held = `SELECT ${heldRoles('least(?::timestamptz, now())')}`
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  return role === 'user'
    ? { sql: `NOT item.is_admin AND NOT EXISTS (${held})`, values: [minute] }
    : { sql: `EXISTS (${held} AND held.role = ?)`, values: [minute, role] }
}

export const userList: AdminListOf<UserListQuery> = {
  table: 'read.users',
  joins: 'LEFT JOIN app.last_visits AS visit ON visit.user_id = item.id',
  sorts: {
    createdAt: 'item.id',
    name,
    email: sortOf(account, 'email'),
    lastActiveAt: { by: 'visit.at', id: 'visit.user_id' },
    status: '(CASE WHEN item.is_banned THEN 2 WHEN item.is_active THEN 0 ELSE 1 END)',
    source: bySource,
  },
  filters: {
    status: (status) => ({ sql: statusFilter[status] }),
    role: withRole,
    verified: (verified) => ({ sql: 'item.is_email_verified = ?', values: [verified === 'yes'] }),
    erased: (erased) => ({ sql: `${erased === 'yes' ? '' : 'NOT '}(item.is_deleted OR item.is_erased)` }),
    source: fromSource,
  },
  unfiltered: { erased: { sql: 'NOT (item.is_deleted OR item.is_erased)' } },
  counts: { table: 'read.user_counts', filters: ['status', 'verified', 'erased', 'source'] },
  searched: searchedIn(account),
  phone: 'item.phone',
  findable: 'NOT item.is_erased',
}

export async function userPage(knex: Knex, query: UserListQuery): Promise<{ users: AdminUser[]; total: number }> {
  const { items, total } = await adminListPage(knex, userList, query, (rows) => asAdminUser(knex, rows))
  return { users: items, total }
}
