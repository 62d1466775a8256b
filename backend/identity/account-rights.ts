import type { RoleGrant } from '../../records/staff-rights.ts'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'
import type { Database } from '../kernel/database/connect.ts'
import { transaction, transactionAround } from '../kernel/database/transaction.ts'
import { endSessions } from './session-ends.ts'

/** `until`: ISO 8601; null for an open end. */
export type Rights = {
  isAdmin: boolean
  isActive: boolean
  ban: { reason: string | null; until: string | null } | null
  roles?: readonly RoleGrant[]
}

export type AccountRights = {
  /**
   * Writes the rights; does nothing if this or a later revision was already applied. Ends every session of a user who
   * may no longer sign in, or who became or was an admin or other staff, and for good the API keys of who was an admin.
   */
  setRights(userId: number, revision: number, rights: Rights): Promise<void>
  /**
   * Runs decisions about rights one after another, in all processes, so that two admins who demote each other at the
   * same moment do not both succeed. Throws QueueFull when too many wait.
   */
  oneRightsDecision<Result>(work: () => Promise<Result>): Promise<Result>
  /** Accounts whose ban has expired. */
  expiredBans(): Promise<{ userId: number; until: string }[]>
}

/** Condition on a row of app.accounts. */
export const isActiveAdmin = 'is_admin AND is_active AND NOT app.is_banned(accounts) AND registered_at IS NOT NULL'

/** Condition on a row of app.accounts: people with more to lose, so sessions are shorter and take a second factor. */
export const isStaffAccount = "(is_admin OR roles <> '[]'::jsonb)"

const lock = 7_265_629 // an arbitrary number

export function createAccountRights({ pool }: Pick<Database, 'pool'>): AccountRights {
  // A caller that waits for the lock holds a connection, and the holder needs others: only one may wait per process.
  const oneAtATime = createSemaphore({
    running: 1,
    waiting: 50,
    whenFull: 'Too many accounts are being changed right now. Please try again in a few seconds.',
  })

  return {
    setRights: (userId, revision, { isAdmin, isActive, ban, roles = [] }) =>
      transaction(pool, async (client) => {
        // Locked first, so that the following statements see every session that starts at this moment.
        const { rows } = await client.query<{ is_admin: boolean; is_staff: boolean }>(
          `SELECT is_admin, ${isStaffAccount} AS is_staff FROM app.accounts
           WHERE user_id = $1 AND rights_revision < $2 FOR UPDATE`,
          [userId, revision],
        )
        const [before] = rows
        if (!before) return
        await client.query(
          `UPDATE app.accounts SET is_admin = $3, is_active = $4, is_banned = $5, ban_reason = $6, banned_until = $7,
             roles = $8, rights_revision = $2
           WHERE user_id = $1`,
          [
            userId,
            revision,
            isAdmin,
            isActive,
            ban !== null,
            ban?.reason ?? null,
            ban?.until ?? null,
            JSON.stringify(roles),
          ],
        )
        if (before.is_admin && !isAdmin)
          await client.query('UPDATE app.api_keys SET hash = NULL WHERE user_id = $1', [userId])
        const closed = `(SELECT NOT is_active OR app.is_banned(accounts) FROM app.accounts WHERE user_id = $1)`
        await endSessions(client, { reason: 'account-closed' }, `sessions.user_id = $1 AND ${closed}`, [userId])
        if (before.is_admin !== isAdmin || before.is_staff !== (isAdmin || roles.length > 0))
          await endSessions(client, { reason: 'rights-changed' }, 'sessions.user_id = $1', [userId])
      }),

    oneRightsDecision: (work) =>
      oneAtATime(() =>
        transactionAround(pool, async (client) => {
          await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
          return work()
        }),
      ),

    async expiredBans() {
      const { rows } = await pool.query<{ user_id: number; banned_until: string }>(
        `SELECT user_id, banned_until FROM app.accounts
         WHERE is_banned AND banned_until <= now() AND registered_at IS NOT NULL ORDER BY banned_until LIMIT 100`,
      )
      return rows.map((row) => ({ userId: row.user_id, until: row.banned_until }))
    },
  }
}
