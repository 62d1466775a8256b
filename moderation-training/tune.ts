import { createHash } from 'node:crypto'
import { defaultThresholds, percentOf, verdictOn } from '../backend/domain/forum/screening.ts'
import { type Calibration, type Curve, probabilityAt } from '../backend/moderation/calibration.ts'
import type { Traits } from '../backend/moderation/classification.ts'
import { classificationOf, type ReadPost, readWith, uncalibrated } from '../backend/moderation/classifier.ts'
import { decodeModel, earlierHolds, type Model, type Rejections } from '../backend/moderation/model-file.ts'
import { traitsOf } from '../backend/moderation/traits.ts'
import { calibrate } from './calibrate.ts'
import type { Judged } from './figures.ts'
import { isByPeople } from './fit-head.ts'
import { areaUnder, gateFigures } from './gate.ts'
import type { Found } from './held-counts.ts'
import { type Holding, holdsFor } from './holds.ts'
import { encode, type Learned, type Tuning } from './learn.ts'
import type { Post } from './posts.ts'
import { rejectionsOn } from './rejections.ts'

const shares = [0, 0.1, 0.2, 0.3, 0.4]
const never: Rejections = {
  harassment: null,
  hate_speech: null,
  threats: null,
  spam: null,
  off_topic: null,
  doxxing: null,
}

/**
 * Chooses how much the head counts in each kind of post and from where on each type is held, with a calibration for every
 * choice, then from where on each type is rejected: all on posts that the model did not learn from. Returns these posts
 * as the tuned model judges them, too.
 */
export function tune(
  learned: Learned,
  held: readonly Post[],
  onTuning: (done: number, total: number) => void,
): { tuning: Tuning; judged: Judged[] } {
  const untuned: Tuning = {
    calibration: { political: [], other: [] },
    shares: { political: 0, other: 0 },
    holds: earlierHolds,
    rejections: never,
    figures: { posts: '', publicAuc: 0, webDebateHeld: 0, politicalPrecision: 0 },
  }
  const model = decodeModel(encode(learned, untuned))
  const posts = held.map((post, at) => {
    if ((at + 1) % 512 === 0) onTuning(at + 1, held.length)
    const read = readWith(post.text, model)
    return { post, read, traits: traitsOf(post.text, read.post.readings, model.vocabulary) }
  })
  onTuning(held.length, held.length)
  const choices = (domain: keyof Calibration) => {
    const some = posts.filter(({ read }) => read.domain === domain)
    return shares.map((share) => calibratedAt(share, some))
  }
  const { political, other, holds } = bestOf(choices('political'), choices('other'))
  const chosen = {
    calibration: { political: political.curve, other: other.curve },
    shares: { political: political.share, other: other.share },
    holds,
  }
  const judgedWith = (rejections: Rejections) =>
    posts.map(({ post, read }) => judgedAs(post, read, { ...model, ...chosen, rejections }))
  const rejections = rejectionsOn(judgedWith(never))
  const judged = judgedWith(rejections)
  return { tuning: { ...chosen, rejections, figures: gateFigures(judged, fingerprintOf(held)) }, judged }
}

type Calibrated = { share: number; curve: Curve; found: Found[] }

/** The posts of one kind with the head counting this much, and the curve that turns their log-odds into probabilities. */
function calibratedAt(share: number, posts: readonly { post: Post; read: ReadPost; traits: Traits }[]): Calibrated {
  const scored = posts.map(({ post, read, traits }) => ({ post, traits, read, ...uncalibrated(read, share) }))
  const curve = calibrate(
    scored.map(({ post, read, logit }) => ({
      logit,
      isViolation: post.label !== 'none',
      weight: weightOf(post, read.domain === 'political'),
    })),
  )
  const found = scored.map(({ post, read, traits, type, logit }) => ({
    post,
    domain: read.domain,
    violationType: type,
    probability: probabilityAt(curve, logit),
    traits,
  }))
  return { share, curve: posts.length === 0 ? [] : curve, found }
}

type Choice = Holding & { political: Calibrated; other: Calibrated }

/** The shares at which the fewest violations are missed and public posts are in the best order: both count alike. */
function bestOf(politicals: readonly Calibrated[], others: readonly Calibrated[]): Choice {
  const choices = politicals.flatMap((political) =>
    others.map((other): Choice => {
      const found = [...political.found, ...other.found]
      const { holds, cost } = holdsFor(found)
      return { political, other, holds, cost: cost + 1 - publicArea(found) }
    }),
  )
  return choices.reduce((best, one) => (one.cost < best.cost ? one : best))
}

const publicArea = (found: readonly Found[]) =>
  areaUnder(
    found
      .filter(({ post }) => isByPeople(post))
      .map(({ post, probability }) => ({ score: probability, isViolation: post.label !== 'none' })),
  )

/**
 * Posts written for training weigh less than real ones, and least where there are many of them. Violations in political
 * posts weigh less too: our posts are violations far more often than those of a political forum, where a civil post
 * held by mistake does the most harm.
 */
function weightOf({ source, label }: Post, isPolitical: boolean): number {
  const trust = source.startsWith('examples') ? (isPolitical ? 0.125 : 0.09) : 1
  return trust * (isPolitical && label !== 'none' ? 0.6 : 1)
}

/** Names the public posts that figures are about: those of others do not compare. */
function fingerprintOf(posts: readonly Post[]): string {
  const hash = createHash('sha256')
  for (const { source, label, text } of posts)
    if (!source.startsWith('examples')) hash.update(JSON.stringify([label, text]))
  return hash.digest('hex')
}

export function judgedAs(post: Post, read: ReadPost, model: Model): Judged {
  const classification = classificationOf(post.text, read, model)
  const { violationType, probability } = classification
  const isOurs = classification.source === 'model'
  return {
    post,
    verdict: verdictOn({ classification, thresholds: defaultThresholds }),
    found: {
      violationType,
      probability,
      percent: isOurs ? percentOf(classification) : probability * 100,
      hasTarget: isOurs && classification.traits.hasTarget,
    },
    isPolitical: read.domain === 'political',
  }
}
