import type { Fact } from '../../kernel/eventlog/decider.ts'
import { recordedOnce } from '../recorded-once.ts'
import type { PageViewEvent } from './page-views.ts'

/** A fact about a view, and when it was recorded: ISO 8601 in UTC with milliseconds. */
export type RecordedView = { at: string; event: PageViewEvent }

/** Facts about views in the order of their decisions. */
export type ViewBlock = {
  /** The time of the earliest fact; ISO 8601. */
  since: string
  /** Their list as JSON, in Brotli, in base64 (`event-schemas/page-view-blocks.ts`). */
  facts: string
}

export type ViewBlockCommand = Fact<'RecordPageViews', ViewBlock>
export type ViewBlockEvent = Fact<'PageViewsRecorded', ViewBlock>

export const viewBlockStream = (blockId: string) => `view-block-${blockId}`

export const viewBlocks = recordedOnce<ViewBlockCommand, ViewBlockEvent>(({ data }) => ({
  type: 'PageViewsRecorded',
  data,
}))
