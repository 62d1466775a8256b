import type { Calibration, Curve } from '../backend/moderation/calibration.ts'
import { decodeModel, type Model } from '../backend/moderation/model-file.ts'
import { judge, rawVerdict } from '../backend/moderation/moderator.ts'
import { calibrate, type Scored } from './calibrate.ts'
import { expand } from './expand.ts'
import type { Judged } from './figures.ts'
import { encode, type LearnSettings, learn } from './learn.ts'
import type { Post } from './posts.ts'
import type { Examples } from './templates/example.ts'
import type { WordVectors } from './word-vectors.ts'

/** What is going on, and how far; `done` and `total` count posts. */
export type OnTraining = (
  stage: 'weights' | 'network' | 'calibrating' | 'weights, all posts' | 'network, all posts',
  done: number,
  total: number,
) => void

/** `judged` by the trial model, `exam` by the one that ships. */
export type Trained = { file: Uint8Array; version: string; judged: Judged[]; exam: Judged[] }

export type Material = {
  train: readonly Post[]
  dev: readonly Post[]
  /** Neither learned from nor calibrated on. */
  exam: readonly Post[]
  /** Sentences with slots; some are kept from training, with all that they expand to. */
  examples: readonly Examples[]
  /** Where the network starts from. */
  vectors: WordVectors
}

/**
 * Learns from `train` and the examples, calibrates on `dev` and the examples held out, and judges those. Then learns
 * once more from all of these: that is the model which ships, with the calibration of the first. The figures are those of
 * the first, which never saw what it was judged by; and those of the one that ships, on the exam.
 */
export function trainModel(
  { train, dev, exam, examples, vectors }: Material,
  settings: LearnSettings,
  onTraining: OnTraining,
): Trained {
  const own = expand(examples, settings.seed)
  const held = [...dev, ...own.dev]
  const first = learn([...train, ...own.train], vectors, settings, onTraining)
  const calibration = calibrationOn(held, decodeModel(encode(first, noCalibration)), (done) =>
    onTraining('calibrating', done, held.length),
  )
  const judged = judgedBy(decodeModel(encode(first, calibration)), held)
  const whole = learn([...train, ...own.train, ...held], vectors, settings, (part, done, total) =>
    onTraining(`${part}, all posts`, done, total),
  )
  const file = encode(whole, calibration)
  const shipped = decodeModel(file)
  return { file, version: shipped.version, judged, exam: judgedBy(shipped, exam) }
}

const judgedBy = (model: Model, posts: readonly Post[]): Judged[] =>
  posts.map((post) => ({
    post,
    verdict: judge(post.text, model),
    isPolitical: rawVerdict(post.text, model).isPolitical,
  }))

const noCalibration: Calibration = { political: [], other: [] }

/**
 * Written examples count less than posts that somebody meant, least where there are many of those. Violations in political
 * posts count less too: our sentences are violations far more often than the posts of a political forum, and a civil post
 * held is what hurts there.
 */
function weightOf({ source, label }: Post, isPolitical: boolean): number {
  const trust = source.startsWith('examples') ? (isPolitical ? 0.5 : 0.35) : 1
  return trust * (isPolitical && label !== 'none' ? 0.6 : 1)
}

function calibrationOn(posts: readonly Post[], model: Model, onDone: (done: number) => void): Calibration {
  const scored: { [domain in keyof Calibration]: Scored[] } = { political: [], other: [] }
  posts.forEach((post, index) => {
    const { logit, isPolitical } = rawVerdict(post.text, model)
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
