import type { Calibration } from '../backend/moderation/calibration.ts'
import type { Traits, ViolationType } from '../backend/moderation/classification.ts'
import type { Post } from './posts.ts'

/** A post as a calibrated model judges it, before it is decided from where on its type is held. */
export type Found = {
  post: Pick<Post, 'label' | 'source' | 'kind' | 'template'>
  domain: keyof Calibration
  violationType: ViolationType
  probability: number
  traits: Traits
}

export const groups = [
  'publicViolations',
  'publicHarmless',
  'unseenViolations',
  'unseenHarmless',
  'webDebates',
  'civilPolitics',
  'hate',
  'lookAlikes',
  'politicalViolations',
  'politicalHarmless',
] as const

export type Group = (typeof groups)[number]
/** Number of posts per group. */
export type Counts = { [group in Group]: number }

export const noCounts = (): Counts => ({
  publicViolations: 0,
  publicHarmless: 0,
  unseenViolations: 0,
  unseenHarmless: 0,
  webDebates: 0,
  civilPolitics: 0,
  hate: 0,
  lookAlikes: 0,
  politicalViolations: 0,
  politicalHarmless: 0,
})

/** The groups that a post belongs to. */
export function groupsOf({ post, domain }: Found): Group[] {
  const { label, source, kind, template } = post
  const isPublic = !source.startsWith('examples')
  const isUnseen = kind !== undefined
  const isContrast = source === 'examples-unseen-pairs' || /^(?:not-)?hate:/.test(kind ?? '')
  const isOurPolitics = domain === 'political' && !isPublic && template === undefined
  const found: (Group | false)[] =
    label === 'none'
      ? [
          isPublic && 'publicHarmless',
          isUnseen && 'unseenHarmless',
          source === 'ukp-web-debate' && 'webDebates',
          isUnseen && domain === 'political' && 'civilPolitics',
          isContrast && 'lookAlikes',
          isOurPolitics && 'politicalHarmless',
        ]
      : [
          isPublic && 'publicViolations',
          isUnseen && 'unseenViolations',
          isContrast && 'hate',
          isOurPolitics && 'politicalViolations',
        ]
  return found.filter((one) => one !== false)
}

/** Shares of each group that are held, from 0 to 1; of violations all where there are none, of harmless posts none. */
type Shares = { [group in Group]: number }

/**
 * Posts that may be held by mistake, and their shares. Public and unseen harmless posts: as many as the model held that this
 * way of training replaced. Look-alikes of hate and hate: as many mistakes as without percentages per type.
 */
const limits: readonly { max: number; of(shares: Shares, held: Counts): number }[] = [
  { max: 0.14, of: ({ webDebates }) => webDebates },
  { max: 0.06, of: ({ civilPolitics }) => civilPolitics },
  { max: 0.17, of: ({ publicHarmless }) => publicHarmless },
  { max: 0.116, of: ({ unseenHarmless }) => unseenHarmless },
  { max: 0.2, of: ({ hate, lookAlikes }) => (1 - hate + lookAlikes) / 2 },
  {
    max: 0.16,
    of: (_, held) => held.politicalHarmless / Math.max(1, held.politicalHarmless + held.politicalViolations),
  },
]

/** Number of missed violations that a held post beyond a limit is worth, in shares of their groups. */
const strictness = 20
/** Of two choices that miss equally many, the one that holds fewer harmless posts. */
const frugality = 0.02

/** Shares of violations missed, public and unseen ones added, and what is added for limits that are not kept. */
export function costOf(held: Counts, all: Counts): number {
  const shares = noCounts()
  for (const group of groups)
    shares[group] = all[group] === 0 ? (isOfViolations(group) ? 1 : 0) : held[group] / all[group]
  const excess = limits.reduce((sum, { max, of }) => sum + Math.max(0, of(shares, held) - max), 0)
  const { publicViolations, unseenViolations, publicHarmless, unseenHarmless } = shares
  return 2 - publicViolations - unseenViolations + strictness * excess + frugality * (publicHarmless + unseenHarmless)
}

const isOfViolations = (group: Group) => group === 'hate' || group.endsWith('Violations')
