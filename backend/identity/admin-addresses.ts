import type pg from 'pg'

export type AdminAddress = { userId: number; requestId: string; ip: string }

/**
 * Remembers the IP address of an acting admin. It is stored outside the log, so that it can expire (after 90 days,
 * traffic/retention.ts) and is deleted with the account. Idempotent.
 */
export async function rememberAdminAddress(pool: pg.Pool, { userId, requestId, ip }: AdminAddress): Promise<void> {
  await pool.query(
    `INSERT INTO app.admin_addresses (request_id, user_id, ip_address) VALUES ($1, $2, $3)
     ON CONFLICT (request_id) DO NOTHING`,
    [requestId, userId, ip],
  )
}
