import type { Screening, Thresholds } from '../domain/screening.ts'
import { createModelStore, type ModelFiles } from './model-store.ts'
import { askProvider, createModerator } from './provider.ts'

/** The policy in force; `digest`: of the model's file, null for the bundled one. */
export type ScreeningPolicy = Thresholds & { model: string | null; digest: string | null }

/**
 * Who classifies what is written: the outside moderator if there is one, else the model chosen in the policy, else the
 * bundled one. The policy is read for each text, so that every process follows a change at once.
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
  /** In force until an admin sets others. */
  defaultThresholds: Thresholds
  onFailure(reason: string): void
}) {
  const store = createModelStore({ files, onFailure })
  const namesTypeFrom = defaultThresholds.review
  const moderate = createModerator({ url, namesTypeFrom, onFailure })
  return {
    ...store,
    defaultThresholds,
    hasOutside: url !== null,
    outside: url === null ? null : (text: string) => askProvider(url, text, { namesTypeFrom }),
    byModel: store.classify,
    async screen(text: string): Promise<Screening> {
      const { review, reject, model, digest } = await policy()
      if (model !== null && digest === null) onFailure(`The policy names model ${model}, which is not known.`)
      const classification = await moderate(text, () => store.classify(text, digest))
      return { classification, thresholds: { review, reject } }
    },
  }
}
