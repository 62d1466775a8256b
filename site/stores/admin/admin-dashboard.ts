import type { AdminDashboard, readDashboard } from '../../../contract/admin-dashboard.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createSingle } from '../lists/single.ts'

export const dashboard = createSingle<AdminDashboard, object>({
  query: {},
  failed: messages.admin.dashboardFailed,
  read: () => call<typeof readDashboard>('GET', '/api/admin/dashboard'),
})
