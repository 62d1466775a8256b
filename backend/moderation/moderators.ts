import type { Classified, Screening, Thresholds } from '../domain/screening.ts'
import { createModelStore, type ModelFiles, type ModelStore } from './model-store.ts'
import { askProvider, createModerator } from './provider.ts'

/** What holds now; `digest`: of the model's file, null for the one that ships. */
export type ScreeningPolicy = Thresholds & { model: string | null; digest: string | null }

type Judge = (text: string) => Promise<Classified>

export type Moderators = ModelStore & {
  /** What holds until an admin sets a policy. */
  defaultThresholds: Thresholds
  hasOutside: boolean
  /** Rejects when it does not answer; null when there is none. */
  outside: Judge | null
  byModel(text: string, digest: string | null): ReturnType<Judge>
  /** Under the thresholds that hold now. */
  screen(text: string): Promise<Screening>
}

/**
 * Who classifies what is written: the outside moderator where there is one, else the model of the policy that holds, else
 * the one that ships. The policy is read for each text, so that every process follows a change at once.
 */
export function createModerators({
  files,
  url,
  policy,
  defaultThresholds,
  onFailure,
}: {
  files: ModelFiles
  /** Of the outside moderator. */
  url: string | null
  policy(): Promise<ScreeningPolicy>
  /** What holds until an admin sets a policy. */
  defaultThresholds: Thresholds
  onFailure(reason: string): void
}): Moderators {
  const store = createModelStore({ files, onFailure })
  const namesTypeFrom = defaultThresholds.review
  const moderate = createModerator({ url, namesTypeFrom, onFailure })
  return {
    ...store,
    defaultThresholds,
    hasOutside: url !== null,
    outside: url === null ? null : (text) => askProvider(url, text, { namesTypeFrom }),
    byModel: store.judge,
    async screen(text) {
      const { review, reject, model, digest } = await policy()
      if (model !== null && digest === null) onFailure(`Model ${model} of the policy is not known.`)
      const classification = await moderate(text, () => store.judge(text, digest))
      return { classification, thresholds: { review, reject } }
    },
  }
}
