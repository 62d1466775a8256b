import { type CampaignClock, campaignClock, createCampaignClock } from '../../../contract/campaign-event-times.ts'
import { day } from '../../../records/durations.ts'
import { type MomentOptions, type UnreadMoment, writtenMoment } from '../../table-files/moments.ts'
import type { SeasonName, Zone } from '../../table-files/time-zones.ts'

/**
 * `at`: ISO 8601, UTC. `day`: of the campaign's clock, like '2026-02-09'. `note`: how it was read, where that is not literal;
 * `literalAt`: what releases up to 0.4.0 read then.
 */
export type ImportMoment = { at: string; day: string; note?: string; literalAt?: string }

const earliest = Date.UTC(1970, 0, 1)
const tomorrow = day
const quarter = 900_000 // ms: no clock change is between quarters of an hour
const maxKept = 20_000

/** Time zones are slow, and most rows share a few minutes. */
function kept<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size > maxKept) known.clear()
    known.set(key, value)
    return value
  }
}

const clockOf = kept<string, CampaignClock>((timeZone) => createCampaignClock(timeZone))
const instantsIn = kept((zone: string) => {
  const clock = zone === '' ? campaignClock : clockOf(zone)
  return kept((minute: string) => clock.momentOf(minute)?.getTime() ?? Number.NaN)
})
const dayOf = kept((quarters: number) => campaignClock.dateAt(new Date(quarters * quarter)))

/** NaN: clocks skipped this hour. */
const shownIn = (wall: string, zone: string) => instantsIn(zone)(wall.slice(0, 16)) + Number(wall.slice(17, 19)) * 1000

const literalOf = (wall: string, minutes: number) => Date.parse(`${wall}Z`) - minutes * 60_000

/** True when the campaign's clocks are never changed, like Arizona's, and this is their time: then it means what it says. */
const isCampaigns = kept((minutes: number) =>
  ['2026-01-15T12:00:00', '2026-07-15T12:00:00'].every((wall) => shownIn(wall, '') === literalOf(wall, minutes)),
)

/** Minutes east of UTC in a zone, by quarters of an hour since 1970. */
const minutesIn = kept((zone: string) =>
  kept((quarters: number) => {
    const instant = quarters * quarter
    return (Date.parse(`${clockOf(zone).localTimeOf(new Date(instant)).slice(0, 19)}Z`) - instant) / 60_000
  }),
)

/** `note` and `literal`: how a time was read where that is not literal, and what that would be. */
type Instant = { instant: number; note?: string; literal?: number }

/**
 * 'EST' in July: no clock there shows it then, so what clocks show is meant, as on sites that print 'EST' all year. In the hour
 * that comes twice in November the names tell which one is meant.
 */
function inSeason(wall: string, { name, minutes, zone }: SeasonName): Instant {
  const literal = literalOf(wall, minutes)
  const shown = shownIn(wall, zone)
  if (shown === literal || Number.isNaN(shown) || isCampaigns(minutes)) return { instant: literal }
  if (minutesIn(zone)(Math.floor(literal / quarter)) === minutes) return { instant: literal }
  const note = `${name} is not the time of that season, so it was read as what clocks showed then.`
  return { instant: shown, note, literal }
}

function instantOf(wall: string, zone: Zone | null): Instant {
  if (typeof zone === 'number') return { instant: literalOf(wall, zone) }
  if (typeof zone === 'string' || zone === null) return { instant: shownIn(wall, zone ?? '') }
  return inSeason(wall, zone)
}

type Words = { example: string; order: string }
const reasons: { [Problem in UnreadMoment['problem']]: (words: Words) => string } = {
  shape: ({ example }) => `Use a day such as ${example}.`,
  otherOrder: ({ example, order }) => `Use a day such as ${example}, or ${order} “The day comes first” above.`,
  ambiguous: ({ order }) =>
    `Other rows have the day and the month in the other order: ${order} “The day comes first” above, or write this day as 2026-03-01.`,
  zone: () => 'This time zone isn’t known. Write it as ET, UTC or -05:00.',
  shortened: () =>
    'Your spreadsheet shortened this number. Download the file again and import it without opening it first.',
}

/** A time without a zone is that of the campaign, and a day alone is its start. A string says what to do instead. */
export function importMoment(text: string, options: MomentOptions & { now: number }): ImportMoment | string {
  const written = writtenMoment(text, options)
  if ('problem' in written)
    return reasons[written.problem](
      options.isDayFirst
        ? { example: '2026-03-01 or 1/3/2026', order: 'untick' }
        : { example: '2026-03-01 or 3/1/2026', order: 'tick' },
    )
  const { instant, note, literal } = instantOf(written.wall, written.zone)
  if (Number.isNaN(instant))
    return 'Clocks skipped this hour on that day. Write the time with the zone it is in, such as 2:30 AM UTC.'
  if (instant < earliest || instant >= options.now + tomorrow) return 'This day is in the future or before 1970.'
  return {
    at: new Date(instant).toISOString(),
    day: dayOf(Math.floor(instant / quarter)),
    ...(note && { note }),
    ...(literal !== undefined && { literalAt: new Date(literal).toISOString() }),
  }
}
