import type { Knex } from 'knex'
import type { MeasuredSystem, SystemRange } from '../../contract/system-metrics.ts'

/** Minutes: of the whole range, and of one point. */
const ranges: { [Range in SystemRange]: { length: number; step: number } } = {
  hour: { length: 60, step: 1 },
  day: { length: 24 * 60, step: 15 },
  month: { length: 30 * 24 * 60, step: 6 * 60 },
  years: { length: 2 * 365 * 24 * 60, step: 7 * 24 * 60 },
}

/** Sums are per minute, for the part of the point that is over. */
export async function systemMetricsOf(knex: Knex, range: SystemRange): Promise<MeasuredSystem> {
  const { length, step } = ranges[range]
  const { rows: points } = await knex.raw<{ rows: MeasuredSystem['points'] }>(
    `WITH binned AS (
       SELECT date_bin(make_interval(mins => :step), at, 'epoch') AS point, metric_name, fold,
         CASE fold WHEN 'sum' THEN sum(metric_value) WHEN 'mean' THEN avg(metric_value) ELSE max(metric_value) END AS value
       FROM app.system_metrics WHERE at > now() - make_interval(mins => :length) AND at <= now()
       GROUP BY point, metric_name, fold
     )
     SELECT point AS at, jsonb_object_agg(metric_name, CASE fold WHEN 'sum'
         THEN value / greatest(1, least(:step, ceil(extract(epoch FROM now() - point) / 60))) ELSE value END) AS values
     FROM binned GROUP BY point ORDER BY point`,
    { step, length },
  )
  return { step, points }
}
