import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database/connect.ts'
import { transaction } from '../database/transaction.ts'
import { normalRecoveryCode, recoveryCode } from './recovery-codes.ts'
import { base32, stepOf } from './totp.ts'

/** The kind of second factor used. */
export type SecondFactor = 'code' | 'recovery-code'

export type SecondFactorState = { turnedOnAt: string; recoveryCodesLeft: number }

export type SecondFactors = {
  /** null: the second factor is off. */
  of(userId: number): Promise<SecondFactorState | null>
  /**
   * A new secret in base32, not in use yet: the latest one counts, for 30 minutes. null: the second factor is already
   * on.
   */
  begin(userId: number): Promise<string | null>
  /**
   * Turns the second factor on with the first code of the new secret, and ends all other sessions, since they started
   * without a code. Returns the recovery codes, which are shown only once; null when the code is wrong.
   */
  turnOn(person: { id: number; sessionId: string }, code: string): Promise<string[] | null>
  /** Uses up a code. null: wrong, expired or used before; the reason is not revealed. */
  use(userId: number, code: string): Promise<SecondFactor | null>
  /** Replaces the remaining recovery codes with ten new ones. */
  renewRecoveryCodes(userId: number): Promise<string[]>
  /** Deletes the secret, the recovery codes and pending challenges. False when there was no second factor. */
  turnOff(userId: number): Promise<boolean>
}

/** Encrypts bytes with a key outside the database, bound to a context; `open` throws for any other context. */
export type Box = { seal(plain: Uint8Array, context: string): Buffer; open(sealed: Buffer, context: string): Buffer }

const contextOf = (userId: number) => `second factor of account ${userId}`
const recoveryCodes = 10
/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20

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
  const hash = (code: string) => createHmac('sha256', recoveryKey).update(normalRecoveryCode(code)).digest()

  async function drawRecoveryCodes(client: pg.PoolClient, userId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, recoveryCode)
    await client.query('DELETE FROM app.recovery_codes WHERE user_id = $1', [userId])
    await client.query('INSERT INTO app.recovery_codes SELECT $1, unnest($2::bytea[])', [userId, codes.map(hash)])
    return codes
  }

  /** The time step of a code for the secret that matches this condition. */
  async function stepFor(userId: number, code: string, condition: string): Promise<number | null> {
    const { rows } = await pool.query<{ secret: Buffer }>(
      `SELECT secret FROM app.second_factors WHERE user_id = $1 AND ${condition}`,
      [userId],
    )
    const [row] = rows
    return row ? stepOf(box.open(row.secret, contextOf(userId)), code, now()) : null
  }

  return {
    async of(userId) {
      const { rows } = await pool.query<{ turned_on_at: string; codes: number }>(
        `SELECT turned_on_at, (SELECT count(*)::int FROM app.recovery_codes WHERE user_id = $1) AS codes
         FROM app.second_factors WHERE user_id = $1 AND turned_on_at IS NOT NULL`,
        [userId],
      )
      const [row] = rows
      return row ? { turnedOnAt: row.turned_on_at, recoveryCodesLeft: row.codes } : null
    },

    async begin(userId) {
      const secret = randomBytes(secretBytes)
      const { rowCount } = await pool.query(
        `INSERT INTO app.second_factors AS factor (user_id, secret) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, started_at = now()
         WHERE factor.turned_on_at IS NULL`,
        [userId, box.seal(secret, contextOf(userId))],
      )
      return rowCount === 1 ? base32(secret) : null
    },

    async turnOn({ id: userId, sessionId }, code) {
      const isWaiting = "turned_on_at IS NULL AND started_at > now() - interval '30 minutes'"
      const step = await stepFor(userId, code, isWaiting)
      if (step === null) return null
      return transaction(pool, async (client) => {
        // Locks the account first: a session starting at this moment waits, and then sees that a code is required.
        await client.query('SELECT 1 FROM app.accounts WHERE user_id = $1 FOR UPDATE', [userId])
        const { rowCount } = await client.query(
          `UPDATE app.second_factors SET turned_on_at = now(), last_step = $2 WHERE user_id = $1 AND ${isWaiting}`,
          [userId, step],
        )
        // Another tab was faster, and its recovery codes count.
        if (rowCount !== 1) return null
        await client.query('UPDATE app.accounts SET has_second_factor = true WHERE user_id = $1', [userId])
        await client.query('DELETE FROM app.sessions WHERE user_id = $1 AND sid <> $2', [
          userId,
          Buffer.from(sessionId, 'hex'),
        ])
        return drawRecoveryCodes(client, userId)
      })
    },

    async use(userId, typed) {
      const code = typed.replace(/\s/g, '')
      if (!/^\d{6}$/.test(code)) {
        const { rowCount } = await pool.query('DELETE FROM app.recovery_codes WHERE user_id = $1 AND code_hash = $2', [
          userId,
          hash(code),
        ])
        return rowCount === 1 ? 'recovery-code' : null
      }
      const step = await stepFor(userId, code, 'turned_on_at IS NOT NULL')
      if (step === null) return null
      // Checked in the statement itself, so that only one of two uses of the same code succeeds.
      const { rowCount } = await pool.query(
        `UPDATE app.second_factors SET last_step = $2
         WHERE user_id = $1 AND last_step < $2 AND turned_on_at IS NOT NULL`,
        [userId, step],
      )
      return rowCount === 1 ? 'code' : null
    },

    renewRecoveryCodes: (userId) => transaction(pool, (client) => drawRecoveryCodes(client, userId)),

    turnOff: (userId) =>
      transaction(pool, async (client) => {
        await client.query('UPDATE app.accounts SET has_second_factor = false WHERE user_id = $1', [userId])
        await client.query('DELETE FROM app.sign_in_challenges WHERE user_id = $1', [userId])
        const { rows } = await client.query<{ was_on: boolean }>(
          'DELETE FROM app.second_factors WHERE user_id = $1 RETURNING turned_on_at IS NOT NULL AS was_on',
          [userId],
        )
        return rows[0]?.was_on ?? false
      }),
  }
}
