import type { Screening, Thresholds } from '../domain/forum/screening.ts'
import type { Classification, Classified } from './classification.ts'
import { createModelStore, type ModelFiles, type ModelStore } from './model-store.ts'
import { askProvider, createModerator } from './provider.ts'

/** The current policy; `digest`: of the model’s file, null for the bundled one. */
export type ScreeningPolicy = Thresholds & { model: string | null; digest: string | null }

type Classify = (text: string) => Promise<Classified>

export type Moderators = ModelStore & {
  /** In force until an admin sets others. */
  defaultThresholds: Thresholds
  hasOutside: boolean
  /** Rejects when it does not answer; null if there is none. */
  outside: Classify | null
  byModel(text: string, digest: string | null): ReturnType<Classify>
  /** Uses the current thresholds. */
  screen(text: string): Promise<Screening>
}

/** The classification of a text that could not be judged in time. */
const notJudged: Classification = {
  source: 'none',
  violationType: 'none',
  probability: 0,
  spans: [],
  moderator: 'not checked',
}

/**
 * Decides who classifies a text: the outside moderator if there is one, else the model chosen in the policy, else the
 * bundled one, else a person. The policy is read for each text, so that every process follows a change at once.
 */
export function createModerators({
  files,
  url,
  policy,
  defaultThresholds,
  onFailure,
  limits,
}: {
  files: ModelFiles
  /** From the outside moderator. */
  url: string | null
  policy(): Promise<ScreeningPolicy>
  /** In force until an admin sets others. */
  defaultThresholds: Thresholds
  onFailure(reason: string): void
  /** Settings of the thread in which models classify. */
  limits?: { waiting?: number; timeout?: number }
}): Moderators {
  const store = createModelStore({ files, onFailure, ...limits })
  const namesTypeFrom = defaultThresholds.review
  const moderate = createModerator({ url, namesTypeFrom, onFailure })
  return {
    ...store,
    defaultThresholds,
    hasOutside: url !== null,
    outside: url === null ? null : (text) => askProvider(url, text, { namesTypeFrom }),
    byModel: store.classify,
    async screen(text) {
      const { review, reject, model, digest } = await policy()
      if (model !== null && digest === null) onFailure(`The policy names model ${model}, which is not known.`)
      const classification = await moderate(text, () =>
        store.classify(text, digest).catch((error: unknown) => {
          onFailure(`A post could not be checked: ${error instanceof Error ? error.message : String(error)}`)
          return notJudged
        }),
      )
      return { classification, thresholds: { review, reject } }
    },
  }
}
