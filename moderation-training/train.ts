import { readWith } from '../backend/moderation/classifier.ts'
import { decodeModel, type GateFigures, type Model } from '../backend/moderation/model-file.ts'
import { expand } from './expand.ts'
import type { Judged } from './figures.ts'
import { encode, type LearnSettings, learn } from './learn.ts'
import type { Post } from './posts.ts'
import type { TemplateGroup } from './templates/template.ts'
import { judgedAs, tune } from './tune.ts'
import type { WordVectors } from './word-vectors.ts'

/** The progress: `done` and `total` count posts. */
export type OnTraining = (stage: 'weights' | 'network' | 'head' | 'tuning', done: number, total: number) => void

/** The `validation` and `test` posts as the model judges them: it learned from neither. */
export type Trained = {
  file: Uint8Array
  version: string
  figures: GateFigures
  validation: Judged[]
  test: Judged[]
}

export type Material = {
  train: readonly Post[]
  validation: readonly Post[]
  /** Neither learned from nor calibrated on. */
  test: readonly Post[]
  /** Some of them are held out of training, with everything they expand to. */
  templates: readonly TemplateGroup[]
  /** Where the network starts from. */
  vectors: WordVectors
}

/**
 * Fits a model to `train` and the templates, and tunes it on `validation` and the templates held out. It is the file that
 * ships, and it learned from none of the posts that its figures and thresholds come from.
 */
export function trainModel(
  { train, validation, test, templates, vectors }: Material,
  settings: LearnSettings,
  onTraining: OnTraining,
): Trained {
  const own = expand(templates, settings.seed)
  const held = [...validation, ...own.validation]
  const learned = learn([...train, ...own.train], vectors, settings, onTraining)
  const { tuning, judged } = tune(learned, held, (done, total) => onTraining('tuning', done, total))
  const file = encode(learned, tuning)
  const model = decodeModel(file)
  return {
    file,
    version: model.version,
    figures: tuning.figures,
    validation: judged,
    test: judgedBy(model, test),
  }
}

const judgedBy = (model: Model, posts: readonly Post[]): Judged[] =>
  posts.map((post) => judgedAs(post, readWith(post.text, model), model))
