import type { VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'

export type Cell = string | number | boolean | null
export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP'
type Column<Event> = {
  type: ColumnType
  meaning: string
  of: (event: Event) => Cell
}
/** By name. */
type Columns<Type extends VariationEvent['type']> = {
  [name: string]: Column<Recorded<Extract<VariationEvent, { type: Type }>>>
}

const columnOf =
  (type: ColumnType) =>
  <Event>(meaning: string, of: (event: Event) => Cell): Column<Event> => ({ type, meaning, of })
const text = columnOf('STRING')
const whole = columnOf('INT32')
const real = columnOf('DOUBLE')
const flag = columnOf('BOOLEAN')
/** A cell has it as ISO 8601. */
const moment = columnOf('TIMESTAMP')

const exposures: Columns<'VariationServed'> = {
  view_id: text('The view of the page; key of this table.', ({ data }) => data.viewId),
  served_at: moment('UTC; in CSV as ISO 8601.', ({ metadata }) => metadata.at),
  visitor_key: text(
    'Keyed hash of a random cookie; the same for all views of one browser for up to 30 days.',
    ({ data }) => data.visitorKey,
  ),
  variation_id: text('The page that was shown.', ({ data }) => data.variationId),
  generation: whole('The current generation then.', ({ data }) => data.generation),
  headline: text('Allele id.', ({ data }) => data.genome.headline),
  issue_focus: text('Allele id.', ({ data }) => data.genome.issueFocus),
  button_color: text('Allele id.', ({ data }) => data.genome.buttonColor),
  layout: text('Allele id.', ({ data }) => data.genome.layout),
  reason: text(
    'new: first draw of this visitor. sticky: shown again. redrawn: the first page was retired. fallback: nothing could be drawn.',
    ({ data }) => data.reason,
  ),
  propensity: real('Probability of this page in this draw; 1 where nothing was drawn.', ({ data }) => data.propensity),
  probabilities: text('JSON: every page that could be drawn, with its probability.', ({ data }) =>
    JSON.stringify(data.probabilities),
  ),
  uniform: real('The number drawn, 0 to 1; empty where nothing was drawn.', ({ data }) => data.uniform),
  policy_version: text('The rule of serving.', ({ data }) => data.policyVersion),
  snapshot_hash: text('SHA-256 of what the rule knew when it set the probabilities.', ({ data }) => data.snapshotHash),
  bot_rule_version: text('The rule that took this visitor for a person.', ({ data }) => data.bot.version),
}

const visits: Columns<'VisitRecorded'> = {
  visit_id: text('The report; key of this table.', ({ data }) => data.visitId),
  view_id: text('The view that was reported (exposures).', ({ data }) => data.viewId),
  reported_at: moment('UTC; in CSV as ISO 8601.', ({ metadata }) => metadata.at),
  variation_id: text('The page.', ({ data }) => data.variationId),
  time_on_page: whole('Milliseconds, as reported.', ({ data }) => data.timeOnPage),
  scored_time: whole('The same, at most 30,000.', ({ data }) => data.scoredTime),
  is_censored: flag('The real time was this or longer.', ({ data }) => data.censored),
  donated: flag('A click to donate, known by the time of the report.', ({ data }) => data.donated),
  volunteered: flag('A click or an application to volunteer, known by then.', ({ data }) => data.volunteered),
  source: text('timer, leave or hook: why the page reported.', ({ data }) => data.source),
  is_accepted: flag('Whether it counts.', ({ data }) => data.accepted),
  refusal: text(
    'Why it does not count: duplicate, unserved, fallback, visitor-cap or address-cap.',
    ({ data }) => data.refusal,
  ),
  is_first_view: flag(
    'The visitor’s first view by a recorded draw; rates use only these. Empty: an older release.',
    ({ data }) => data.serving?.isFirst ?? null,
  ),
}

const conversions: Columns<'ConversionCredited'> = {
  view_id: text('The view that gets the credit; key together with the kind.', ({ data }) => data.viewId),
  kind: text('donated (a click) or volunteered.', ({ data }) => data.conversion),
  credited_at: moment('UTC; in CSV as ISO 8601.', ({ metadata }) => metadata.at),
  variation_id: text('The page.', ({ data }) => data.variationId),
  source: text('hook: reported by the page. server: seen by the server.', ({ data }) => data.source),
  is_after_visit: flag('The visit had been counted without it.', ({ data }) => data.isAfterVisit),
  credit_rule: text(
    'visitor-1: the visitor’s first view gets the credit. view-1: an older release; the view in which it happened.',
    ({ data }) => data.rule,
  ),
}

const named = <Event>(columns: { [name: string]: Column<Event> }) =>
  Object.entries(columns).map(([name, column]) => ({ name, ...column }))

/** The columns of the export; no address, no name. */
export const measurementTables = {
  exposures: { event: 'VariationServed', columns: named(exposures) },
  visits: { event: 'VisitRecorded', columns: named(visits) },
  conversions: { event: 'ConversionCredited', columns: named(conversions) },
} as const

export type MeasurementTable = keyof typeof measurementTables
