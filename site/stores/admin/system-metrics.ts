import type { MeasuredSystem, readSystemMetrics, SystemRange } from '../../../contract/system-metrics.ts'
import { call } from '../../lib/api.ts'
import { createSingle } from '../lists/single.ts'

/** The system metrics. The message is here, so that it is loaded only with the panel. */
export const systemMetrics = createSingle<MeasuredSystem, { range: SystemRange }>({
  query: { range: 'hour' },
  failed: { title: 'Error loading the system figures', description: 'Please try again.' },
  read: (query) => call<typeof readSystemMetrics>('GET', '/api/admin/system-metrics', { query }),
})
