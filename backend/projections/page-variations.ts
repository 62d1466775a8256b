import type { PopulationEvent } from '../domain/page-variations.ts'
import type { PageViewEvent } from '../domain/page-views.ts'
import { increment, insert, type Projection, update } from './projection.ts'

/**
 * Tables `page_variations` and `visit_metrics`: every variation ever created with its totals, and the accepted visits.
 * `total_time_on_page` adds up scored time (at most 30 s each), so that one forgotten tab does not skew the average;
 * each visit keeps its raw time. `score` is 100 x fitness: the formula of fitness-1 over the totals.
 */
export const pageVariationsProjection: Projection<PopulationEvent | PageViewEvent> = {
  name: 'page-variations',
  version: 1,
  tables: {
    page_variations: {
      columns: {
        id: 'varchar(100) NOT NULL',
        // Defaults, because an increment writes only the key and the counters before it meets the existing row.
        genes: `json NOT NULL DEFAULT '{}'`,
        generation: 'integer NOT NULL DEFAULT 0',
        /** Its place in the generation it was created in. */
        place: 'integer NOT NULL DEFAULT 0',
        visits: 'integer NOT NULL DEFAULT 0',
        total_time_on_page: 'bigint NOT NULL DEFAULT 0',
        donations: 'integer NOT NULL DEFAULT 0',
        volunteers: 'integer NOT NULL DEFAULT 0',
        score: `integer NOT NULL GENERATED ALWAYS AS (CASE WHEN visits = 0 THEN 0 ELSE
          round(10000 * (2 * donations + volunteers + 0.01 * total_time_on_page / 30000) / visits)::integer END) STORED`,
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
  },
  on: {
    PopulationEvolved: ({ data: { to, variations }, metadata }) =>
      variations.map(({ variationId, genome }, place) =>
        insert('page_variations', {
          id: variationId,
          genes: genome,
          generation: to,
          place,
          visits: 0,
          total_time_on_page: 0,
          donations: 0,
          volunteers: 0,
          last_used: null,
          created_at: metadata.at,
        }),
      ),
    VariationServed: ({ data: { variationId }, metadata }) => [
      update('page_variations', { id: variationId }, { last_used: metadata.at }),
    ],
    VisitRecorded: ({ data, metadata }) =>
      data.accepted
        ? [
            insert('visit_metrics', {
              view_id: data.viewId,
              id: data.visitId,
              variation_id: data.variationId,
              time_on_page: data.timeOnPage,
              donated: data.donated,
              volunteered: data.volunteered,
              is_censored: data.censored,
              timestamp: metadata.at,
            }),
            increment('page_variations', { id: data.variationId }, { visits: 1, total_time_on_page: data.scoredTime }),
          ]
        : [],
    ConversionCredited: ({ data: { viewId, variationId, conversion } }) => [
      update('visit_metrics', { view_id: viewId }, { [conversion]: true }),
      increment('page_variations', { id: variationId }, { [conversion === 'donated' ? 'donations' : 'volunteers']: 1 }),
    ],
  },
}
