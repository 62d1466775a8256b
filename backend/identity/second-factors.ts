import type pg from 'pg'
import type { Database } from '../kernel/database/connect.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { type Box, createAuthenticatorApps } from './authenticator-apps.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { type Ending, endOtherSessions, endSessions } from './session-ends.ts'
import { type InSession, lockInSession } from './session-lock.ts'

/** The kind of second factor used. */
export type SecondFactor = 'code' | 'recovery-code' | 'passkey'

/** `hasApp`: an authenticator app is set up; passkeys are listed elsewhere. */
export type SecondFactorState = { turnedOnAt: string; recoveryCodesLeft: number; hasApp: boolean }

export type SecondFactors = {
  /** null: the second factor is off. */
  of(userId: number): Promise<SecondFactorState | null>
  /** A new secret in base32, not in use yet: the latest one counts, for 30 minutes. Null: an app is set up already. */
  begin(userId: number): Promise<string | null>
  /**
   * Turns the second factor on with the first code of the new secret, and ends all other sessions, since they started
   * without a code. Returns the recovery codes, which are shown only once; null when the code is wrong, or this session
   * has ended.
   */
  turnOn(person: InSession, code: string): Promise<string[] | null>
  /** The same with the passkeys of the account; null when it has none, the second factor is on, or this session has ended. */
  turnOnWithPasskeys(person: InSession): Promise<string[] | null>
  /** Uses up a code. Null: wrong, expired or used before; the reason is not revealed. */
  use(userId: number, code: string): Promise<Exclude<SecondFactor, 'passkey'> | null>
  /** Replaces the remaining recovery codes with ten new ones; null when this session has ended. */
  renewRecoveryCodes(person: InSession): Promise<string[] | null>
  /** Deletes the secret, the recovery codes and pending challenges; passkeys stay. False when it was off. */
  turnOff(userId: number): Promise<boolean>
  /**
   * Resets another person’s second factor: the passkeys are removed too, since a stranger may have added or found them.
   */
  reset(userId: number, ending: Ending): Promise<void>
}

/**
 * Runs in the caller’s transaction: deletes the secret, the recovery codes and pending challenges. False when it was
 * off.
 */
export async function switchOff(client: pg.PoolClient, userId: number): Promise<boolean> {
  const { rows } = await client.query<{ was_on: boolean }>(
    'SELECT has_second_factor AS was_on FROM app.accounts WHERE user_id = $1 FOR UPDATE',
    [userId],
  )
  await client.query('UPDATE app.accounts SET has_second_factor = false, second_factor_at = NULL WHERE user_id = $1', [
    userId,
  ])
  for (const table of ['sign_in_challenges', 'second_factors', 'recovery_codes'])
    await client.query(`DELETE FROM app.${table} WHERE user_id = $1`, [userId])
  return rows[0]?.was_on ?? false
}

export function createSecondFactors({
  database: { pool },
  box,
  recoveryKey,
  now = Date.now,
}: {
  database: Pick<Database, 'pool'>
  box: Box
  /** 32 bytes, derived from the application secret for this purpose only. */
  recoveryKey: Uint8Array
  /** Milliseconds since 1970. */
  now?: () => number
}): SecondFactors {
  const apps = createAuthenticatorApps({ pool, box, now })
  const recovery = createRecoveryCodes(pool, recoveryKey)

  async function switchOn(client: pg.PoolClient, userId: number, sessionId: string): Promise<string[]> {
    await client.query(
      'UPDATE app.accounts SET has_second_factor = true, second_factor_at = coalesce(second_factor_at, now()) WHERE user_id = $1',
      [userId],
    )
    await endOtherSessions(client, { reason: 'second-factor-changed' }, userId, sessionId)
    return recovery.draw(client, userId)
  }

  return {
    async of(userId) {
      const { rows } = await pool.query<{ second_factor_at: string; codes: number; has_app: boolean }>(
        `SELECT second_factor_at, (SELECT count(*)::int FROM app.recovery_codes WHERE user_id = $1) AS codes,
           EXISTS (SELECT FROM app.second_factors WHERE user_id = $1 AND turned_on_at IS NOT NULL) AS has_app
         FROM app.accounts WHERE user_id = $1 AND has_second_factor`,
        [userId],
      )
      const [row] = rows
      return row ? { turnedOnAt: row.second_factor_at, recoveryCodesLeft: row.codes, hasApp: row.has_app } : null
    },

    begin: apps.begin,

    async turnOn(person, code) {
      const { id: userId, sessionId } = person
      const entered = await apps.entered(userId, code)
      if (entered === null) return null
      return transaction(pool, async (client) => {
        // Locks the account first, so that a session starting at this moment waits, and then sees that a code is
        // required.
        if (!(await lockInSession(client, person))) return null
        // Another tab was faster: its recovery codes or its secret count.
        if (!(await apps.turnOn(client, userId, entered))) return null
        return switchOn(client, userId, sessionId)
      })
    },

    turnOnWithPasskeys: (person) =>
      transaction(pool, async (client) => {
        const { id: userId, sessionId } = person
        if (!(await lockInSession(client, person))) return null
        // Checked once the row is locked, because the last passkey may be removed at this moment.
        const { rows } = await client.query<{ is_off: boolean }>(
          'SELECT NOT has_second_factor AS is_off FROM app.accounts WHERE user_id = $1',
          [userId],
        )
        const { rowCount } = await client.query('SELECT FROM app.passkeys WHERE user_id = $1 LIMIT 1', [userId])
        return rows[0]?.is_off && rowCount === 1 ? switchOn(client, userId, sessionId) : null
      }),

    async use(userId, typed) {
      const code = typed.replace(/\s/g, '')
      if (/^\d{6}$/.test(code)) return (await apps.use(userId, code)) ? 'code' : null
      return (await recovery.use(userId, code)) ? 'recovery-code' : null
    },

    renewRecoveryCodes: (person) =>
      transaction(pool, async (client) =>
        (await lockInSession(client, person)) ? recovery.draw(client, person.id) : null,
      ),

    turnOff: (userId) => transaction(pool, (client) => switchOff(client, userId)),

    reset: (userId, ending) =>
      transaction(pool, async (client) => {
        await switchOff(client, userId)
        // An admin may sign in once more, to set up another one.
        await client.query('UPDATE app.accounts SET grace_used_at = NULL WHERE user_id = $1', [userId])
        await client.query('DELETE FROM app.passkeys WHERE user_id = $1', [userId])
        await endSessions(client, ending, "sessions.user_id = $1 AND method = 'passkey'", [userId])
      }),
  }
}
