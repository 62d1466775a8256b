/**
 * 'EST' or 'EDT', with the minutes east of UTC that it means and the zone (IANA) whose clocks show it for half of the year. Many
 * people and programs write one of both names all year and mean what clocks show there.
 */
export type SeasonName = { name: string; minutes: number; zone: string }

/** Minutes east of UTC, the name of a zone (IANA) whose distance depends on the day, or what clocks there show in a season. */
export type Zone = number | string | SeasonName

const american = [
  ['E', 'Eastern', 'America/New_York', -5],
  ['C', 'Central', 'America/Chicago', -6],
  ['M', 'Mountain', 'America/Denver', -7],
  ['P', 'Pacific', 'America/Los_Angeles', -8],
  ['AK', 'Alaska', 'America/Anchorage', -9],
  ['H', 'Hawaii', 'Pacific/Honolulu', -10],
] as const

const season = (letter: string, zone: string, part: 'S' | 'D', hours: number): SeasonName => ({
  name: `${letter}${part}T`,
  minutes: hours * 60,
  zone,
})

/** 'ET' leaves open whether clocks were changed on that day. */
const names = new Map<string, Zone>([
  ...['UTC', 'GMT', 'Z', 'ZULU', 'UT', 'COORDINATED UNIVERSAL TIME', 'GREENWICH MEAN TIME'].map(
    (name) => [name, 0] as const,
  ),
  ...american.flatMap(([letter, name, zone, hours]): (readonly [string, Zone])[] => [
    [`${letter}T`, zone],
    [name.toUpperCase(), zone],
    [`${name} Time`.toUpperCase(), zone],
    [`${name} Time US & Canada`.toUpperCase(), zone],
    [`US/${name}`.toUpperCase(), zone],
    [`${letter}ST${-hours}${letter}DT`, zone],
    [`${letter}ST`, season(letter, zone, 'S', hours)],
    [`${name} Standard Time`.toUpperCase(), season(letter, zone, 'S', hours)],
    [`${letter}DT`, season(letter, zone, 'D', hours + 1)],
    [`${name} Daylight Time`.toUpperCase(), season(letter, zone, 'D', hours + 1)],
    [`${name} Daylight Saving Time`.toUpperCase(), season(letter, zone, 'D', hours + 1)],
  ]),
  ['HAWAII-ALEUTIAN STANDARD TIME', -600],
  // Puerto Rico and the Virgin Islands never change their clocks.
  ['AST', -240],
  ['ATLANTIC STANDARD TIME', -240],
  ['ARIZONA', 'America/Phoenix'],
  ['INDIANA EAST', 'America/Indiana/Indianapolis'],
])

const known = new Map<string, boolean>()

function isZoneName(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]{1,30}(?:\/[A-Za-z_+-]{1,30}){1,2}$/.test(name)) return false
  const found = known.get(name)
  if (found !== undefined) return found
  let isKnown = true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
  } catch {
    isKnown = false
  }
  if (known.size > 1000) known.clear()
  known.set(name, isKnown)
  return isKnown
}

/**
 * The zone that '-0500', 'GMT-5', '+00:00 UTC', 'EST', '(Eastern Time)' or 'America/New_York' name; undefined: none that is
 * known. Of a distance and a name the distance counts.
 */
export function zoneOf(written: string): Zone | undefined {
  const text = written.replace(/^[\s,([]+|[\s,)\].]+$/g, '').replace(/\s+/g, ' ')
  const [, sign, hours, minutes = '0'] =
    /^(?:GMT|UTC|Z)? ?([+\-\u2212])(\d{1,2}):?(\d\d)?(?: ?[([]?[A-Za-z][^\d)\]]*)?$/i.exec(text) ?? []
  if (sign && Number(hours) <= 14 && Number(minutes) <= 59)
    return (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1)
  const plain = text.replace(/[()]/g, '')
  return names.get(plain.toUpperCase()) ?? (isZoneName(plain) ? plain : undefined)
}

/** The zone in brackets or at the end of a heading such as 'Created date (UTC)' or 'Time ET'; null: none. */
export function zoneInHeading(heading: string): string | null {
  const inside = /[([]([^()[\]]*)[)\]]\s*$/.exec(heading)?.[1] ?? /[\s_-](utc|gmt|[ECMP][SD]?T)\s*$/.exec(heading)?.[1]
  return inside !== undefined && zoneOf(inside) !== undefined ? inside : null
}
