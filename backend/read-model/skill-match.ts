import { type SkillMatch, type WayToHelp, waysToHelp } from '../../contract/skill-match.ts'

type Reasons = { [Way in WayToHelp]?: { words: string; points: number }[] }

/** Columns of read.volunteers; availabilities may have other names than today’s. */
export type MatchColumns = { skill_match: Reasons; interest_match: Reasons; availability: string | null }

const availabilityPoints = 10
const strongest = 100

/** When most of the work of each way to help is done. */
const hours: { [Way in WayToHelp]: readonly string[] } = {
  grassroots: ['Evenings', 'Weekends', 'Flexible'],
  communications: ['Weekdays', 'Evenings', 'Flexible'],
  technology: ['Weekdays', 'Evenings', 'Flexible'],
  events: ['Evenings', 'Weekends', 'Flexible'],
}

/** Availability suggests no way by itself; it adds to ways that skills or interests suggest. */
export function skillMatchOf({ skill_match, interest_match, availability }: MatchColumns): SkillMatch {
  return waysToHelp
    .flatMap((way) => {
      const skills = (skill_match[way] ?? []).map((reason) => ({ from: 'skills', ...reason }) as const)
      const interests = (interest_match[way] ?? []).map((reason) => ({ from: 'interests', ...reason }) as const)
      const words = [...interests, ...skills]
      if (words.length === 0) return []
      const fits = availability !== null && hours[way].includes(availability)
      const time = fits ? [{ from: 'availability', words: availability, points: availabilityPoints } as const] : []
      const reasons = [...words, ...time]
      const sum = reasons.reduce((total, { points }) => total + points, 0)
      return [{ way, strength: Math.min(strongest, sum), reasons }]
    })
    .toSorted((one, other) => other.strength - one.strength)
}
