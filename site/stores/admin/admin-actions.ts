import type { AdminAction, listAdminActions } from '../../../contract/admin.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createList } from '../lists/list.ts'

const pageSize = 50

/** What admins did, newest first, one page at a time. */
export const actionList = createList<AdminAction, { page: number }>({
  query: { page: 1 },
  failed: messages.admin.actionsFailed,
  async read({ page }) {
    const query = { page: String(page), limit: String(pageSize) }
    const { actions, total } = await call<typeof listAdminActions>('GET', '/api/admin/actions', { query })
    return { items: actions, total }
  },
})

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / pageSize))
