import type { Database } from './database/connect.ts'
import type { Screening } from './domain/screening.ts'
import { createModelStore } from './moderation/model-store.ts'
import { askProvider, createModerator } from './moderation/provider.ts'
import type { ScreeningPolicy } from './queries/moderation-policy.ts'

/**
 * Who judges what is written: the outside moderator where there is one, else the model of the policy that holds, else the
 * one that ships. The policy is read anew for each text, so that every process follows a change at once.
 */
export function createModerators({
  database,
  url,
  policy,
  onFailure,
}: {
  database: Database
  /** Of the outside moderator. */
  url: string | null
  policy(): Promise<ScreeningPolicy>
  onFailure(reason: string): void
}) {
  const store = createModelStore({ database, onFailure })
  const moderate = createModerator({ url, onFailure })
  return {
    ...store,
    hasOutside: url !== null,
    outside: url === null ? null : (text: string) => askProvider(url, text),
    byModel: store.judge,
    async screen(text: string): Promise<Screening> {
      const { review, reject, model, digest } = await policy()
      if (model !== null && digest === null) onFailure(`Model ${model} of the policy is not known.`)
      const { version, ...verdict } = await moderate(text, () => store.judge(text, digest))
      return { verdict: { ...verdict, moderator: version }, thresholds: { review, reject } }
    },
  }
}
