import type { MeasuredSystem, readSystemMetrics, SystemRange } from '../../../contract/system-metrics.ts'
import { call } from '../../lib/api.ts'
import { createSingle } from '../lists/single.ts'

/** How the site runs. The message stands here, so that only those who open the panel load it. */
export const systemMetrics = createSingle<MeasuredSystem, { range: SystemRange }>({
  query: { range: 'hour' },
  failed: { title: 'Error loading the system figures', description: 'Please try again.' },
  read: (query) => call<typeof readSystemMetrics>('GET', '/api/admin/system-metrics', { query }),
})
