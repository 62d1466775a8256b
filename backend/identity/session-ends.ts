import type pg from 'pg'

/**
 * Cause of a session’s end: the person (`signed-out`, or `signed-out-elsewhere` from another browser), another sign-in in the
 * same browser, time, a change to the account, an admin, or an operator at the command line.
 */
export type SessionEnd =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'signed-in-again'
  | 'expired'
  | 'password-changed'
  | 'email-changed'
  | 'address-proven'
  | 'second-factor-changed'
  | 'passkey-removed'
  | 'rights-changed'
  | 'account-closed'
  | 'admin'
  | 'operator'

/** `by`: the user id of the admin who ended it. */
export type Ending = { reason: SessionEnd; by?: number }

type Client = Pick<pg.Pool | pg.PoolClient, 'query'>

/**
 * Moves the sessions that match a condition on app.sessions to app.past_sessions, in one statement, and returns their
 * number. All sessions end through this function. An expired session is recorded as expired, at its own end.
 */
export const endSessions = (
  client: Client,
  ending: Ending,
  condition: string,
  values: readonly unknown[] = [],
): Promise<number> => moveToPast(client, ending, condition, values)

/** Records up to 100 expired sessions, except those of accounts that another statement is changing. */
export const recordExpired = (client: Client): Promise<number> =>
  moveToPast(
    client,
    { reason: 'expired' },
    'sid IN (SELECT sid FROM app.sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT 100)',
    [],
    'SKIP LOCKED',
  )

async function moveToPast(
  client: Client,
  { reason, by }: Ending,
  condition: string,
  values: readonly unknown[],
  whenLocked = '',
): Promise<number> {
  const [$reason, $by] = [`$${values.length + 1}::text`, `$${values.length + 2}::integer`]
  const { rowCount } = await client.query(
    // Every statement locks accounts before their sessions, so that no two of them deadlock.
    `WITH owner AS MATERIALIZED (
       SELECT accounts.user_id FROM app.accounts JOIN app.sessions ON sessions.user_id = accounts.user_id
       WHERE ${condition} FOR NO KEY UPDATE OF accounts ${whenLocked}
     ), ended AS (
       DELETE FROM app.sessions WHERE sessions.user_id IN (SELECT user_id FROM owner) AND ${condition} RETURNING *
     )
     INSERT INTO app.past_sessions
       (id, user_id, method, device, city, region, country, created_at, last_seen_at, ended_at, end_reason, ended_by)
     SELECT id, user_id, method, device, city, region, country, created_at, last_seen_at,
       greatest(created_at, least(expires_at, now())),
       CASE WHEN expires_at <= now() THEN 'expired' ELSE ${$reason} END,
       CASE WHEN expires_at > now() THEN ${$by} END
     FROM ended`,
    [...values, reason, by ?? null],
  )
  return rowCount ?? 0
}

/** Ends all sessions of a person but one. `only`: another condition on them. */
export async function endOtherSessions(
  client: Client,
  ending: Ending,
  userId: number,
  sessionId: string,
  only = 'true',
): Promise<void> {
  const others = `sessions.user_id = $1 AND sid <> $2 AND ${only}`
  await endSessions(client, ending, others, [userId, Buffer.from(sessionId, 'hex')])
}
