import { createHmac } from 'node:crypto'
import type { Database } from '../kernel/database/connect.ts'

export type FailedSeries = {
  /** A keyed hash that does not reveal the account or network it counts. */
  seriesId: string
  series: 'account' | 'address'
  attempts: number
  /** ISO 8601. */
  since: string
}

export type FailedSignInCounts = {
  /**
   * Counts a failure for the account (known or not) and for its network. Returns the series that have just become five
   * long within 15 minutes.
   */
  count(account: string, network: string): Promise<FailedSeries[]>
}

const pause = "interval '15 minutes'"
const attemptsOfSeries = 5

/** Table app.failed_sign_ins: one row per account or network with a failure in the last quarter of an hour. */
export function createFailedSignInCounts({
  database: { pool },
  key,
}: {
  database: Pick<Database, 'pool'>
  key: Uint8Array
}): FailedSignInCounts {
  const hash = (name: string) => createHmac('sha256', key).update(name).digest()
  return {
    async count(account, network) {
      const names = { account: hash(`account ${account}`), address: hash(`address ${network}`) }
      const { rows } = await pool.query<{ key: Buffer; since: string }>(
        `WITH expired AS (
           DELETE FROM app.failed_sign_ins WHERE key IN (
             SELECT key FROM app.failed_sign_ins WHERE last_at < now() - ${pause} AND key <> ALL ($1::bytea[])
             LIMIT 100 FOR UPDATE SKIP LOCKED)
         ), counted AS (
           INSERT INTO app.failed_sign_ins AS series (key, failures, since, last_at)
           SELECT key, 1, now(), now() FROM unnest($1::bytea[]) AS key ORDER BY key
           ON CONFLICT (key) DO UPDATE SET
             failures = CASE WHEN series.last_at < now() - ${pause}
               OR series.failures < ${attemptsOfSeries} AND series.since < now() - ${pause} THEN 1 ELSE series.failures + 1 END,
             since = CASE WHEN series.last_at < now() - ${pause}
               OR series.failures < ${attemptsOfSeries} AND series.since < now() - ${pause} THEN now() ELSE series.since END,
             last_at = now()
           RETURNING key, failures, since
         )
         SELECT key, since FROM counted WHERE failures = ${attemptsOfSeries}`,
        [[names.account, names.address]],
      )
      const seriesOf = (series: 'account' | 'address') =>
        rows
          .filter((row) => row.key.equals(names[series]))
          .map(({ since }) => {
            const seriesId = hash(`series ${names[series].toString('hex')} ${since}`)
              .toString('hex')
              .slice(0, 32)
            return { seriesId, series, attempts: attemptsOfSeries, since }
          })
      return [...seriesOf('account'), ...seriesOf('address')]
    },
  }
}
