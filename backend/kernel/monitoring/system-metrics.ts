import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type SystemCounters, statusClasses } from './system-counters.ts'

/** The way that values of several minutes, or of several processes in one minute, are combined. */
type Fold = 'sum' | 'mean' | 'max'
type Sample = { name: string; value: number; fold: Fold }

export type SystemSources = {
  pool: pg.Pool
  counters: SystemCounters
  /** True when this process measures the values that are the same for all of them. */
  isActive: () => boolean
  /** Seconds that the projections and the seals are behind the log; null when it cannot be read. */
  projectorLag(): Promise<number | null>
  sealLag(): Promise<number | null>
  /** Further figures that are the same for all processes; undefined: not known. */
  figures(): Promise<{ [name: string]: { value: number | undefined; fold: Fold } }>
  /** On its disk. */
  folder: string
}

export type SystemMetrics = {
  /**
   * Writes the measurements since the last call, under the current minute. A metric that cannot be measured is left
   * out.
   */
  record(): Promise<void>
  /** Folds minutes older than 30 days to hours, and deletes hours older than two years. */
  fold(): Promise<void>
}

const mebibyte = 1024 * 1024

/** The part of the disk with this folder that is used, 0 to 1; null when the disk has no size. */
export async function diskUsed(folder: string): Promise<number | null> {
  const { blocks, bavail } = await statfs(folder)
  return blocks === 0 ? null : 1 - bavail / blocks
}

/** Table app.system_metrics. */
export function createSystemMetrics({
  pool,
  counters,
  isActive,
  projectorLag,
  sealLag,
  figures,
  folder,
}: SystemSources): SystemMetrics {
  async function shared(): Promise<Sample[]> {
    const projector = await orNull(projectorLag())
    const seals = await orNull(sealLag())
    const further = await orNull(figures())
    const disk = await orNull(diskUsed(folder))
    return [
      ...sample('projector_lag', projector, 'max'),
      ...sample('seal_lag', seals, 'max'),
      ...Object.entries(further ?? {}).flatMap(([name, { value, fold }]) => sample(name, value, fold)),
      ...sample('disk_used', typeof disk === 'number' ? 100 * disk : null, 'max'),
    ]
  }

  function own(): Sample[] {
    const { requests, commands, p50, p99, appends } = counters.take()
    return [
      ...statusClasses.flatMap((name) => sample(`requests_${name}`, requests[name], 'sum')),
      ...sample('commands', commands, 'sum'),
      ...sample('command_p50', p50, 'mean'),
      ...sample('command_p99', p99, 'max'),
      ...sample('appends', appends, 'sum'),
      ...sample('memory', process.memoryUsage.rss() / mebibyte, 'max'),
    ]
  }

  return {
    async record() {
      const samples = [...own(), ...(isActive() ? await shared() : [])]
      await pool.query(
        `INSERT INTO app.system_metrics AS kept (metric_name, minutes, at, metric_value, fold)
         SELECT name, 1, date_trunc('minute', now()), value, fold
         FROM unnest($1::text[], $2::float8[], $3::text[]) AS sample (name, value, fold)
         ON CONFLICT (minutes, at, metric_name) DO UPDATE SET metric_value =
           CASE kept.fold WHEN 'sum' THEN kept.metric_value + excluded.metric_value
             ELSE greatest(kept.metric_value, excluded.metric_value) END`,
        [samples.map(({ name }) => name), samples.map(({ value }) => value), samples.map(({ fold }) => fold)],
      )
    },

    async fold() {
      while ((await foldOneDay(pool)) > 0);
      await pool.query(`DELETE FROM app.system_metrics WHERE minutes = 60 AND at < now() - interval '2 years'`)
    },
  }
}

const orNull = <Value>(measured: Promise<Value>): Promise<Value | null> => measured.catch(() => null)

const sample = (name: string, value: number | null | undefined, fold: Fold): Sample[] =>
  typeof value === 'number' && Number.isFinite(value) ? [{ name, value, fold }] : []

/** The oldest day of minutes that are due; returns how many there were. An hour is folded as a whole. */
async function foldOneDay(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ folded: number }>(
    `WITH due AS (
       SELECT least(date_trunc('hour', now() - interval '30 days'), date_trunc('hour', min(at)) + interval '1 day') AS until
       FROM app.system_metrics WHERE minutes = 1
     ), old AS (
       DELETE FROM app.system_metrics USING due WHERE minutes = 1 AND at < until RETURNING system_metrics.*
     ), folded AS (
       INSERT INTO app.system_metrics AS kept (metric_name, minutes, at, metric_value, fold)
       SELECT metric_name, 60, date_trunc('hour', at), CASE fold WHEN 'sum' THEN sum(metric_value)
         WHEN 'mean' THEN avg(metric_value) ELSE max(metric_value) END, fold
       FROM old GROUP BY metric_name, date_trunc('hour', at), fold
       ON CONFLICT (minutes, at, metric_name) DO UPDATE SET metric_value =
         CASE kept.fold WHEN 'sum' THEN kept.metric_value + excluded.metric_value
           ELSE greatest(kept.metric_value, excluded.metric_value) END
     )
     SELECT count(*) AS folded FROM old`,
  )
  return Number(rows[0]?.folded ?? 0)
}
