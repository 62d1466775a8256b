import { computed } from 'nanostores'
import type * as api from '../../../contract/email-segments.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createSingle } from '../lists/single.ts'
import { $may } from '../rights.ts'

/** The segments and their rules. */
export const segmentList = createSingle<api.EmailSegment[], object>({
  query: {},
  failed: emailCampaignMessages.emailSegment.loadFailed,
  read: () => call<typeof api.listEmailSegments>('GET', '/api/email-segments'),
})

/** Number of people that each one reaches; none for staff who read no figures. */
export const segmentStats = createSingle<api.SegmentStats[], object>({
  query: {},
  failed: emailCampaignMessages.emailSegment.loadFailed,
  read: async () =>
    $may.get()('figures') ? call<typeof api.readSegmentStats>('GET', '/api/email-segments/stats') : [],
})

/** The known numbers of people by segment. */
export const $statsById = computed(
  segmentStats.$state,
  (state): ReadonlyMap<string, api.SegmentStats> =>
    new Map(state.status === 'loaded' ? state.value.map((stats) => [stats.segmentId, stats]) : []),
)

export function reloadSegments(): void {
  void segmentList.reload()
  void segmentStats.reload()
}
