import type { Knex } from 'knex'
import type { AdminUser, UserListQuery } from '../../contract/users.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { account } from '../../records/users.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { bySource, fromSource } from './sources.ts'
import { asAdminUser } from './users.ts'

const name = sortOf(account, 'firstName', 'lastName')
const statusFilter = {
  active: 'item.is_active AND NOT item.is_banned',
  inactive: 'NOT item.is_active AND NOT item.is_banned',
  banned: 'item.is_banned',
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
    role: (role) => ({ sql: `${role === 'admin' ? '' : 'NOT '}item.is_admin` }),
    verified: (verified) => ({ sql: 'item.is_email_verified = ?', values: [verified === 'yes'] }),
    erased: (erased) => ({ sql: `${erased === 'yes' ? '' : 'NOT '}(item.is_deleted OR item.is_erased)` }),
    source: fromSource,
  },
  unfiltered: { erased: { sql: 'NOT (item.is_deleted OR item.is_erased)' } },
  counts: { table: 'read.user_counts', filters: ['status', 'role', 'verified', 'erased', 'source'] },
  searched: searchedIn(account),
  phone: 'item.phone',
  findable: 'NOT item.is_erased',
}

export async function userPage(knex: Knex, query: UserListQuery): Promise<{ users: AdminUser[]; total: number }> {
  const { items, total } = await adminListPage(knex, userList, query, (rows) => asAdminUser(knex, rows))
  return { users: items, total }
}
