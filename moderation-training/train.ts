import { defaultThresholds, verdictOn } from '../backend/domain/screening.ts'
import type { Calibration, Curve } from '../backend/moderation/calibration.ts'
import { classify, uncalibrated } from '../backend/moderation/classifier.ts'
import { decodeModel, type Model } from '../backend/moderation/model-file.ts'
import { calibrate, type Scored } from './calibrate.ts'
import { expand } from './expand.ts'
import type { Judged } from './figures.ts'
import { encode, type LearnSettings, learn } from './learn.ts'
import type { Post } from './posts.ts'
import type { TemplateGroup } from './templates/template.ts'
import type { WordVectors } from './word-vectors.ts'

/** The progress: `done` and `total` count posts. */
export type OnTraining = (
  stage: 'weights' | 'network' | 'calibrating' | 'weights, all posts' | 'network, all posts',
  done: number,
  total: number,
) => void

/** The `validation` posts as the trial model judges them, and the `test` posts as the final model does. */
export type Trained = { file: Uint8Array; version: string; validation: Judged[]; test: Judged[] }

export type Material = {
  train: readonly Post[]
  validation: readonly Post[]
  /** Neither learned from nor calibrated on. */
  test: readonly Post[]
  /** Some of them are held out of the trial model, with everything they expand to. */
  templates: readonly TemplateGroup[]
  /** Where the network starts from. */
  vectors: WordVectors
}

/**
 * Fits a trial model to `train` and the templates, calibrates it on `validation` and the templates held out, and judges
 * those. Then fits the final model to all of these; it takes over the trial's calibration and judges `test`. So no figure
 * comes from a post that its model was fitted to.
 */
export function trainModel(
  { train, validation, test, templates, vectors }: Material,
  settings: LearnSettings,
  onTraining: OnTraining,
): Trained {
  const own = expand(templates, settings.seed)
  const held = [...validation, ...own.validation]
  const first = learn([...train, ...own.train], vectors, settings, onTraining)
  const calibration = calibrationOn(held, decodeModel(encode(first, noCalibration)), (done) =>
    onTraining('calibrating', done, held.length),
  )
  const judged = judgedBy(decodeModel(encode(first, calibration)), held)
  const whole = learn([...train, ...own.train, ...held], vectors, settings, (part, done, total) =>
    onTraining(`${part}, all posts`, done, total),
  )
  const file = encode(whole, calibration)
  const final = decodeModel(file)
  return { file, version: final.version, validation: judged, test: judgedBy(final, test) }
}

const judgedBy = (model: Model, posts: readonly Post[]): Judged[] =>
  posts.map((post) => ({
    post,
    verdict: verdictOn({ classification: classify(post.text, model), thresholds: defaultThresholds }),
    isPolitical: uncalibrated(post.text, model).isPolitical,
  }))

const noCalibration: Calibration = { political: [], other: [] }

/**
 * Posts written for training weigh less than real ones, and least where there are many of them. Violations in political
 * posts weigh less too: our posts are violations far more often than those of a political forum, where a civil post
 * held by mistake does the most harm.
 */
function weightOf({ source, label }: Post, isPolitical: boolean): number {
  const trust = source.startsWith('examples') ? (isPolitical ? 0.5 : 0.35) : 1
  return trust * (isPolitical && label !== 'none' ? 0.6 : 1)
}

function calibrationOn(posts: readonly Post[], model: Model, onDone: (done: number) => void): Calibration {
  const scored: { [domain in keyof Calibration]: Scored[] } = { political: [], other: [] }
  posts.forEach((post, index) => {
    const { logit, isPolitical } = uncalibrated(post.text, model)
    scored[isPolitical ? 'political' : 'other'].push({
      logit,
      isViolation: post.label !== 'none',
      weight: weightOf(post, isPolitical),
    })
    onDone(index + 1)
  })
  const curve = (posts: Scored[]): Curve => (posts.length === 0 ? [] : calibrate(posts))
  return { political: curve(scored.political), other: curve(scored.other) }
}
