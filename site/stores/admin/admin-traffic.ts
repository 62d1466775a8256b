import type { listTraffic, readTrafficSummary, TrafficLog, TrafficSummary } from '../../../contract/traffic.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createSingle } from '../lists/single.ts'
import { createAdminList } from './admin-list.ts'

export const trafficList = createAdminList<TrafficLog>({
  tab: 'traffic',
  sort: '-timestamp',
  filters: ['unique', 'status', 'path', 'source', 'country', 'bot', 'from', 'to'],
  failed: messages.admin.trafficFailed,
  read: async (query) => {
    const { logs, total } = await call<typeof listTraffic>('GET', '/api/admin/traffic', { query })
    return { items: logs, total }
  },
})

type Period = { from?: string; to?: string }

/** Visits per day, page, source, country and device, of the days that the list shows. */
export const trafficSummary = createSingle<TrafficSummary, Period>({
  query: null,
  failed: messages.admin.trafficFailed,
  read: (query) => call<typeof readTrafficSummary>('GET', '/api/admin/traffic/summary', { query }),
})

onBrowserMount(trafficSummary.$state, () =>
  trafficList.$query.subscribe((query) => {
    if (query === null) return
    const { from, to } = query.filter
    void trafficSummary.show({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
  }),
)
