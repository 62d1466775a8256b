import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { PageSet, ProjectedPage } from './rendering/projected-page.ts'

type Dates = { launch: string; deadline: string }

/** The beginning of a day written like 'August 1, 2025', or of the next one; null for other words. */
function startOf(written: string, { isNextDay }: { isNextDay: boolean }): Date | null {
  const day = Date.parse(`${written} UTC`)
  if (Number.isNaN(day)) return null
  const eventDate = new Date(day).toISOString().slice(0, 10)
  const { startsAt, endsAt } = campaignClock.spanOf({ eventDate, startTime: null, endTime: null })
  return isNextDay ? endsAt : startsAt
}

/**
 * State of the pledge: the launch is ahead, the pledge open, or its deadline past, and until when that is so. Dates in other words stay
 * ahead.
 */
export function pledgeAt(now: Date, { launch, deadline }: Dates): { pledge: string; validUntil: string | null } {
  const [launched, due] = [startOf(launch, { isNextDay: false }), startOf(deadline, { isNextDay: true })]
  if (launched === null || due === null) return { pledge: 'ahead', validUntil: null }
  if (now < launched) return { pledge: 'ahead', validUntil: launched.toISOString() }
  return now < due ? { pledge: 'open', validUntil: due.toISOString() } : { pledge: 'past', validUntil: null }
}

const page = (path: string): ProjectedPage => ({
  path,
  tags: [],
  empty: {},
  isWholeAsBuilt: true,
  content: async () => pledgeAt(new Date(), { launch: campaign.launch, deadline: campaign.pledge.deadline }),
})

/** The pages that tell of the pledge. */
export const pledgePages: PageSet = { pages: [page('/about'), page('/donate')], families: [] }
