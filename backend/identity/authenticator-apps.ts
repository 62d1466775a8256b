import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { base32, stepOf } from './totp.ts'

/** Encrypts bytes with a key outside the database, bound to a context; `open` throws for any other context. */
export type Box = { seal(plain: Uint8Array, context: string): Buffer; open(sealed: Buffer, context: string): Buffer }

type Entered = { secret: Buffer; step: number }

const contextOf = (userId: number) => `second factor of account ${userId}`
/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20
const isWaiting = "turned_on_at IS NULL AND started_at > now() - interval '30 minutes'"

/** The table app.second_factors: the secret that an account shares with its app, and the time step of the last code. */
export function createAuthenticatorApps({ pool, box, now }: { pool: pg.Pool; box: Box; now: () => number }) {
  /** The secret that matches this condition, and the time step of a code for it. */
  async function stepFor(userId: number, code: string, condition: string): Promise<Entered | null> {
    const { rows } = await pool.query<{ secret: Buffer }>(
      `SELECT secret FROM app.second_factors WHERE user_id = $1 AND ${condition}`,
      [userId],
    )
    const [row] = rows
    const step = row ? stepOf(box.open(row.secret, contextOf(userId)), code, now()) : null
    return row && step !== null ? { secret: row.secret, step } : null
  }

  return {
    async begin(userId: number): Promise<string | null> {
      const secret = randomBytes(secretBytes)
      const { rowCount } = await pool.query(
        `INSERT INTO app.second_factors AS factor (user_id, secret) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, started_at = now()
         WHERE factor.turned_on_at IS NULL`,
        [userId, box.seal(secret, contextOf(userId))],
      )
      return rowCount === 1 ? base32(secret) : null
    },

    /** The new secret that this is a code of; null: of none. */
    entered: (userId: number, code: string) => stepFor(userId, code, isWaiting),

    /** False when this secret is no longer the newest, or the app is set up already. */
    async turnOn(client: pg.PoolClient, userId: number, { secret, step }: Entered): Promise<boolean> {
      const { rowCount } = await client.query(
        `UPDATE app.second_factors SET turned_on_at = now(), last_step = $2
         WHERE user_id = $1 AND secret = $3 AND ${isWaiting}`,
        [userId, step, secret],
      )
      return rowCount === 1
    },

    async use(userId: number, code: string): Promise<boolean> {
      const entered = await stepFor(userId, code, 'turned_on_at IS NOT NULL')
      if (entered === null) return false
      // Checked in the statement itself, so that only one of two uses of the same code succeeds.
      const { rowCount } = await pool.query(
        `UPDATE app.second_factors SET last_step = $2
         WHERE user_id = $1 AND last_step < $2 AND turned_on_at IS NOT NULL`,
        [userId, entered.step],
      )
      return rowCount === 1
    },
  }
}
