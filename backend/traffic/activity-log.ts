import type pg from 'pg'

/** A person’s action on a page, as reported by the page. */
export type Activity = {
  userId: number | null
  action: string
  page: string
  metadata: Record<string, unknown> | null
  /** ISO 8601. */
  at: string
}

/** Activities of an account that has since been erased are left out. */
const insert = `
  INSERT INTO app.user_activity_log (user_id, action, page, metadata, created_at)
  SELECT accounts.user_id, action, page, metadata, at
  FROM unnest($1::int[], $2::text[], $3::text[], $4::json[], $5::timestamptz[]) WITH ORDINALITY
    AS activity (user_id, action, page, metadata, at, number)
  LEFT JOIN app.accounts USING (user_id)
  WHERE activity.user_id IS NULL OR accounts.user_id IS NOT NULL
  ORDER BY number`

export const createActivityWriter =
  (pool: pg.Pool) =>
  async (activities: Activity[]): Promise<void> => {
    await pool.query({
      name: 'activity-insert',
      text: insert,
      values: [
        activities.map(({ userId }) => userId),
        activities.map(({ action }) => action),
        activities.map(({ page }) => page),
        activities.map(({ metadata }) => metadata && JSON.stringify(metadata)),
        activities.map(({ at }) => at),
      ],
    })
  }
