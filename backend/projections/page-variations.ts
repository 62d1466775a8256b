import type { PagePauseEvent } from '../domain/page-variations/page-pauses.ts'
import type { PopulationEvent, PopulationEvolved } from '../domain/page-variations/page-variations.ts'
import type { ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import type { PageViewEvent, ViewServing } from '../domain/page-variations/page-views.ts'
import { eventsIn } from '../event-schemas/page-view-blocks.ts'
import type { EventMetadata, Recorded } from '../kernel/eventlog/metadata.ts'
import {
  increment,
  insert,
  type Projection,
  type Row,
  type RowChange,
  remove,
  update,
} from '../kernel/projector/projection.ts'

const ofView: Required<Projection<PageViewEvent>['on']> = {
  VariationServed: ({ data: { variationId, generation, day, reason, probabilities }, metadata }) => [
    update('page_variations', { id: variationId }, { last_used: metadata.at }),
    ...(reason === 'new' && day !== null
      ? probabilities.map((offer) =>
          increment('page_trials', trialKey(generation, offer.variationId, day), {
            draws: offer.variationId === variationId ? 1 : 0,
            expected: Math.round(offer.probability * 1_000_000),
          }),
        )
      : []),
  ],
  VisitRecorded: ({ data, metadata }) => {
    const { viewId, variationId, serving, scoredTime, accepted, refusal, donated, volunteered } = data
    if (!accepted) return [increment('page_refusals', { refusal: refusal ?? 'unknown' }, { reports: 1 })]
    const time = { visits: 1, time: scoredTime }
    return [
      insert('visit_metrics', {
        view_id: viewId,
        id: data.visitId,
        variation_id: variationId,
        time_on_page: data.timeOnPage,
        donated,
        volunteered,
        is_censored: data.censored,
        timestamp: metadata.at,
      }),
      increment('page_variations', { id: variationId }, { visits: 1, total_time_on_page: scoredTime }),
      ...trial(variationId, serving, {
        ...time,
        ...(serving?.isFirst && { visitors: 1, donated: Number(donated), volunteered: Number(volunteered) }),
      }),
    ]
  },
  ConversionCredited: ({ data: { viewId, variationId, conversion, isAfterVisit, serving } }) => [
    update('visit_metrics', { view_id: viewId }, { [conversion]: true }),
    increment('page_variations', { id: variationId }, { [conversion === 'donated' ? 'donations' : 'volunteers']: 1 }),
    ...(isAfterVisit && serving?.isFirst ? trial(variationId, serving, { [conversion]: 1 }) : []),
  ],
}

function changesOf(event: Recorded<PageViewEvent>): RowChange[] {
  switch (event.type) {
    case 'VariationServed':
      return ofView.VariationServed(event)
    case 'VisitRecorded':
      return ofView.VisitRecorded(event)
    case 'ConversionCredited':
      return ofView.ConversionCredited(event)
  }
}

/**
 * Page variations, their measurements, and the model’s results. `page_trials` is the evidence: whole numbers per
 * generation, page and day, so that sums are exact in any order. A page keeps its row and counts when it is bred again.
 */
export const pageVariationsProjection: Projection<PopulationEvent | PageViewEvent | ViewBlockEvent | PagePauseEvent> = {
  name: 'page-variations',
  version: 4,
  tables: {
    page_variations: {
      columns: {
        id: 'varchar(100) NOT NULL',
        // Defaults, because an increment writes only the key and the counters before it meets the existing row.
        genes: `json NOT NULL DEFAULT '{}'`,
        generation: 'integer NOT NULL DEFAULT 0',
        /** Its place in the generation it was created in. */
        place: 'integer NOT NULL DEFAULT 0',
        /** 100 x fitness, by the newest scoring. */
        score: 'integer NOT NULL DEFAULT 0',
        visits: 'integer NOT NULL DEFAULT 0',
        total_time_on_page: 'bigint NOT NULL DEFAULT 0',
        donations: 'integer NOT NULL DEFAULT 0',
        volunteers: 'integer NOT NULL DEFAULT 0',
        origin: `text NOT NULL DEFAULT ''`,
        family: 'json',
        last_used: 'timestamptz',
        created_at: `timestamptz NOT NULL DEFAULT 'epoch'`,
      },
      primaryKey: ['id'],
      indexes: { page_variations_generation: '(generation DESC, place)' },
    },
    visit_metrics: {
      columns: {
        view_id: 'text NOT NULL',
        id: 'uuid NOT NULL',
        variation_id: 'varchar(100) NOT NULL',
        time_on_page: 'integer NOT NULL',
        donated: 'boolean NOT NULL DEFAULT false',
        volunteered: 'boolean NOT NULL DEFAULT false',
        is_censored: 'boolean NOT NULL',
        timestamp: 'timestamptz NOT NULL',
      },
      primaryKey: ['view_id'],
      indexes: { visit_metrics_variation: '(variation_id, "timestamp")' },
    },
    page_trials: {
      columns: {
        generation: 'integer NOT NULL',
        variation_id: 'varchar(100) NOT NULL',
        day: 'text NOT NULL',
        /** Number of times that it was drawn, and the sum of its probabilities in all draws, in millionths. */
        draws: 'integer NOT NULL DEFAULT 0',
        expected: 'bigint NOT NULL DEFAULT 0',
        /** Visitors whose first view was reported, and how many of them converted. */
        visitors: 'integer NOT NULL DEFAULT 0',
        donated: 'integer NOT NULL DEFAULT 0',
        volunteered: 'integer NOT NULL DEFAULT 0',
        /** All counted views, and their time up to the cap in ms. */
        visits: 'integer NOT NULL DEFAULT 0',
        time: 'bigint NOT NULL DEFAULT 0',
      },
      primaryKey: ['generation', 'variation_id', 'day'],
    },
    page_refusals: {
      columns: { refusal: 'text NOT NULL', reports: 'integer NOT NULL DEFAULT 0' },
      primaryKey: ['refusal'],
    },
    page_generations: {
      columns: {
        generation: 'integer NOT NULL',
        event_id: 'uuid NOT NULL',
        at: 'timestamptz NOT NULL',
        trigger: 'text NOT NULL',
        admin_id: 'integer',
        variation_ids: 'json NOT NULL',
      },
      primaryKey: ['generation'],
    },
    /** The newest scoring of each generation. */
    page_scorings: {
      columns: {
        generation: 'integer NOT NULL',
        scored_at: 'timestamptz NOT NULL',
        visitors: 'integer NOT NULL',
        fitness_version: 'text NOT NULL',
        gene_pool_version: 'text NOT NULL',
        policy_version: 'text NOT NULL',
        snapshot_hash: 'text NOT NULL',
        offers: 'json NOT NULL',
        probability_best: 'json NOT NULL',
        scores: 'json NOT NULL',
        effects: 'json NOT NULL',
        candidate: 'json',
        leader: 'json',
      },
      primaryKey: ['generation'],
    },
    /** Every page that was ever paused; `is_paused`: no admin has resumed it. */
    page_pauses: {
      columns: {
        variation_id: 'varchar(100) NOT NULL',
        is_paused: 'boolean NOT NULL',
        reason: 'text NOT NULL',
        odds: 'double precision NOT NULL',
        at: 'timestamptz NOT NULL',
      },
      primaryKey: ['variation_id'],
    },
    gene_pool: {
      columns: {
        name: 'text NOT NULL',
        version: 'text NOT NULL',
        alleles: 'json NOT NULL',
        changed_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['name'],
    },
    fitness_rules: {
      columns: {
        version: 'text NOT NULL',
        number: 'integer NOT NULL',
        weights: 'json NOT NULL',
        time_cap: 'integer NOT NULL',
        since: 'timestamptz NOT NULL',
      },
      primaryKey: ['version'],
    },
  },
  on: {
    GenePoolChanged: ({ data: { version, alleles }, metadata }) => [
      // Wrapped in an object, because a JSON column takes objects.
      remove('gene_pool', { name: 'current' }),
      insert('gene_pool', { name: 'current', version, alleles: { list: alleles }, changed_at: metadata.at }),
    ],
    FitnessChanged: ({ data: { version, weights, timeCap }, metadata, revision }) => [
      insert('fitness_rules', { version, number: revision, weights, time_cap: timeCap, since: metadata.at }),
    ],
    PopulationEvolved: (event) => {
      const { id, data, metadata } = event
      const { to, trigger, adminId, variations, scoring } = data
      return [
        ...variations.flatMap((variation, place) => rowOf(variation, to, place, metadata)),
        insert('page_generations', {
          generation: to,
          event_id: id,
          at: metadata.at,
          trigger,
          admin_id: adminId,
          variation_ids: { list: variations.map(({ variationId }) => variationId) },
        }),
        ...(scoring === null ? [] : scored(to, scoring, metadata)),
      ]
    },
    VariationsScored: ({ data, metadata }) => scored(data.generation, data, metadata),
    ...ofView,
    PageViewsRecorded: (block) => eventsIn(block).flatMap(changesOf),
    VariationPaused: ({ data: { variationId, reason, odds }, metadata }) => [
      insert('page_pauses', { variation_id: variationId, is_paused: true, reason, odds, at: metadata.at }),
    ],
    VariationResumed: ({ data: { variationId } }) => [
      update('page_pauses', { variation_id: variationId }, { is_paused: false }),
    ],
  },
}

const trialKey = (generation: number, variationId: string, day: string): Row => ({
  generation,
  variation_id: variationId,
  day,
})

const trial = (variationId: string, serving: ViewServing | null, by: { [column: string]: number }): RowChange[] =>
  serving === null || serving.day === null
    ? []
    : [increment('page_trials', trialKey(serving.generation, variationId, serving.day), by)]

type Metadata = Pick<EventMetadata, 'at'>
type Variation = Recorded<PopulationEvolved>['data']['variations'][number]
type Scoring = NonNullable<Recorded<PopulationEvolved>['data']['scoring']>

function rowOf(
  { variationId, genome, origin, family }: Variation,
  generation: number,
  place: number,
  { at }: Metadata,
) {
  // The page already has a row.
  if (origin === 'elite' || origin === 'known') return []
  return [
    insert('page_variations', {
      id: variationId,
      genes: genome,
      generation,
      place,
      score: 0,
      visits: 0,
      total_time_on_page: 0,
      donations: 0,
      volunteers: 0,
      origin,
      family,
      last_used: null,
      created_at: at,
    }),
  ]
}

const scored = (generation: number, scoring: Scoring, { at }: Metadata): RowChange[] => [
  insert('page_scorings', {
    generation,
    scored_at: at,
    visitors: scoring.visitors,
    fitness_version: scoring.fitnessVersion,
    gene_pool_version: scoring.genePoolVersion,
    policy_version: scoring.policyVersion,
    snapshot_hash: scoring.snapshotHash,
    offers: { list: scoring.offers },
    probability_best: { list: scoring.probabilityBest },
    scores: { list: scoring.scores },
    effects: { list: scoring.effects },
    candidate: scoring.candidate,
    leader: scoring.leader ?? null,
  }),
  ...scoring.scores.map(({ variationId, mean }) =>
    update('page_variations', { id: variationId }, { score: Math.round(100 * mean) }),
  ),
]
