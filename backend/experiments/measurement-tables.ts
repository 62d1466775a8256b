import type { VariationEvent } from '../domain/evidence-fold.ts'
import type { Recorded } from '../eventlog/metadata.ts'

export type Cell = string | number | boolean | null
type Column<Type extends VariationEvent['type']> = {
  name: string
  type: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN'
  meaning: string
  of(event: Recorded<Extract<VariationEvent, { type: Type }>>): Cell
}

const exposures: Column<'VariationServed'>[] = [
  {
    name: 'view_id',
    type: 'STRING',
    meaning: 'The view of the page; key of this table.',
    of: ({ data }) => data.viewId,
  },
  { name: 'served_at', type: 'STRING', meaning: 'UTC, ISO 8601.', of: ({ metadata }) => metadata.at },
  {
    name: 'visitor_key',
    type: 'STRING',
    meaning: 'Keyed hash of a random cookie; the same for all views of one browser for up to 30 days.',
    of: ({ data }) => data.visitorKey,
  },
  { name: 'variation_id', type: 'STRING', meaning: 'The page that was shown.', of: ({ data }) => data.variationId },
  { name: 'generation', type: 'INT32', meaning: 'The current generation then.', of: ({ data }) => data.generation },
  { name: 'headline', type: 'STRING', meaning: 'Allele id.', of: ({ data }) => data.genome.headline },
  { name: 'issue_focus', type: 'STRING', meaning: 'Allele id.', of: ({ data }) => data.genome.issueFocus },
  { name: 'button_color', type: 'STRING', meaning: 'Allele id.', of: ({ data }) => data.genome.buttonColor },
  { name: 'layout', type: 'STRING', meaning: 'Allele id.', of: ({ data }) => data.genome.layout },
  {
    name: 'reason',
    type: 'STRING',
    meaning:
      'new: first draw of this visitor. sticky: shown again. redrawn: the first page was retired. fallback: nothing could be drawn.',
    of: ({ data }) => data.reason,
  },
  {
    name: 'propensity',
    type: 'DOUBLE',
    meaning: 'Probability of this page in this draw; 1 where nothing was drawn.',
    of: ({ data }) => data.propensity,
  },
  {
    name: 'probabilities',
    type: 'STRING',
    meaning: 'JSON: every page that could be drawn, with its probability.',
    of: ({ data }) => JSON.stringify(data.probabilities),
  },
  {
    name: 'uniform',
    type: 'DOUBLE',
    meaning: 'The number drawn, 0 to 1; empty where nothing was drawn.',
    of: ({ data }) => data.uniform,
  },
  { name: 'policy_version', type: 'STRING', meaning: 'The rule of serving.', of: ({ data }) => data.policyVersion },
  {
    name: 'snapshot_hash',
    type: 'STRING',
    meaning: 'SHA-256 of what the rule knew when it set the probabilities.',
    of: ({ data }) => data.snapshotHash,
  },
  {
    name: 'bot_rule_version',
    type: 'STRING',
    meaning: 'The rule that took this visitor for a person.',
    of: ({ data }) => data.bot.version,
  },
]

const visits: Column<'VisitRecorded'>[] = [
  { name: 'visit_id', type: 'STRING', meaning: 'The report; key of this table.', of: ({ data }) => data.visitId },
  {
    name: 'view_id',
    type: 'STRING',
    meaning: 'The view that was reported (exposures).',
    of: ({ data }) => data.viewId,
  },
  { name: 'reported_at', type: 'STRING', meaning: 'UTC, ISO 8601.', of: ({ metadata }) => metadata.at },
  { name: 'variation_id', type: 'STRING', meaning: 'The page.', of: ({ data }) => data.variationId },
  { name: 'time_on_page', type: 'INT32', meaning: 'Milliseconds, as reported.', of: ({ data }) => data.timeOnPage },
  { name: 'scored_time', type: 'INT32', meaning: 'The same, at most 30,000.', of: ({ data }) => data.scoredTime },
  {
    name: 'is_censored',
    type: 'BOOLEAN',
    meaning: 'The real time was this or longer.',
    of: ({ data }) => data.censored,
  },
  {
    name: 'donated',
    type: 'BOOLEAN',
    meaning: 'A click to donate, known by the time of the report.',
    of: ({ data }) => data.donated,
  },
  {
    name: 'volunteered',
    type: 'BOOLEAN',
    meaning: 'A click or an application to volunteer, known by then.',
    of: ({ data }) => data.volunteered,
  },
  {
    name: 'source',
    type: 'STRING',
    meaning: 'timer, leave or hook: why the page reported.',
    of: ({ data }) => data.source,
  },
  { name: 'is_accepted', type: 'BOOLEAN', meaning: 'Whether it counts.', of: ({ data }) => data.accepted },
  {
    name: 'refusal',
    type: 'STRING',
    meaning: 'Why it does not count: duplicate, unserved, fallback, visitor-cap or address-cap.',
    of: ({ data }) => data.refusal,
  },
  {
    name: 'is_first_view',
    type: 'BOOLEAN',
    meaning: 'The visitor’s first view by a recorded draw; rates use only these. Empty: an older release.',
    of: ({ data }) => data.serving?.isFirst ?? null,
  },
]

const conversions: Column<'ConversionCredited'>[] = [
  {
    name: 'view_id',
    type: 'STRING',
    meaning: 'The view that gets the credit; key together with the kind.',
    of: ({ data }) => data.viewId,
  },
  { name: 'kind', type: 'STRING', meaning: 'donated (a click) or volunteered.', of: ({ data }) => data.conversion },
  { name: 'credited_at', type: 'STRING', meaning: 'UTC, ISO 8601.', of: ({ metadata }) => metadata.at },
  { name: 'variation_id', type: 'STRING', meaning: 'The page.', of: ({ data }) => data.variationId },
  {
    name: 'source',
    type: 'STRING',
    meaning: 'hook: reported by the page. server: seen by the server.',
    of: ({ data }) => data.source,
  },
  {
    name: 'is_after_visit',
    type: 'BOOLEAN',
    meaning: 'The visit had been counted without it.',
    of: ({ data }) => data.isAfterVisit,
  },
  {
    name: 'credit_rule',
    type: 'STRING',
    meaning:
      'visitor-1: the visitor’s first view gets the credit. view-1: an older release; the view in which it happened.',
    of: ({ data }) => data.rule,
  },
]

/** The columns of the export; no address, no name. */
export const measurementTables = {
  exposures: { event: 'VariationServed', columns: exposures },
  visits: { event: 'VisitRecorded', columns: visits },
  conversions: { event: 'ConversionCredited', columns: conversions },
} as const

export type MeasurementTable = keyof typeof measurementTables
