import type pg from 'pg'

/** Counts one more visit of a short link. `timeZone`: of the campaign, whose days count. */
export const createShortCodeVisits =
  (pool: pg.Pool, timeZone: string) =>
  async (shortCodeId: number): Promise<void> => {
    await pool.query({
      name: 'short-code-visit',
      text: `INSERT INTO app.short_code_visits AS known (short_code_id, day, visits)
        VALUES ($1, (now() AT TIME ZONE $2)::date, 1)
        ON CONFLICT (short_code_id, day) DO UPDATE SET visits = known.visits + 1`,
      values: [shortCodeId, timeZone],
    })
  }
