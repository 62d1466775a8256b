import type { Database } from '../kernel/database/connect.ts'
import { type ClientContext, type PlaceColumns, placeOf, placeValues } from './client-context.ts'
import type { SecondFactor } from './second-factors.ts'
import type { SignInMethod } from './sessions.ts'

export type SignIn = ClientContext & {
  id: string
  method: SignInMethod
  outcome: 'success' | 'failure'
  /** The second factor used; on a failure it means that the code was wrong. */
  secondFactor: SecondFactor | null
  /** ISO 8601. */
  at: string
}

export type SignIns = {
  /** `isNewDevice`: the person has signed in before, but not in 90 days with this device from this country. */
  succeeded(
    userId: number,
    method: SignInMethod,
    secondFactor: SecondFactor | null,
    client: ClientContext,
  ): Promise<{ isNewDevice: boolean }>
  /** A wrong code, or a wrong passkey, after a successful first step. */
  wrongStep(userId: number, method: SignInMethod, step: SecondFactor, client: ClientContext): Promise<void>
  /** A wrong password. For `null` (no such account) it takes the same time, so that the timing reveals nothing. */
  failed(userId: number | null, client: ClientContext, method?: 'password' | 'passkey'): Promise<void>
  /** The latest 50, newest first. */
  of(userId: number): Promise<SignIn[]>
}

type Row = PlaceColumns & {
  id: string
  method: SignInMethod
  is_success: boolean
  second_factor: SecondFactor | null
  device: string
  at: string
}

const retention = "interval '90 days'"

/** Table app.sign_ins. */
export function createSignIns({ pool }: Pick<Database, 'pool'>): SignIns {
  // Every sign-in deletes some old rows, so that no timer is needed.
  const deleteOld = () =>
    pool.query(`
      DELETE FROM app.sign_ins WHERE id IN
        (SELECT id FROM app.sign_ins WHERE at < now() - ${retention} ORDER BY at LIMIT 100 FOR UPDATE SKIP LOCKED)`)

  return {
    async succeeded(userId, method, secondFactor, { device, place }) {
      await deleteOld()
      const { rows } = await pool.query<{ is_new: boolean }>(
        `WITH before AS (
           SELECT count(*) AS times,
             count(*) FILTER (WHERE device = $3 AND country IS NOT DISTINCT FROM $6) AS same_device
           FROM app.sign_ins WHERE user_id = $1 AND is_success AND at > now() - ${retention}
         ), recorded AS (
           INSERT INTO app.sign_ins (user_id, method, is_success, device, city, region, country, second_factor)
           VALUES ($1, $2, true, $3, $4, $5, $6, $7)
         )
         SELECT times > 0 AND same_device = 0 AS is_new FROM before`,
        [userId, method, device, ...placeValues(place), secondFactor],
      )
      return { isNewDevice: rows[0]?.is_new ?? false }
    },
    async wrongStep(userId, method, step, { device, place }) {
      await pool.query(
        `INSERT INTO app.sign_ins (user_id, method, is_success, second_factor, device, city, region, country)
         VALUES ($1, $2, false, $7, $3, $4, $5, $6)`,
        [userId, method, device, ...placeValues(place), step],
      )
    },
    async failed(userId, { device, place }, method = 'password') {
      // Does not wait for the disk, because the delay would reveal that there was something to write.
      await pool.query(
        `INSERT INTO app.sign_ins (user_id, method, is_success, device, city, region, country)
         SELECT user_id, $6, false, $2, $3, $4, $5
         FROM app.accounts, (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed
         WHERE user_id = $1 AND registered_at IS NOT NULL`,
        [userId, device, ...placeValues(place), method],
      )
    },
    async of(userId) {
      const { rows } = await pool.query<Row>(
        `SELECT id, method, is_success, second_factor, device, city, region, country, at FROM app.sign_ins
         WHERE user_id = $1 AND at > now() - ${retention} ORDER BY at DESC LIMIT 50`,
        [userId],
      )
      return rows.map(({ id, method, is_success, second_factor, device, at, ...where }) => ({
        id,
        method,
        outcome: is_success ? 'success' : 'failure',
        secondFactor: second_factor,
        device,
        place: placeOf(where),
        at,
      }))
    },
  }
}
