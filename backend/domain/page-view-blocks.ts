import type { Fact } from '../kernel/eventlog/decider.ts'
import type { BotVerdict } from './bot-rules.ts'
import { recordedOnce } from './recorded-once.ts'

/**
 * Facts about views in the order of their decisions, in a compact form that `topics/page-view-blocks.ts` packs and
 * expands. Numbers without a name are indexes into the lists of the block.
 */
export type ViewBlock = {
  /** The time of the earliest fact; ISO 8601. */
  since: string
  /** One letter per fact: s, r or c, for `served`, `reported` and `credited`. */
  order: string
  /** Id, and headline, issue focus, button color and layout; null: only its id was needed. */
  pages: [string, [string, string, string, string] | null][]
  /** Of what the policy knew (`snapshotHash`). */
  hashes: string[]
  /** Facts that servings have in common; `offers`: page and probability, null where the page was certain. */
  draws: {
    generation: number
    day: string | null
    genePoolVersion: string
    policyVersion: string
    hash: number
    fitnessVersion: string
    bot: BotVerdict
    offers: [number, number][] | null
  }[]
  /** Servings of views that were reported or credited: generation, day, propensity, hash, whether it was the first. */
  servings: [number, string | null, number, number, boolean][]
  /** After how many ms, view, visitor, page, draw, reason, number drawn, propensity. */
  served: [number, string, string, number, number, number, number | null, number][]
  /** After how many ms, view (a number: in `served`), report, page, time on page, flags, serving, visitor. */
  reported: [number, string | number, string, number, number, number, number | null, string][]
  /** Reports that are not plain: which, scored time, refusal, the report that it repeats. */
  others: [number, number, number, string][]
  /** After how many ms, view (a number: in `served`), page, flags, serving, visitor. */
  credited: [number, string | number, number, number, number | null, string][]
}

export type ViewBlockCommand = Fact<'RecordPageViews', ViewBlock>
export type ViewBlockEvent = Fact<'PageViewsRecorded', ViewBlock>

export const viewBlockStream = (blockId: string) => `view-block-${blockId}`

export const viewBlocks = recordedOnce<ViewBlockCommand, ViewBlockEvent>(({ data }) => ({
  type: 'PageViewsRecorded',
  data,
}))
